import type { ObservationState, TransitionKind, TriageAction } from '../domain/observation.ts';
import { toReason, toReturned, toStatus } from './lifecycle.ts';

/** Restored by undo, besides the state. `cleared`: 1 if archived; `label`: the last triage label. */
export type UndoneFields = {
  acknowledgedAtMs: number | null;
  resolvedAtMs: number | null;
  resolvedBy: string | null;
  resolutionNote: string | null;
  cleared: number;
  label: string | null;
  labelAtMs: number | null;
};

/** Stored columns that triage determines. */
export type TriageState = UndoneFields & { state: ObservationState; changedAtMs: number; version: number };

/** How a group was closed last. */
export type Closing = Pick<TriageState, 'state' | 'resolvedAtMs' | 'resolvedBy' | 'resolutionNote'>;

type Step = { kind: TransitionKind; by: string; atMs: number; note: string | null };

/** State of a new observation: a return if its whole group was closed, else open. */
export const startTriage = (closing: Closing | null, foundAtMs: number, nowMs: number): TriageState => {
  const reason = closing && toReason(closing.state);
  const state = reason === null ? 'open' : toReturned({ state: reason, atMs: closing?.resolvedAtMs ?? 0 }, foundAtMs).to;
  const resolved = toReason(state) === null ? null : closing;
  return {
    state,
    acknowledgedAtMs: null,
    resolvedAtMs: resolved?.resolvedAtMs ?? null,
    resolvedBy: resolved?.resolvedBy ?? null,
    resolutionNote: resolved?.resolutionNote ?? null,
    cleared: 0,
    label: null,
    labelAtMs: null,
    changedAtMs: nowMs,
    version: 1,
  };
};

/** State after a step. If it has that state already, only the note is corrected. */
export const toMoved = <Row extends TriageState>(row: Row, to: ObservationState, { kind, by, atMs, note }: Step): Row => {
  const status = toStatus(to);
  const isResolved = status === 'resolved';
  if (isResolved && row.state === to) return { ...row, resolutionNote: note, changedAtMs: atMs, version: row.version + 1 };
  return {
    ...row,
    state: to,
    acknowledgedAtMs: status === 'acknowledged' ? atMs : isResolved ? row.acknowledgedAtMs : null,
    resolvedAtMs: isResolved ? atMs : null,
    resolvedBy: isResolved ? by : null,
    resolutionNote: isResolved ? note : null,
    cleared: isResolved ? row.cleared : 0,
    ...toLabeled(row, kind, to, atMs),
    changedAtMs: atMs,
    version: row.version + 1,
  };
};

/** Only people and agents set labels. */
const toLabeled = ({ label, labelAtMs }: TriageState, kind: TransitionKind, to: ObservationState, atMs: number) => {
  if (kind === 'resolve' && (to === 'fixed' || to === 'false_positive')) return { label: to, labelAtMs: atMs };
  return kind === 'resolve' || kind === 'reopen' ? { label: null, labelAtMs: null } : { label, labelAtMs };
};

/** As it was before a step. */
export const toUndone = <Row extends TriageState>(row: Row, before: UndoneFields & { state: ObservationState }, atMs: number): Row => ({
  ...row,
  ...before,
  changedAtMs: atMs,
  version: row.version + 1,
});

/**
 * Members of a group to act on: to acknowledge, the open ones; to resolve, unresolved ones, or all if all are resolved; to reopen, the
 * rest.
 */
export const toActedOn = <Row extends TriageState>(rows: readonly Row[], action: TriageAction): readonly Row[] => {
  const statusOf = (row: Row) => toStatus(row.state);
  if (action === 'acknowledge') return rows.filter((row) => statusOf(row) === 'open');
  if (action === 'reopen') return rows.filter((row) => statusOf(row) !== 'open');
  const standing = rows.filter((row) => statusOf(row) !== 'resolved');
  return standing.length > 0 ? standing : rows;
};
