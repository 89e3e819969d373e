import type { TransitionKind } from '../../domain/observation.ts';
import { hashId } from '../../session/ids.ts';
import { isImportChange } from '../import-change.ts';
import { toReason, toReturned, toStatus } from '../lifecycle.ts';
import { toSeverityRank } from '../severity.ts';
import type { ReportedObservation } from '../detection.ts';
import { toSeparate } from '../reported.ts';
import { startTriage, toMoved } from '../triage-state.ts';
import { makeObservationDrafts, type Draft, type ObservationDrafts } from './observation-drafts.ts';
import { addSeen, toOccurrence } from './occurrences.ts';
import { toWasteColumns, type KnownRows, type ObservationPlan, type ObservationRow, type SessionFacts } from './rows.ts';
import type { Change } from './steps.ts';

/** Result of a reported observation; `unchanged` if all of it was known. */
export type ReportedFate = 'created' | 'updated' | 'unchanged';

type Given = NonNullable<ReportedObservation['given']>;
/** `by` null: each is reported by its own observer. */
type Request = { by: string | null; changeId: string; nowMs: number };
/** A reported observation and its place in the request. */
type Placed = { one: ReportedObservation; position: number };

/**
 * Gives reported observations fingerprints of their own observer: one with another observer's fingerprint is stored separately. `holders`
 * maps known fingerprints to observers.
 */
export const separateReported = (reported: readonly ReportedObservation[], holders: ReadonlyMap<string, string>): ReportedObservation[] => {
  const owners = new Map(holders);
  return reported.map((one) => {
    const owner = owners.get(one.fingerprint);
    const own = owner === undefined || owner === one.draft.observer ? one : toSeparate(one);
    if (!owners.has(own.fingerprint)) owners.set(own.fingerprint, own.draft.observer);
    return own;
  });
};

/**
 * Changes from reported observations, in order, and the result of each with its session and fingerprint. `reported` comes from
 * `separateReported`.
 */
export const planReported = (
  reported: readonly ReportedObservation[],
  known: KnownRows,
  request: Request,
): { plan: ObservationPlan; fates: { id: string; fate: ReportedFate }[] } => {
  const drafts = makeObservationDrafts(known);
  const factsOf = (sessionId: string): SessionFacts => known.sessions.get(sessionId) ?? { project: null, folderName: null, synthetic: 0 };
  const fates = reported.map((one, position) => {
    const sessionId = one.sessionId ?? '';
    const draft = drafts.find(sessionId, one.fingerprint);
    if (!draft) return { id: report(drafts, { one, position }, factsOf(sessionId), request).row.id, fate: 'created' as const };
    const isChanged = reportAgain(drafts, draft, { one, position }, factsOf(sessionId), request);
    return { id: draft.row.id, fate: isChanged ? ('updated' as const) : ('unchanged' as const) };
  });
  return { plan: drafts.finish(), fates };
};

const report = (drafts: ObservationDrafts, { one, position }: Placed, session: SessionFacts, request: Request): Draft => {
  const { changeId, nowMs } = request;
  const triage = startTriage(one.given ? null : drafts.findClosing(one.fingerprint), one.atMs, nowMs);
  const wanted: ObservationRow = {
    ...triage,
    project: session.project,
    synthetic: session.synthetic,
    sessionId: one.sessionId ?? '',
    id: one.id,
    fingerprint: one.fingerprint,
    observer: one.draft.observer,
    observerName: one.observerName,
    category: one.category,
    ...toReportedColumns(one),
    severity: toSeverityRank(one.draft.severity),
    evidence: null,
    createdAtMs: one.atMs,
    openedAtMs: one.atMs,
    firstSeenMs: one.atMs,
    lastSeenMs: one.atMs,
    timed: Number(one.isTimed),
    seen: 0,
    ...toWasteColumns(null),
  };
  const kind = triage.state === 'regressed' ? 'regress' : 'create';
  const draft = drafts.create(wanted, { kind, changeId, by: toActor(one, request), atMs: one.atMs, note: null, callIndex: null });
  see(draft, { one, position }, changeId);
  if (one.given) adopt(drafts, draft, one.given, request);
  return draft;
};

const see = (draft: Draft, { one, position }: Placed, changeId: string): void => {
  const occurrence = toOccurrence(draft.row, {
    // A change may be stored in several parts.
    callId: hashId('told', changeId, position, draft.row.seen, one.atMs),
    callIndex: 0,
    evidenceCall: 0,
    atMs: one.atMs,
    timed: Number(one.isTimed),
    ...toWasteColumns(null),
  });
  draft.occurrences = [...draft.occurrences, occurrence];
  draft.row = addSeen(draft.row, occurrence);
};

