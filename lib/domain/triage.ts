import * as z from 'zod';
import { given } from './measure.ts';
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

/** Target of an action. `version` and `total` are what the caller saw; a mismatch is a conflict. */
export const triageTarget = z.union(
  [
    z.strictObject({
      observations: z
        .array(z.strictObject({ id: z.string(), version: given.count.optional() }))
        .min(1)
        .max(10_000),
    }),
    z.strictObject({
      groups: z
        .array(z.strictObject({ fingerprint: z.string(), version: given.count.optional() }))
        .min(1)
        .max(10_000),
    }),
    z.strictObject({
      filter: observationFilter,
      view: observationView,
      /** Matches that the caller saw. */
      total: given.count,
      /** Hash of the matches that the caller saw; a mismatch is a conflict even if the number is the same. */
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

/** Name of the actor. */
export const actor = z.string().trim().min(1, { abort: true }).max(200).refine(showsSomething, showsNothing);

/** An action with target and actor. `reason` applies only to `resolve`. `changeId` identifies its changes for undo. */
export type TriageCommand = {
  action: z.infer<typeof triageAction>;
  reason: z.infer<typeof resolutionReason>;
  note: string | null;
  by: string;
  atMs: number;
  changeId: string;
  target: TriageTarget;
};

/** Result of an action. Observations already in the target state are unchanged; refused ones have a reason. */
export const triageResult = z.object({
  /** For undo; null if nothing changed. */
  changeId: z.string().nullable(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** The first hundred. */
  refusals: z.array(z.object({ id: z.string(), state: observationState, why: z.string() })),
});
export type TriageResult = z.infer<typeof triageResult>;

/** `left`: changed since, so not undone. */
export const undoResult = z.object({ undone: z.int(), left: z.int() });
export type UndoResult = z.infer<typeof undoResult>;

/** One line of a history: the changes of one request or call to an observation or group. */
export const historyEntry = timed({
  seq: z.int(),
  changeId: z.string(),
  kind: transitionKind,
  from: observationState.nullable(),
  to: observationState,
  note: z.string().nullable(),
  by: z.string(),
  at: instant,
  /** Number of changed observations, and one of them. */
  observations: z.int(),
  observationId: z.string(),
  sessionId: z.string().nullable(),
  callIndex: z.int().nullable(),
  /** Observation that triage was carried over from or to. */
  otherId: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** Conflict details for one changed observation or group. */
export const changedMeanwhile = z.object({
  id: z.string(),
  state: observationState,
  version: z.int(),
  /** Last step; null if unknown. */
  last: observationTransition.nullable(),
});
export type ChangedMeanwhile = z.infer<typeof changedMeanwhile>;

/** Conflict details: the first hundred that changed. */
export const conflictDetails = z.object({ changed: z.array(changedMeanwhile) });
