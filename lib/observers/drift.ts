import { isRefused } from '../domain/outcome-names.ts';
import { clip } from './clip.ts';
import { toRelativePath } from '../session/relative-path.ts';
import type { DriftCategory, DriftParameters } from './drift-parameters.ts';
import { toEvidence, toTitledPath } from './evidence.ts';
import type { ObservedCall } from './observed-call.ts';
import type { FoundNow, Observer, Verdict } from './observer.ts';
import { toPercent } from './percent.ts';
import { isDocument, isNear } from './related-path.ts';

/** A file that was worked on, with the newest call that did. */
type Worked = { path: string; index: number; id: string; resultId: string | null; line: string };

type DriftState = {
  turn: number | null;
  /** Paths that the turn's prompt asks to change, or configured ones. */
  named: readonly string[];
  /** Paths that the prompt asks to leave alone. */
  keep: readonly string[];
  /** Paths in `named` that were read, searched or changed: only these are surely paths, and part of the task. */
  met: readonly string[];
  worked: readonly Worked[];
  /** Where drift was first found in this turn; identifies this drift while it is active. */
  towards: string | null;
};

const namedBytes = 80;
const maxWorked = 8;

const none: readonly string[] = [];

const clipPaths = (paths: readonly string[]): readonly string[] => paths.map((path) => clip(path, namedBytes));

const isMet = (path: string, { summary, paths }: ObservedCall): boolean =>
  summary.includes(path) || paths.some((one) => one.startsWith(path));

/** Files outside of the session's folder are notes and scratch. */
const isInside = (path: string): boolean => !/^(?:\/|~|\.\.|[A-Za-z]:)/u.test(path);

const isWork = ({ kind, traits, outcome }: ObservedCall, looksAt: DriftParameters['looks_at']): boolean =>
  outcome !== 'error' && !isRefused(outcome) && (looksAt === 'all' || kind === 'edit' || kind === 'write' || traits.includes('changes'));

const stepWorked = (worked: readonly Worked[], call: ObservedCall, parameters: DriftParameters): readonly Worked[] => {
  if (call.paths.length === 0 || !isWork(call, parameters.looks_at)) return worked;
  const inside = call.paths.filter(isInside);
  const { index, id, resultId, name } = call;
  const kept = worked.filter((one) => one.index > index - parameters.window_size && !inside.includes(one.path));
  const added = inside.map((path): Worked => ({ path, index, id, resultId, line: clip(name, 24) }));
  return [...kept, ...added].slice(-maxWorked);
};

/** The files that were worked on lately, and those of them that are out of scope. */
const compare = ({ named, keep, met, worked }: DriftState, call: ObservedCall, parameters: DriftParameters): Compared => {
  const lately = worked.filter(({ index }) => index > call.index - parameters.window_size);
  const kept = lately.filter(({ path }) => keep.some((one) => isKept(path, one)) && !named.some((one) => isKept(path, one)));
  const unrelated = isScope(met, parameters) ? lately.filter(({ path }) => !named.some((initial) => isNear(path, initial))) : [];
  const ratio = lately.length === 0 ? 0 : unrelated.length / lately.length;
  const isDrift = unrelated.length >= parameters.least_files && ratio >= parameters.drift_threshold;
  return { lately, kept, unrelated: isDrift ? unrelated : [], ratio };
};

type Compared = { lately: readonly Worked[]; kept: readonly Worked[]; unrelated: readonly Worked[]; ratio: number };

const isScope = (met: readonly string[], { initial_paths }: DriftParameters): boolean =>
  met.some((path) => initial_paths !== null || !isDocument(path));

/** The file itself, or one in the folder that is named. */
const isKept = (path: string, named: string): boolean => {
  const one = named.replace(/\/$/u, '');
  return path === one || path.startsWith(`${one}/`) || path.endsWith(`/${one}`);
};

const topOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/') || path;

/**
 * Finds changes of files that the prompt asks to leave alone, and work in files that have nothing to do with those that it asks to change. Each
 * turn is judged by its own prompt and its own calls.
 */
