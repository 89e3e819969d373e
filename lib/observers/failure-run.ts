import { clip } from './clip.ts';
import { toErrorLine, toTitled } from './evidence.ts';
import type { ObservedCall } from './observed-call.ts';
import type { FoundNow } from './observer.ts';
import { toRefusalSubject, toRepeatKey } from './repetition.ts';
import { citeTrail, extendTrail, startTrail, type Trail } from './trail.ts';

/** Failures that no success has ended. Plain JSON. */
export type FailureRun = {
  trail: Trail;
  outages: number;
  /** Distinct error kinds, by key, up to `maxKinds`. */
  kinds: readonly string[];
  /** Its calls, by repeat key; no more than it takes to know that they differ. */
  calls: readonly string[];
  /** The newest lines, oldest first. */
  lines: readonly string[];
  /** The tool that failed first; what failed first, and newest, in a title. */
  firstTool: string;
  first: string;
  newest: string;
};

export const maxKinds = 6;
const maxLines = 5;
const maxFirstBytes = 72;
const maxToolBytes = 24;

export const noFailures: FailureRun = {
  trail: startTrail(0),
  outages: 0,
  kinds: [],
  calls: [],
  lines: [],
  firstTool: '',
  first: '',
  newest: '',
};

export const extendRun = ({ trail, outages, kinds, calls, lines, firstTool, first }: FailureRun, call: ObservedCall): FailureRun => {
  const kind = (call.errorKey ?? '').slice(-11);
  const title = toTitled(call);
  const repeatKey = toRepeatKey(call, 'call');
  return {
    trail: extendTrail(trail, call),
    outages: outages + (call.traits.includes('outage') ? 1 : 0),
    kinds: kinds.includes(kind) || kinds.length === maxKinds ? kinds : [...kinds, kind],
    calls: calls.includes(repeatKey) || calls.length > 1 ? calls : [...calls, repeatKey],
    lines: [...lines.slice(1 - maxLines), toErrorLine(call)],
    firstTool: trail.count === 0 ? clip(call.name, maxToolBytes) : firstTool,
    first: trail.count === 0 ? clip(title, maxFirstBytes) : first,
    newest: title,
  };
};

/** The failure that a run is named by, and the newest ones, as many lines as without it. */
export const toLinesFromFirst = ({ trail, lines, firstTool, first }: FailureRun): readonly string[] => {
  const [index] = trail.head[0] ?? [];
  return trail.count > maxLines && index !== undefined ? [`#${index}: ${firstTool} - ${first}`, ...lines.slice(1)] : lines;
};

/** A finding over the whole run. Its subject is the first error kind, or the call if the run repeats a single call. */
export const toRunFinding = <Category extends string>(
  { trail, kinds, calls, lines }: FailureRun,
  texts: Pick<FoundNow<Category>, 'category' | 'title' | 'description' | 'severity'>,
  shown = lines,
): FoundNow<Category> => ({
  ...citeTrail(trail),
  ...texts,
  evidence: shown.join('\n'),
  subject: calls.length === 1 ? toRefusalSubject(calls[0] ?? '') : clip(kinds[0] ?? '', 20),
  waste: null,
});

const alike = 'All errors appear similar - this suggests a systemic issue rather than individual problems.';

/** What the specification advises for every run. */
export const runSuggestions: readonly string[] = [
  'Stop and reassess the current approach before continuing.',
  "Check if there's a common cause across these failures.",
];

export const toRunSuggestions = ({ kinds }: FailureRun): string[] => [...runSuggestions, ...(kinds.length === 1 ? [alike] : [])];
