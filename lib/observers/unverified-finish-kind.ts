import * as z from 'zod';
import { cyrb53 } from './call-edits.ts';
import { clipPath } from './clip.ts';
import { toCallLine, toTitledPath } from './evidence.ts';
import type { ObserverKind } from './observer.ts';
import { citeTrail, extendTrail, lastIndexOf, startTrail, type Trail } from './trail.ts';
import { whenever } from './trigger.ts';
import type { Verdict } from '../domain/verification.ts';
import { decideVerification, noWork, stepVerification, type VerificationState } from '../session/verification.ts';

const parametersSchema = z.strictObject({
  min_edits: z.int().min(1).max(30).describe('Minimum number of unchecked code edits in a turn.'),
});
type Parameters = z.output<typeof parametersSchema>;

/** Verification of a turn's code edits: the edits since a check passed, the newest edited file, and the newest lines. */
type State = {
  turnIdx: number | null;
  edits: Trail;
  path: string;
  lines: readonly string[];
  verification: VerificationState;
  /** Files that turns ended with, unchecked, by hash; the newest last. */
  finishes: readonly string[];
};

const quietSummaries: Record<Verdict, string> = {
  verified: 'The last edit of the turn was checked.',
  failed: 'The last check of the turn failed.',
  cannot_tell: 'Whether the last edit of the turn was checked cannot be told.',
  nothing_to_verify: 'The turn edited no code.',
  not_verified: 'The turn made few unchecked edits.',
};

const maxFinishes = 64;
const maxLines = 5;
const maxPathBytes = 120;

/** Finds turns that end with an answer although nothing checked their last edit. */
export const unverifiedFinish: ObserverKind<Parameters, State, 'Unverified Finish'> = {
  id: 'unverified_finish',
  name: 'Finish Checker',
  version: 4,
  description:
    'Finds turns that end with an answer although nothing checked the last code edit: no test, build, type check, lint or run of the program.',
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
  maxStateBytes: 8 * 1024,
  presets: { default: { trigger: whenever({ on_turn_end: true }), parameters: { min_edits: 1 }, records: 'changes' } },
  make: ({ min_edits }) => ({
    init: () => start(null, []),
    step(before, call) {
      const state = call.turnIdx === before.turnIdx ? before : start(call.turnIdx, before.finishes);
      const work = call.clues?.work ?? [];
      if (work.length === 0) return state;
      const verification = stepVerification(state.verification, work, call.id);
      if (verification.pending.length === 0) return { ...start(call.turnIdx, state.finishes), verification };
      const changed = work.findLast(({ did }) => did === 'change');
      if (changed?.did !== 'change') return { ...state, verification };
      const lines = [...state.lines.slice(1 - maxLines), toCallLine(call)];
      return {
        ...state,
        edits: extendTrail(state.edits, call),
        path: clipPath(changed.path, maxPathBytes),
        lines,
        verification,
      };
    },
    endTurn(state) {
      if (decideVerification(state.verification) !== 'not_verified' || state.edits.count < min_edits) return state;
      return { ...state, finishes: [...state.finishes.slice(1 - maxFinishes), hashPath(state.path)] };
    },
    shouldRun: () => true,
    assess({ edits, path, lines, verification, finishes }) {
      const verdict = decideVerification(verification);
      if (verdict !== 'not_verified' || edits.count < min_edits)
        return { severity: 'info', summary: quietSummaries[verdict], findings: [] };
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
            description: `The turn ended with an answer after ${count} that nothing checked, the last one in \`${path.replaceAll('`', "'")}\` at #${lastIndexOf(edits)}.`,
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
  verification: noWork,
  finishes,
});