export const makeDrift = (parameters: DriftParameters): Observer<DriftState, DriftCategory> => ({
  init: ({ cwd }) => {
    const named = clipPaths((parameters.initial_paths ?? []).map((path) => toRelativePath(path, cwd)));
    return { turn: null, named, keep: none, met: named, worked: [], towards: null };
  },
  step(state, call) {
    const { promptScope } = call;
    const isConfigured = parameters.initial_paths !== null;
    const own = isConfigured ? state.named : clipPaths(promptScope?.change ?? none);
    const begun: DriftState =
      call.turnIdx === state.turn
        ? state
        : {
            turn: call.turnIdx,
            named: own,
            keep: clipPaths(promptScope?.keep ?? none),
            met: isConfigured ? own : none,
            worked: [],
            towards: null,
          };
    const fresh =
      begun.named.length === begun.met.length ? none : begun.named.filter((path) => !begun.met.includes(path) && isMet(path, call));
    const met = fresh.length === 0 ? begun.met : [...begun.met, ...fresh];
    const worked = stepWorked(begun.worked, call, parameters);
    if (begun === state && met === state.met && worked === state.worked) return state;
    const next = { ...begun, met, worked };
    if (next.towards !== null || worked.length === 0) return next;
    const { kept, unrelated } = compare(next, call, parameters);
    const [first] = [...kept, ...unrelated];
    return first ? { ...next, towards: topOf(first.path) } : next;
  },
  shouldRun: ({ met, keep }) => keep.length > 0 || isScope(met, parameters),
  assess(state, call) {
    const { lately, kept, unrelated, ratio } = compare(state, call, parameters);
    if (kept.length > 0) return toBreach(state, kept);
    if (unrelated.length > 0) return toDrift(state, unrelated, lately.length, ratio);
    return lately.length === 0 ? idle : toFocused(ratio);
  },
});

const say = (summary: string): Verdict<DriftCategory> => ({ severity: 'info', summary, findings: [] });

const idle = say('No file operations in recent activity.');
const toFocused = (ratio: number): Verdict<DriftCategory> =>
  say(`Activity appears focused (${toPercent(1 - ratio)} of files are task-related).`);

const listQuoted = (paths: readonly string[]): string =>
  paths
    .slice(0, 3)
    .map((path) => `\`${clip(path, 60).replaceAll('`', "'")}\``)
    .join(', ');

const toFinding = (
  { named, towards }: DriftState,
  files: readonly Worked[],
  title: string,
  description: string,
): FoundNow<DriftCategory> => {
  const calls = files.filter(({ id }, at) => files.findIndex((one) => one.id === id) === at);
  return {
    category: 'Scope Drift',
    title,
    description,
    evidence: toEvidence(files, ({ index, line, path }) => clip(`#${index}: ${line}(${path})`, 140)),
    severity: 'caution',
    // A drift is identified by what the prompt asked for and where the work went.
    subject: clip(`scope ${named[0] ?? ''} ${towards ?? ''}`, 120),
    calls: calls.map(({ index }) => index),
    callCount: calls.length,
    records: calls.flatMap(({ id, resultId }) => (resultId === null || resultId === id ? [id] : [id, resultId])),
    waste: null,
  };
};

const toBreach = (state: DriftState, kept: readonly Worked[]): Verdict<DriftCategory> => {
  const last = kept.at(-1);
  const count = kept.length === 1 ? 'One file' : `${kept.length} files`;
  return {
    severity: 'caution',
    summary: `${count} changed although the prompt said to leave ${kept.length === 1 ? 'it' : 'them'} alone.`,
    findings: [
      toFinding(
        state,
        kept,
        `${count} changed against the prompt${last ? `, last ${toTitledPath(last.path)}` : ''}`,
        `The prompt says to leave ${listQuoted(state.keep)} alone, but ${count.toLowerCase()} changed there.`,
      ),
    ],
    suggestions: ['Undo these changes, or ask the user whether they are wanted.'],
  };
};

const toDrift = (state: DriftState, unrelated: readonly Worked[], files: number, ratio: number): Verdict<DriftCategory> => {
  const last = unrelated.at(-1);
  return {
    severity: 'caution',
    summary: `${toPercent(ratio)} of recent file operations are outside the original task scope.`,
    findings: [
      toFinding(
        state,
        unrelated,
        `${unrelated.length} of ${files} files are unrelated to the task${last ? `, last ${toTitledPath(last.path)}` : ''}`,
        `${unrelated.length} of ${files} recently changed files are unrelated to the task, which names ${listQuoted(state.met.filter((path) => !isDocument(path)))}.`,
      ),
    ],
  };
};
