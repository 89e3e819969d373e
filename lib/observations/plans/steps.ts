import * as z from 'zod';
import type { ObservationState, TransitionKind } from '../../domain/observation.ts';
import { toStatus } from '../lifecycle.ts';
import type { UndoneFields } from '../triage-state.ts';
import type { StepRow, TriageRow } from './rows.ts';

/** Actor, time and reason of a change. */
export type Change = Pick<StepRow, 'kind' | 'changeId' | 'by' | 'atMs' | 'note' | 'callIndex'> & { otherId?: string };

/** Actions that can be undone. */
const undoable: ReadonlySet<TransitionKind> = new Set(['acknowledge', 'resolve', 'reopen', 'clear']);
/** Steps that are withdrawn when a replay no longer detects them. */
const returns: ReadonlySet<TransitionKind> = new Set(['regress', 'return']);

export const isUndoable = ({ kind, fromState, before }: StepRow): boolean => undoable.has(kind) && fromState !== null && before !== null;

/** A step from one row to the next; `from` null: the observation is new. */
export const toStepRow = (row: TriageRow, from: TriageRow | null, change: Change): StepRow => ({
  ...change,
  otherId: change.otherId ?? null,
  sessionId: row.sessionId,
  observationId: row.id,
  fingerprint: row.fingerprint,
  fromState: from?.state ?? null,
  toState: row.state,
  before: from && toBefore(from, change.kind),
});

const toBefore = (from: TriageRow, kind: TransitionKind): string | null => {
  if (kind === 'escalate') return JSON.stringify({ severity: from.severity });
  if (!undoable.has(kind) && !returns.has(kind)) return null;
  const { acknowledgedAtMs, resolvedAtMs, resolvedBy, resolutionNote, cleared, label, labelAtMs } = from;
  return JSON.stringify({ acknowledgedAtMs, resolvedAtMs, resolvedBy, resolutionNote, cleared, label, labelAtMs });
};

/** The last opening before a position in the history. `steps` ascend. */
export const findOpening = <Step extends StepRow>(steps: readonly Step[]): Step | null =>
  steps.findLast(
    ({ kind, fromState, toState }) =>
      openings.has(kind) && toStatus(toState) === 'open' && (fromState === null || toStatus(fromState) === 'resolved'),
  ) ?? null;
const openings: ReadonlySet<TransitionKind> = new Set(['create', 'regress', 'return', 'reopen']);

/** The last step that changed the state. */
export const findLastMove = (steps: readonly StepRow[]): StepRow | null =>
  steps.findLast(({ fromState, toState }) => fromState !== toState) ?? null;

const undoneFields: z.ZodType<UndoneFields> = z.object({
  acknowledgedAtMs: z.number().nullable(),
  resolvedAtMs: z.number().nullable(),
  resolvedBy: z.string().nullable(),
  resolutionNote: z.string().nullable(),
  cleared: z.number(),
  label: z.string().nullable().default(null),
  labelAtMs: z.number().nullable().default(null),
});

/** State before a step; null if the step did not store it. */
export const parseBefore = ({ before, fromState, kind }: StepRow): (UndoneFields & { state: ObservationState }) | null =>
  before === null || fromState === null || kind === 'escalate' ? null : { ...undoneFields.parse(JSON.parse(before)), state: fromState };

/** Severity before an escalation; null for any other step. */
export const parseSeverityBefore = ({ before, kind }: Pick<StepRow, 'before' | 'kind'>): number | null =>
  before === null || kind !== 'escalate' ? null : severityOf.parse(JSON.parse(before)).severity;
const severityOf = z.object({ severity: z.number() });
