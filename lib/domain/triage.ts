import * as z from 'zod';
import { instant, timed } from './instant.ts';
import type { resolutionReason, triageAction } from './observation.ts';
import {
  observationFilter,
  observationState,
  observationTransition,
  observationView,
  transitionKind,
  maxNoteChars,
  tooLong,
} from './observation.ts';
import { showsNothing, showsSomething } from './visible.ts';

/** What an action is carried out on. A version, or a total, is what the asker saw: another one there now is a conflict. */
export const triageTarget = z.union(
  [
    z.strictObject({
      observations: z
        .array(z.strictObject({ id: z.string(), version: z.int().optional() }))
        .min(1)
        .max(10_000),
    }),
    z.strictObject({
      groups: z
        .array(z.strictObject({ fingerprint: z.string(), version: z.int().optional() }))
        .min(1)
        .max(10_000),
    }),
    z.strictObject({
      filter: observationFilter,
      view: observationView,
      /** How many the asker saw that match. */
      total: z.int().nonnegative(),
      /** What the list said of which ones match: others of the same number are a conflict, too. */
      resultSetHash: z.string().max(100).optional(),
    }),
  ],
  { error: 'set observations, groups, or a filter with view and total' },
);
export type TriageTarget = z.infer<typeof triageTarget>;

export const note = z
  .string()
  .max(maxNoteChars, { error: ({ input }) => tooLong(input, maxNoteChars) })
  .nullable();

/** The name of who acts. */
export const actor = z.string().trim().min(1, { abort: true }).max(200).refine(showsSomething, showsNothing);

/** An action, on what, by whom. `reason` counts for `resolve` alone. `changeId` names what it changes, so that it can be taken back. */
export type TriageCommand = {
  action: z.infer<typeof triageAction>;
  reason: z.infer<typeof resolutionReason>;
  note: string | null;
  by: string;
  atMs: number;
  changeId: string;
  target: TriageTarget;
};

/** What an action came to. One that is there already is unchanged; one that cannot be is refused and says why. */
export const triageResult = z.object({
  /** For undo; null: nothing changed. */
  changeId: z.string().nullable(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** The first hundred. */
  refusals: z.array(z.object({ id: z.string(), state: observationState, why: z.string() })),
});
export type TriageResult = z.infer<typeof triageResult>;

/** `left`: changed since, so they stay as they are. */
export const undoResult = z.object({ undone: z.int(), left: z.int() });
export type UndoResult = z.infer<typeof undoResult>;

/** One line of a history: what one request, or one call, changed of an observation or of a group. */
export const historyEntry = timed({
  seq: z.int(),
  changeId: z.string(),
  kind: transitionKind,
  from: observationState.nullable(),
  to: observationState,
  note: z.string().nullable(),
  by: z.string(),
  at: instant,
  /** How many observations it changed, and one of them. */
  observations: z.int(),
  observationId: z.string(),
  sessionId: z.string().nullable(),
  callIndex: z.int().nullable(),
  /** Where triage was carried over: the observation that it came from, or went to. */
  otherId: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** What a conflict tells of each thing that changed meanwhile. */
export const changedMeanwhile = z.object({
  id: z.string(),
  state: observationState,
  version: z.int(),
  /** The last step; null where none is known. */
  last: observationTransition.nullable(),
});
export type ChangedMeanwhile = z.infer<typeof changedMeanwhile>;

/** What a conflict tells beside its message: the first hundred things that are otherwise now. */
export const conflictDetails = z.object({ changed: z.array(changedMeanwhile) });
