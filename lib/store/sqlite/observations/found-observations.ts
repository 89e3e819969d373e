import { observationState, type ObservationState } from '../../../domain/observation.ts';
import { toReason, toReturned } from '../../../observations/lifecycle.ts';
import { toMoved, type Closing } from '../../../observations/triage-state.ts';
import type { Detection } from '../../../observations/detection.ts';
import { hashId } from '../../../session/ids.ts';
import type { FoundBefore } from './found-before.ts';
import { beginObservation } from './new-observation.ts';
import { toSeverityRank, toWasteColumns, type StoredObservation, type WasteColumns } from './observation-rows.ts';
import type { Detections } from './observation-detections.ts';
import type { Transitions } from './observation-transitions.ts';
import type { Observations, ObservationWrites } from './observations.ts';
import { toJson } from '../json.ts';

export type FoundObservations = ReturnType<typeof makeFoundObservations>;

type Parts = {
  observations: Observations;
  detections: Detections;
  transitions: Transitions;
  before: FoundBefore;
  now: () => number;
};
type Session = { id: string; project: string | null; synthetic: boolean };

/** What observers of calls find, with each fold of a session. */
export const makeFoundObservations = ({ observations, detections, transitions, before, now }: Parts) => {
  const make = (session: Session, found: Detection, closing: Closing | null, nowMs: number): StoredObservation => ({
    sessionId: session.id,
    id: observations.toFreeId(found.observationId),
    fingerprint: found.fingerprint,
    observer: found.observer,
    observerName: found.observerName,
    category: found.category,
    ...toFoundColumns(found),
    severity: toSeverityRank(found.severity),
    project: session.project,
    synthetic: Number(session.synthetic),
    sourceType: 'conversation',
    ...beginObservation(closing, found.atMs, found.isTimed, nowMs),
  });

  /**
   * Begins a sighting or goes on with the last one; answers whether it is news of what was closed. Without a time, what is said at a call
   * that was read before is no news; what is said later is, though the repair may be later still.
   */
  const see = (
    row: StoredObservation,
    session: Session,
    found: Detection,
    saidBefore: ReadonlySet<Detection>,
  ): { isNews: boolean; hasBegun: boolean } => {
    const key = { sessionId: row.sessionId, observationId: row.id };
    const said = toSaid(found);
    const isLater = found.isTimed
      ? found.atMs > (row.resolvedAtMs ?? Infinity)
      : found.callIndex > detections.findFurthest(key) && !saidBefore.has(found);
    const last = detections.findNewest(key);
    if (last && (found.standing !== 'new' || before.isSameTime(row, session.project, found, last))) {
      detections.extend(last, { ...said, ...toFurther(last, said) });
      return { isNews: isMore(found) && isLater, hasBegun: false };
    }
    const isAgain = detections.has(key, found.callId);
    detections.begin({ ...key, ...said, callId: found.callId, fingerprint: row.fingerprint });
    return { isNews: !isAgain && (found.isTimed || isLater), hasBegun: !isAgain };
  };
  const isWithdrawn = (row: StoredObservation): boolean => row.state === 'stale' && transitions.findLastMove(row.id)?.kind === 'withdraw';

  const seeAgain = (
    writes: ObservationWrites,
    row: StoredObservation,
    session: Session,
    found: Detection,
    saidBefore: ReadonlySet<Detection>,
  ): StoredObservation => {
    const { openedAtMs, stands } = detections.findOpening(row, found);
    const { isNews, hasBegun } = see(row, session, found, saidBefore);
    const changedAtMs = hasBegun ? now() : row.changedAtMs;
    const severity = toSeverityRank(found.severity);
    const isSince = found.atMs >= openedAtMs;
    const seen = {
      ...row,
      openedAtMs,
      ...toFoundColumns(found),
      project: session.project,
      synthetic: Number(session.synthetic),
      severity: isSince ? Math.min(stands ? row.severity : severity, severity) : row.severity,
      changedAtMs,
    };
    writes.escalate(seen, row, toChange(session.id, found));
    const closed = toClosed(row);
    if (!closed || !(isNews || isWithdrawn(row))) return seen;
    const { to, kind } = toReturned(closed, found.atMs);
    if (kind === null) return seen;
    const change = { ...toChange(session.id, found), kind };
    const returned = { ...toMoved(seen, to, change), severity, openedAtMs: found.atMs, changedAtMs: now() };
    writes.move(returned, row, change);
    return returned;
  };

  return {
    listSaidBefore: before.listSaidBefore,

    /** In order, as they were found. */
    put: (writes: ObservationWrites, session: Session, found: readonly Detection[], saidBefore: ReadonlySet<Detection>): void => {
      const rows = new Map<string, { stored: StoredObservation; now: StoredObservation }>();
      for (const detection of found) {
        const known = rows.get(detection.fingerprint);
        const row = known?.now ?? observations.find(session.id, detection.fingerprint);
        if (row) {
          rows.set(detection.fingerprint, { stored: known?.stored ?? row, now: seeAgain(writes, row, session, detection, saidBefore) });
          continue;
        }
        const made = make(session, detection, writes.findClosing(detection.fingerprint), now());
        const kind = made.state === 'regressed' ? ('regress' as const) : ('create' as const);
        see(made, session, detection, saidBefore);
        const inserted = writes.insert(detections.toSummed(made), { ...toChange(session.id, detection), kind });
        rows.set(detection.fingerprint, { stored: inserted, now: inserted });
      }
      for (const row of rows.values()) writes.save(detections.toSummed(row.now), row.stored);
    },

    /** What was found behind a call counts no more until it is found again; the rest is told as it stood at that call. */
    goBack: (writes: ObservationWrites, session: Session, callIndex: number): void => {
      for (const id of detections.supersedeAfter(session.id, callIndex)) {
        const row = observations.findById(id);
        if (row) writes.save(detections.toSummed(reportAsOf(row, session, callIndex)), row);
      }
    },

    /** Resolves what observers found and find no more; once all calls of a session were folded. */
    sweep: (writes: ObservationWrites, sessionId: string): void => {
      for (const row of observations.listUnfound(sessionId)) {
        if (toClosed(row)) continue;
        const atMs = now();
        const change = {
          kind: 'withdraw',
          changeId: hashId('withdraw', sessionId, atMs),
          by: row.observer,
          atMs,
          note: null,
          callIndex: null,
        } as const;
        writes.move(toMoved(row, 'stale', change), row, change);
      }
    },
  };

  function reportAsOf(row: StoredObservation, session: Session, callIndex: number): StoredObservation {
    const newest = detections.findNewest({ sessionId: row.sessionId, observationId: row.id });
    if (!newest) return row;
    const found = before.findLast(row, session.project, newest, callIndex);
    if (!found) return row;
    detections.extend(newest, { ...toSaid(found), ...before.findWaste(row, session.project, newest, callIndex) });
    return { ...row, ...toFoundColumns(found), severity: before.findWorst(row, session.project, callIndex) ?? row.severity };
  }
};

