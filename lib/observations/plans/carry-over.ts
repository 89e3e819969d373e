import * as z from 'zod';
import type { TransitionKind } from '../../domain/observation.ts';
import { hashId } from '../../session/ids.ts';
import { isImportChange } from '../import-change.ts';
import { isWithdrawal, toReason } from '../lifecycle.ts';
import { toMoved, toUndone, type TriageState } from '../triage-state.ts';
import type { Draft, DraftStep, ObservationDrafts } from './observation-drafts.ts';
import { findFurthestCall, findNewest } from './occurrences.ts';
import type { OccurrenceRow } from './rows.ts';
import { findLastMove, type Change } from './steps.ts';

/**
 * When error keys or rules improve, the same calls get another fingerprint. Triage decisions move to the new observation; the old one is
 * archived, and their histories link to each other.
 */

const acts: ReadonlySet<TransitionKind> = new Set(['acknowledge', 'resolve', 'reopen', 'undo', 'clear']);
const placings: ReadonlySet<TransitionKind> = new Set(['create', 'carry_to']);
const leaves: ReadonlySet<TransitionKind> = new Set([...acts, 'carry_from', 'regress', 'return']);

const isAct = ({ kind, changeId }: DraftStep): boolean => acts.has(kind) || isImportChange(changeId);
const findCarriedTo = (steps: readonly DraftStep[]): DraftStep | undefined => steps.findLast(({ kind }) => kind === 'carry_to');
/** Steps since triage was last carried over; all if it never was. */
const listOwn = (steps: readonly DraftStep[]): readonly DraftStep[] =>
  steps.slice(steps.findLastIndex(({ kind }) => kind === 'carry_to') + 1);

/** Whether an observation has triage decisions of its own. */
export const isTouched = ({ steps }: Draft): boolean => listOwn(steps).some((step) => isAct(step) || step.kind === 'carry_from');

/** Whether its triage was carried over to another observation. */
export const isCarriedAway = ({ steps }: Draft): boolean =>
  findCarriedTo(steps) !== undefined && !listOwn(steps).some(({ kind }) => leaves.has(kind));

const hasCalls = z.object({ calls: z.array(z.number()).optional(), records: z.array(z.string()).optional() });

/** Evidence of an observation: records, calls, and the first calls of its occurrences. */
const listGround = ({ row, occurrences }: Draft): Set<string> => {
  const { calls = [], records = [] } = row.evidence === null ? {} : hasCalls.parse(JSON.parse(row.evidence));
  return new Set([...records, ...calls.map((call) => `#${call}`), ...occurrences.map(({ callId }) => callId)]);
};

type Pair = { from: Draft; to: Draft; shared: number; isBack: boolean };

/** It was created after the decision, or its triage came from there. */
const isSuccessor = (from: Draft, to: Draft, isBack: boolean): boolean => {
  const decided = from.steps.findLast(isAct)?.seq ?? 0;
  return isBack || (to.steps.findLast(({ kind }) => placings.has(kind))?.seq ?? Infinity) > decided;
};

const listPairs = (drafts: readonly Draft[]): Pair[] => {
  const gone = drafts.filter((draft) => draft.occurrences.length > 0 && draft.row.evidence !== null && !stands(draft) && isTouched(draft));
  if (gone.length === 0) return [];
  const fresh = drafts.filter((draft) => findNewest(draft.occurrences) !== null && !isTouched(draft));
  if (fresh.length === 0) return [];
  const grounds = new Map([...gone, ...fresh].map((draft) => [draft, listGround(draft)]));
  return gone.flatMap((from) =>
    fresh.flatMap((to): Pair[] => {
      if (from.row.observer !== to.row.observer || from.row.category !== to.row.category) return [];
      const isBack = findCarriedTo(to.steps)?.otherId === from.row.id;
      const ground = grounds.get(from);
      const shared = [...(grounds.get(to) ?? [])].filter((one) => ground?.has(one)).length;
      return (shared > 0 || isBack) && isSuccessor(from, to, isBack) ? [{ from, to, shared, isBack }] : [];
    }),
  );
};

const stands = ({ occurrences }: Draft): boolean => occurrences.some(({ superseded }) => superseded === 0);

