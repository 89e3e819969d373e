import { clip } from './clip.ts';
import { toRelativePath } from '../session/relative-path.ts';
import type { DriftCategory, DriftParameters } from './drift-parameters.ts';
import type { Observer, Verdict } from './observer.ts';
import { toPercent } from './percent.ts';
import { isRelated } from './related-path.ts';
import { citeCalls } from './trail.ts';

const window = 10;
const maxLines = 10;
const maxNamed = 16;

const say = (summary: string): Verdict<DriftCategory> => ({ severity: 'info', summary, findings: [] });

/**
 * The specification's DriftDetector to the letter, but that paths are compared by segments and a bare name alone. Initial
 * paths are those that the prompts ask to change where none are configured.
 */
export const makeSpecifiedDrift = ({ initial_paths, drift_threshold }: DriftParameters): Observer<readonly string[], DriftCategory> => ({
  init: ({ cwd }) => (initial_paths ?? []).map((path) => clip(toRelativePath(path, cwd), 80)),
  step(initial, { promptScope }) {
    if (initial_paths !== null || promptScope === null) return initial;
    return [...new Set([...initial, ...promptScope.change.map((path) => clip(path, 80))])].slice(-maxNamed);
  },
  shouldRun: (_, { state }) => state.toolCallsSinceAssessment >= window,
  assess(initial, _call, context) {
    const recent = context.recentCalls(window);
    const paths = [...new Set(recent.flatMap((call) => call.paths))];
    if (initial.length === 0) return say('No initial paths are known: scope is not judged.');
    if (paths.length === 0) return say('No file operations in recent activity.');
    const unrelated = paths.filter((path) => !initial.some((one) => isRelated(path, one)));
    const ratio = 1 - (paths.length - unrelated.length) / paths.length;
    if (ratio < drift_threshold) return say(`Activity appears focused (${toPercent(1 - ratio)} of files are task-related).`);
    const calls = recent.filter((call) => call.paths.some((path) => unrelated.includes(path)));
    return {
      severity: 'caution',
      summary: `${toPercent(ratio)} of recent file operations are outside the original task scope.`,
      findings: [
        {
          ...citeCalls(calls),
          category: 'Scope Drift',
          title: `${unrelated.length} of ${paths.length} files have nothing to do with the task`,
          description: 'Recent work includes files unrelated to the original task.',
          evidence: unrelated.toSorted().slice(0, maxLines).join('\n'),
          severity: 'caution',
          subject: 'scope',
          waste: null,
        },
      ],
    };
  },
});
