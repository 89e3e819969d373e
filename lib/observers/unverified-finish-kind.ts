import * as z from 'zod';
import { cyrb53 } from './call-edits.ts';
import { clipPath } from './clip.ts';
import { toCallLine, toTitledPath } from './evidence.ts';
import type { ObserverKind } from './observer.ts';
import { citeTrail, extendTrail, lastIndexOf, startTrail, type Trail } from './trail.ts';
import { whenever } from './trigger.ts';
import { findEditedCode, mayVerify } from './unverified-finish.ts';

const parametersSchema = z.strictObject({
  min_edits: z.int().min(1).max(30).describe('Minimum number of unchecked code edits in a turn.'),
});
type Parameters = z.output<typeof parametersSchema>;

/** Edits of code in a turn since the last call that may have checked them, the newest of their files, and the newest lines. */
type State = {
  turnIdx: number | null;
  edits: Trail;
  path: string;
  lines: readonly string[];
  /** Files that turns ended with, unchecked, by hash; the newest last. */
  finishes: readonly string[];
};

const maxFinishes = 64;
const maxLines = 5;
const maxPathBytes = 120;

/** Finds turns that end with an answer although nothing checked their last edit. */
export const unverifiedFinish: ObserverKind<Parameters, State, 'Unverified Finish'> = {
  id: 'unverified_finish',
  name: 'Finish Checker',
  version: 2,
  description: 'Finds turns that end with an answer although no test, build or lint ran after the last code edit.',
  categories: {
    'Unverified Finish': {
      label: 'Unverified',
      countsCalls: false,
      headline: 'Finished unverified',
      subjectScope: 'project',
      suggestions: ['Run the tests, the build or the linter on your last changes now, and tell the user the result.'],
    },
  },
  parametersSchema,
  maxStateBytes: 4 * 1024,
  presets: { default: { trigger: whenever({ on_turn_end: true }), parameters: { min_edits: 1 }, records: 'changes' } },
  make: ({ min_edits }) => ({
    init: () => start(null, []),
    step(before, call) {
      const state = call.turnIdx === before.turnIdx ? before : start(call.turnIdx, before.finishes);
      const path = findEditedCode(call);
      const isVerified = mayVerify(call);
      if (path === null ? isVerified && state.edits.count > 0 : isVerified) return start(call.turnIdx, state.finishes);
      if (path === null) return state;
      const lines = [...state.lines.slice(1 - maxLines), toCallLine(call)];
      return { ...state, edits: extendTrail(state.edits, call), path: clipPath(path, maxPathBytes), lines };
    },
    endTurn(state) {
      if (state.edits.count < min_edits) return state;
      return { ...state, finishes: [...state.finishes.slice(1 - maxFinishes), hashPath(state.path)] };
    },
    shouldRun: () => true,
    assess({ edits, path, lines, finishes }) {
      if (edits.count < min_edits) return { severity: 'info', summary: 'The last edit of the turn was checked.', findings: [] };
      const times = finishes.filter((one) => one === hashPath(path)).length;
      const count = edits.count === 1 ? 'one code edit' : `${edits.count} code edits`;
      return {
        severity: 'caution',
        summary: 'The turn ended before its last edit was checked.',
        findings: [
          {
            ...citeTrail(edits),
            category: 'Unverified Finish',
            title: `${toTitledPath(path)}: edited last and not checked before the answer`,
            description: `The turn ended with an answer after ${count} that no test, build or lint run checked, the last one in \`${path.replaceAll('`', "'")}\` at #${lastIndexOf(edits)}.`,
            evidence: lines.join('\n'),
            severity: 'caution',
            // Each finish is a finding of its own, also where several of a session end with an edit of the same file.
            subject: times > 1 ? `${path} (${times})` : path,
            waste: null,
          },
        ],
      };
    },
  }),
};

const hashPath = (path: string): string => cyrb53(path).slice(0, 8);

const start = (turnIdx: number | null, finishes: readonly string[]): State => ({
  turnIdx,
  edits: startTrail(0),
  path: '',
  lines: [],
  finishes,
});