/** Returns whether anything was new. */
const reportAgain = (drafts: ObservationDrafts, draft: Draft, placed: Placed, session: SessionFacts, request: Request): boolean => {
  const { one } = placed;
  const { changeId, nowMs } = request;
  const before = draft.row;
  const isNews = one.given === null || (one.isTimed && (one.atMs > before.lastSeenMs || before.timed === 0));
  const severity = toSeverityRank(one.draft.severity);
  const isGivenYounger = one.given !== null && isYounger(one.given, draft);
  const change = { changeId, by: toActor(one, request), atMs: one.atMs, note: null, callIndex: null };
  if (isNews) {
    // An opening without a recorded time moves back to the first known one.
    const isMoved = one.isTimed && !draft.isOpeningTimed;
    const openedAtMs = isMoved ? Math.min(before.openedAtMs, one.atMs) : before.openedAtMs;
    draft.isOpeningTimed ||= isMoved && openedAtMs === one.atMs;
    see(draft, placed, changeId);
    draft.row = {
      ...draft.row,
      ...toReportedColumns(one),
      project: session.project,
      synthetic: session.synthetic,
      openedAtMs,
      severity: one.atMs >= openedAtMs ? Math.min(before.severity, severity) : before.severity,
      changedAtMs: nowMs,
    };
    drafts.escalate(draft, before, change);
  }
  if (one.given) {
    const isMoved = isGivenYounger && adopt(drafts, draft, one.given, request);
    return isNews || isMoved;
  }
  const reason = toReason(before.state);
  const { to, kind } =
    reason === null ? { to: before.state, kind: null } : toReturned({ state: reason, atMs: before.resolvedAtMs ?? 0 }, one.atMs);
  if (kind === null) return true;
  const step: Change = { ...change, kind };
  draft.isOpeningTimed = one.isTimed;
  drafts.move(draft, { ...toMoved(draft.row, to, step), severity, openedAtMs: one.atMs, changedAtMs: nowMs }, step);
  return true;
};

/** Applies a reported state and note as a separate step; false if the observation has both already. */
const adopt = (drafts: ObservationDrafts, draft: Draft, { state, resolution, acknowledgedAtMs }: Given, request: Request): boolean => {
  const { row } = draft;
  const note = resolution?.note ?? null;
  if (state === row.state && (note === null || note === row.resolutionNote)) return false;
  const atMs = resolution?.atMs ?? acknowledgedAtMs ?? request.nowMs;
  const change: Change = {
    kind: toKind(state),
    changeId: request.changeId,
    by: resolution?.by ?? request.by ?? row.observer,
    atMs,
    note,
    callIndex: null,
  };
  const moved = { ...toMoved(row, state, change), changedAtMs: request.nowMs };
  const isOpen = toStatus(state) === 'open';
  drafts.move(draft, isOpen ? moved : { ...moved, acknowledgedAtMs: acknowledgedAtMs ?? moved.acknowledgedAtMs }, change);
  return true;
};

/** Whether a reported state is newer than local decisions. One without a time closes only observations that nobody triaged. */
const isYounger = ({ state, sinceMs }: Given, { row, steps }: Draft): boolean => {
  // An escalation is not a decision.
  const last = steps.findLast(({ kind }) => kind !== 'escalate') ?? null;
  const isUntouched = last === null || last.kind === 'create';
  if (sinceMs === null) return toStatus(state) !== 'open' && (isUntouched || isImportChange(last.changeId));
  // Without a time, the creation time is only the read time.
  const createdAtMs = row.timed === 1 ? row.createdAtMs : 0;
  return sinceMs > Math.max(createdAtMs, isUntouched ? 0 : last.atMs);
};

const toActor = ({ draft }: ReportedObservation, { by }: Request): string => by ?? draft.observer;

const toReportedColumns = ({ title, draft }: ReportedObservation) => ({
  title,
  content: draft.content,
  sourceType: draft.sourceType,
  sourceRef: draft.sourceRef,
  metadata: JSON.stringify(draft.metadata),
});

const toKind = (state: Given['state']): TransitionKind => {
  const status = toStatus(state);
  if (status === 'resolved') return 'resolve';
  if (status === 'acknowledged') return 'acknowledge';
  return state === 'regressed' ? 'regress' : 'reopen';
};
