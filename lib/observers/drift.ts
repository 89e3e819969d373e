import { clip } from './clip.ts';
import { toRelativePath } from './call-paths.ts';
import type { DriftCategory, DriftParameters } from './drift-parameters.ts';
import { toEvidence, toTitledPath } from './evidence.ts';
import type { ObservedCall } from './observed-call.ts';
import type { Observer, Verdict } from './observer.ts';
import { toPercent } from './percent.ts';
import { isDocument, isNear } from './related-path.ts';

/** A file that was worked on, with the newest call that did. */
type Worked = { path: string; index: number; id: string; resultId: string | null; line: string };

type DriftState = {
  /** What the prompts name, newest last. */
  named: readonly string[];
  /** Of it, what was read, searched or changed: only that is surely a path, and part of the task. */
  met: readonly string[];
  worked: readonly Worked[];
};

const maxNamed = 16;
const namedBytes = 80;
const maxWorked = 8;

const none: readonly string[] = [];

/** Adds what is not in a list yet, and forgets the oldest. */
const merge = (known: readonly string[], added: readonly string[]): readonly string[] => {
  const fresh = added.length === 0 ? none : added.filter((path) => !known.includes(path));
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-maxNamed);
};

const isMet = (path: string, { summary, paths }: ObservedCall): boolean =>
  summary.includes(path) || paths.some((one) => one.startsWith(path));

/** Files outside of the session's folder are notes and scratch. */
const isInside = (path: string): boolean => !/^(?:\/|~|\.\.|[A-Za-z]:)/u.test(path);

const isWork = ({ kind, traits, outcome }: ObservedCall, looksAt: DriftParameters['looks_at']): boolean =>
  outcome !== 'error' && outcome !== 'rejected' && (looksAt === 'all' || kind === 'edit' || kind === 'write' || traits.includes('changes'));

const stepWorked = (worked: readonly Worked[], call: ObservedCall, parameters: DriftParameters): readonly Worked[] => {
  if (call.paths.length === 0 || !isWork(call, parameters.looks_at)) return worked;
  const inside = call.paths.filter(isInside);
  const { index, id, resultId, name } = call;
  const kept = worked.filter((one) => one.index > index - parameters.window_size && !inside.includes(one.path));
  const added = inside.map((path): Worked => ({ path, index, id, resultId, line: clip(name, 24) }));
  return [...kept, ...added].slice(-maxWorked);
};

/** Finds work in files that have nothing to do with those of the task. */
export const makeDrift = (parameters: DriftParameters): Observer<DriftState, DriftCategory> => ({
  init: ({ cwd }) => {
    const paths = (parameters.initial_paths ?? []).map((path) => clip(toRelativePath(path, cwd), namedBytes));
    return { named: paths, met: paths, worked: [] };
  },
  step(state, call) {
    const { promptPaths } = call;
    const added = parameters.initial_paths === null && promptPaths !== null ? promptPaths.map((path) => clip(path, namedBytes)) : none;
    const named = merge(state.named, added);
    const isComplete = named.length === state.met.length;
    const met = isComplete
      ? state.met
      : merge(
          state.met,
          named.filter((path) => isMet(path, call)),
        );
    const worked = stepWorked(state.worked, call, parameters);
    return named === state.named && met === state.met && worked === state.worked ? state : { named, met, worked };
  },
  shouldRun: ({ met }) => met.some((path) => parameters.initial_paths !== null || !isDocument(path)),
  assess({ named, met, worked }, call) {
    if (worked.length < parameters.least_files) return focused;
    const lately = worked.filter(({ index }) => index > call.index - parameters.window_size);
    const unrelated = lately.filter(({ path }) => !named.some((initial) => isNear(path, initial)));
    const ratio = lately.length === 0 ? 0 : unrelated.length / lately.length;
    if (unrelated.length < parameters.least_files || ratio < parameters.drift_threshold) return toFocused(lately.length, ratio);
    return toDrift(unrelated, lately.length, ratio, met);
  },
});

const focused: Verdict<DriftCategory> = { severity: 'info', summary: 'Few files were worked on.', findings: [] };

const toFocused = (files: number, ratio: number): Verdict<DriftCategory> => ({
  severity: 'info',
  summary:
    files === 0
      ? 'No file operations in recent activity.'
      : `Activity appears focused (${toPercent(1 - ratio)} of files are task-related).`,
  findings: [],
});

const toDrift = (unrelated: readonly Worked[], files: number, ratio: number, met: readonly string[]): Verdict<DriftCategory> => {
  const calls = unrelated.filter(({ id }, at) => unrelated.findIndex((one) => one.id === id) === at);
  const last = unrelated.at(-1);
  const task = met
    .filter((path) => !isDocument(path))
    .slice(0, 3)
    .map((path) => `\`${clip(path, 60).replaceAll('`', "'")}\``);
  return {
    severity: 'caution',
    summary: `${toPercent(ratio)} of recent file operations are outside the original task scope.`,
    findings: [
      {
        category: 'Scope Drift',
        title: `${unrelated.length} of ${files} files have nothing to do with the task${last ? `, last ${toTitledPath(last.path)}` : ''}`,
        description: `${unrelated.length} of the ${files} files that were worked on lately are unrelated to the original task, which names ${task.join(', ')}.`,
        evidence: toEvidence(unrelated, ({ index, line, path }) => clip(`#${index}: ${line}(${path})`, 140)),
        severity: 'caution',
        subject: 'scope',
        calls: calls.map(({ index }) => index),
        callCount: calls.length,
        records: calls.flatMap(({ id, resultId }) => (resultId === null || resultId === id ? [id] : [id, resultId])),
        waste: null,
      },
    ],
  };
};