const toSaid = ({ callIndex, atMs, isTimed, waste }: Detection) => ({ callIndex, atMs, timed: Number(isTimed), ...toWasteColumns(waste) });

const toFoundColumns = (found: Detection) => ({
  title: found.title,
  content: found.content,
  sourceRef: found.sourceRef,
  metadata: toJson(found.metadata),
  evidence: toJson(found.evidence),
});

/** It did not only stand at the call: it began or became worse by it, or the call is one of those that it rests on. */
const isMore = ({ standing, evidence, callIndex }: Detection): boolean =>
  standing === 'new' || standing === 'rises' || evidence.calls.at(-1) === callIndex;

/** The waste of one time: where what it rests on slid on, what it came to before stays, since how many calls both share is not kept. */
const toFurther = (last: WasteColumns, said: WasteColumns): WasteColumns => {
  const isLess = said.wasteCalls !== null && said.wasteCalls < (last.wasteCalls ?? 0);
  const { wasteCalls, wasteTokens, wasteMs, wasteUsd } = isLess ? last : said;
  return { wasteCalls, wasteTokens, wasteMs, wasteUsd };
};

const toClosed = (row: { state: string; resolvedAtMs: number | null }) => {
  const state: ObservationState = observationState.parse(row.state);
  const reason = toReason(state);
  return reason === null ? null : { state: reason, atMs: row.resolvedAtMs ?? 0 };
};

const toChange = (sessionId: string, found: Detection) => ({
  changeId: hashId('found', sessionId, found.callId),
  by: found.observer,
  atMs: found.atMs,
  note: null,
  callIndex: found.callIndex,
});