const comparePairs = (one: Pair, other: Pair): number =>
  Number(other.isBack) - Number(one.isBack) ||
  other.shared - one.shared ||
  compareIds(one.from, other.from) ||
  compareIds(one.to, other.to);
const compareIds = (one: Draft, other: Draft): number => (one.row.id < other.row.id ? -1 : Number(one.row.id > other.row.id));

/** Last decision before a replay withdrew it. */
const toDecided = ({ row, steps }: Draft): TriageState => {
  const last = findLastMove(steps);
  if (!isWithdrawal(row) || last?.kind !== 'withdraw') return toReason(row.state) === null ? { ...row, cleared: 0 } : row;
  const state = last.fromState ?? 'open';
  return { ...row, state, resolvedAtMs: null, resolvedBy: null, resolutionNote: null, cleared: 0 };
};

/** The first occurrence after a repair, if only the new observation has one. */
const findRegression = ({ from, to }: Pair): OccurrenceRow | null => {
  const [newest, { state, resolvedAtMs }] = [findNewest(to.occurrences), to.row];
  if (state !== 'fixed' || !newest || newest.atMs <= (resolvedAtMs ?? Infinity)) return null;
  const isLater = newest.timed === 1 ? from.occurrences.every(({ lastAtMs }) => lastAtMs < newest.atMs) : isBehind(newest, from);
  return isLater ? newest : null;
};

const isBehind = ({ callIndex }: OccurrenceRow, { occurrences }: Draft): boolean => callIndex > findFurthestCall(occurrences);

/**
 * After all calls were reduced: an observation that is no longer detected passes its triage to the one of the same observer and category
 * that shares the most evidence and has no decisions. Each gives and takes at most once. If the old one is detected again, its triage
 * returns, unless the new one keeps it; then the old one is open.
 */
export const carryOver = (drafts: ObservationDrafts, nowMs: number): void => {
  const taken = new Set<Draft>();
  for (const pair of listPairs(drafts.list()).sort(comparePairs)) {
    const { from, to } = pair;
    if (taken.has(from) || taken.has(to)) continue;
    taken.add(from).add(to);
    const change = (kind: TransitionKind, { row }: Draft, other: Draft): Change => ({
      kind,
      changeId: hashId('carry', from.row.id, to.row.id, nowMs),
      by: row.observer,
      atMs: nowMs,
      note: null,
      callIndex: null,
      otherId: other.row.id,
    });
    const { acknowledgedAtMs, resolvedAtMs, resolvedBy, resolutionNote, cleared, label, labelAtMs, state } = toDecided(from);
    const carried = { acknowledgedAtMs, resolvedAtMs, resolvedBy, resolutionNote, cleared, label, labelAtMs, state };
    drafts.move(to, toUndone(to.row, carried, nowMs), change('carry_from', to, from));
    drafts.move(from, toUndone(from.row, toArchived(from, nowMs), nowMs), change('carry_to', from, to));
    const again = findRegression(pair);
    if (!again) continue;
    const regress: Change = { kind: 'regress', ...toFoundChange(to.row.sessionId, again), by: to.row.observer };
    drafts.move(to, { ...toMoved(to.row, 'regressed', regress), openedAtMs: again.atMs, changedAtMs: nowMs }, regress);
  }
  for (const draft of drafts.list()) {
    if (!isCarriedAway(draft) || !stands(draft)) continue;
    const { observer } = draft.row;
    const change: Change = {
      kind: 'return',
      changeId: hashId('return', draft.row.id, nowMs),
      by: observer,
      atMs: nowMs,
      note: null,
      callIndex: null,
    };
    drafts.move(
      draft,
      toUndone(draft.row, { ...draft.row, state: 'open', resolvedAtMs: null, resolvedBy: null, cleared: 0 }, nowMs),
      change,
    );
  }
};

const toFoundChange = (sessionId: string, { callId, callIndex, atMs }: OccurrenceRow) => ({
  changeId: hashId('found', sessionId, callId),
  atMs,
  note: null,
  callIndex,
});

const toArchived = ({ row }: Draft, nowMs: number) => ({
  state: 'stale' as const,
  acknowledgedAtMs: null,
  resolvedAtMs: nowMs,
  resolvedBy: row.observer,
  resolutionNote: null,
  cleared: 1,
  label: null,
  labelAtMs: null,
});
