import { approachOf } from './approach.ts';
import { cyrb53 } from './call-edits.ts';
import { clip } from './clip.ts';
import { toErrorLine, toTitled } from './evidence.ts';
import type { ObservedCall } from './observed-call.ts';
import type { FoundNow } from './observer.ts';
import { toRefusalSubject, toRepeatKey } from './repetition.ts';
import { citeTrail, extendTrail, startTrail, type Trail } from './trail.ts';

/** Failures that belong together. Plain JSON. */
export type FailureRun = {
  trail: Trail;
  outages: number;
  /** Distinct error kinds, by key, up to `maxKinds`. */
  kinds: readonly string[];
  /** Hashes of the newest `maxKinds` attempts. */
  approaches: readonly string[];
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
  approaches: [],
  calls: [],
  lines: [],
  firstTool: '',
  first: '',
  newest: '',
};

const kindOf = ({ errorKey }: ObservedCall): string => (errorKey ?? '').slice(-11);
const hashApproach = (call: ObservedCall): string => cyrb53(approachOf(call)).slice(0, 8);

/** Whether a failure has to do with those of a run: it fails in the same way, or in the same attempt. */
export const isAlike = ({ kinds, approaches }: FailureRun, call: ObservedCall): boolean =>
  kinds.includes(kindOf(call)) || isAttempt({ approaches }, call);

/** A crash reads differently with each command line. */
const crash = /segmentation fault|core dumped|bus error|\bSIG(?:SEGV|ABRT|BUS)\b/iu;

/** Key of failures that are alike beyond doubt: the same attempt fails in the same way. */
export const toSeriesKey = (call: ObservedCall): string => (crash.test(call.error ?? '') ? 'crash' : kindOf(call)) + hashApproach(call);

/** Whether a call tries what failed in a run. */
export const isAttempt = ({ approaches }: Pick<FailureRun, 'approaches'>, call: ObservedCall): boolean =>
  approaches.includes(hashApproach(call));

export const extendRun = (run: FailureRun, call: ObservedCall): FailureRun => {
  const { trail, outages, kinds, approaches, calls, lines, firstTool, first } = run;
  const kind = kindOf(call);
  const approach = hashApproach(call);
  const title = toTitled(call);
  const repeatKey = toRepeatKey(call, 'call');
  return {
    trail: extendTrail(trail, call),
    outages: outages + (call.traits.includes('outage') ? 1 : 0),
    kinds: kinds.includes(kind) || kinds.length === maxKinds ? kinds : [...kinds, kind],
    approaches: approaches.includes(approach) ? approaches : [...approaches.slice(1 - maxKinds), approach],
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

/** The first error kind, or the call if the run repeats a single call. */
export const toRunSubject = ({ kinds, calls }: FailureRun): string =>
  calls.length === 1 ? toRefusalSubject(calls[0] ?? '') : clip(kinds[0] ?? '', 20);

/** A finding over the whole run. */
export const toRunFinding = <Category extends string>(
  { trail, lines }: FailureRun,
  subject: string,
  texts: Pick<FoundNow<Category>, 'category' | 'title' | 'description' | 'severity'>,
  shown = lines,
): FoundNow<Category> => ({
  ...citeTrail(trail),
  ...texts,
  evidence: shown.join('\n'),
  subject,
  waste: null,
});
