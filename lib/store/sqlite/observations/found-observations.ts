import type { Assessment } from '../../../domain/assessment.ts';
import { observationState, type ObservationState } from '../../../domain/observation.ts';
import { toReason, toReturned } from '../../../observations/lifecycle.ts';
import { toMoved, type Closing } from '../../../observations/triage-state.ts';
import { toSightings, type Sighting } from '../../../observations/sighting.ts';
import { hashId } from '../../../session/ids.ts';
import { beginObservation } from './new-observation.ts';
import { toSeverityRank, toWasteColumns, type StoredObservation } from './observation-rows.ts';
import type { Sightings, StoredSighting } from './observation-sightings.ts';
import type { Transitions } from './observation-transitions.ts';
import type { Observations, ObservationWrites } from './observations.ts';
import { toJson } from '../sessions/rows.ts';

export type FoundObservations = ReturnType<typeof makeFoundObservations>;

type Parts = {
  observations: Observations;
  sightings: Sightings;
  transitions: Transitions;
  /** What an observer said that stands, newest first, of the calls from one to another. */
  iterateSaid: (sessionId: string, observer: string, fromCall: number, toCall: number) => Iterable<Assessment>;
  /** What an observer ever said at a call. */
  listSaidAt: (sessionId: string, observer: string, callId: string) => readonly Assessment[];
  now: () => number;
};
type Session = { id: string; project: string | null; synthetic: boolean };

/** What observers of calls find, with each fold of a session. */
export const makeFoundObservations = ({ observations, sightings, transitions, iterateSaid, listSaidAt, now }: Parts) => {
  const make = (session: Session, found: Sighting, closing: Closing | null, nowMs: number): StoredObservation => ({
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

  /** Whether it was said at the call before, whatever number the call had then. */
  const wasSaid = ({ sessionId }: StoredObservation, { project }: Session, { observer, callId, fingerprint }: Sighting): boolean =>
    listSaidAt(sessionId, observer, callId).some((said) => toSightings(said, project, 0).some((one) => one.fingerprint === fingerprint));

  /**
   * Begins a sighting or goes on with the last one; answers whether it is news of what was closed. Without a time, what is said at a call
   * that was read before is no news; what is said later is, though the repair may be later still.
   */
  const see = (row: StoredObservation, session: Session, found: Sighting): { isNews: boolean; hasBegun: boolean } => {
    const key = { sessionId: row.sessionId, observationId: row.id };
    const said = toSaid(found);
    const isLater = found.isTimed
      ? found.atMs > (row.resolvedAtMs ?? Infinity)
      : found.callIndex > sightings.findFurthest(key) && !wasSaid(row, session, found);
    const last = sightings.findNewest(key);
    const newest = found.standing === 'new' && !isSameTime(found, last) ? null : last;
    if (newest) {
      sightings.extend(newest, said);
      return { isNews: isMore(found) && isLater, hasBegun: false };
    }
    const isAgain = sightings.has(key, found.callId);
    sightings.begin({ ...key, ...said, callId: found.callId, fingerprint: row.fingerprint });
    return { isNews: !isAgain && (found.isTimed || isLater), hasBegun: !isAgain };
  };
  const isWithdrawn = (row: StoredObservation): boolean => row.state === 'stale' && transitions.findLastMove(row.id)?.kind === 'withdraw';

  const seeAgain = (writes: ObservationWrites, row: StoredObservation, session: Session, found: Sighting): StoredObservation => {
    const { openedAtMs, stands } = sightings.findOpening(row, found);
    const { isNews, hasBegun } = see(row, session, found);
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
    /** In order, as they were found. */
    put: (writes: ObservationWrites, session: Session, found: readonly Sighting[]): void => {
      const rows = new Map<string, { stored: StoredObservation; now: StoredObservation }>();
      for (const sighting of found) {
        const known = rows.get(sighting.fingerprint);
        const row = known?.now ?? observations.find(session.id, sighting.fingerprint);
        if (row) {
          rows.set(sighting.fingerprint, { stored: known?.stored ?? row, now: seeAgain(writes, row, session, sighting) });
          continue;
        }
        const made = make(session, sighting, writes.findClosing(sighting.fingerprint), now());
        const kind = made.state === 'regressed' ? ('regress' as const) : ('create' as const);
        see(made, session, sighting);
        const inserted = writes.insert(sightings.toSummed(made), { ...toChange(session.id, sighting), kind });
        rows.set(sighting.fingerprint, { stored: inserted, now: inserted });
      }
      for (const row of rows.values()) writes.save(sightings.toSummed(row.now), row.stored);
    },

    /** What was found behind a call counts no more until it is found again; the rest is told as it stood at that call. */
    goBack: (writes: ObservationWrites, session: Session, callIndex: number): void => {
      for (const id of sightings.supersedeAfter(session.id, callIndex)) {
        const row = observations.findById(id);
        if (row) writes.save(sightings.toSummed(tellAsOf(row, session, callIndex)), row);
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

  function tellAsOf(row: StoredObservation, session: Session, callIndex: number): StoredObservation {
    const newest = sightings.findNewest({ sessionId: row.sessionId, observationId: row.id });
    if (!newest) return row;
    const [found] = iterateFound(row, session, newest, callIndex);
    if (!found) return row;
    sightings.extend(newest, toSaid(found));
    return { ...row, ...toFoundColumns(found), severity: findWorst(row, session, callIndex) ?? row.severity };
  }

  /** The worst that was said since it was opened, up to a call, and stands; null where nothing does, and where someone told of it. */
  function findWorst(row: StoredObservation, session: Session, toCall: number): number | null {
    const first = sightings.findFirstSince({ sessionId: row.sessionId, observationId: row.id }, row.openedAtMs);
    if (!first || first.callIndex === 0) return null;
    let worst: number | null = null;
    for (const { severity, atMs } of iterateFound(row, session, first, toCall)) {
      if (atMs >= row.openedAtMs) worst = Math.min(worst ?? toSeverityRank(severity), toSeverityRank(severity));
    }
    return worst;
  }

  /** What was said of it from a sighting on, up to a call, newest first. */
  function* iterateFound(row: StoredObservation, session: Session, from: StoredSighting, toCall: number): Generator<Sighting> {
    for (const said of iterateSaid(row.sessionId, row.observer, from.callIndex, toCall)) {
      const found = toSightings(said, session.project, from.atMs).find(({ fingerprint }) => fingerprint === row.fingerprint);
      if (found) yield found;
    }
  }
};

const toSaid = ({ callIndex, atMs, isTimed, waste }: Sighting) => ({ callIndex, atMs, timed: Number(isTimed), ...toWasteColumns(waste) });

const toFoundColumns = (found: Sighting) => ({
  title: found.title,
  content: found.content,
  sourceRef: found.sourceRef,
  metadata: toJson(found.metadata),
  evidence: toJson(found.evidence),
});

/** It did not only stand at the call: it began or became worse by it, or the call is one of those that it rests on. */
const isMore = ({ standing, evidence, callIndex }: Sighting): boolean =>
  standing === 'new' || standing === 'rises' || evidence.calls.at(-1) === callIndex;

/** It began anew, but rests on calls that stood before, as where something larger had explained them meanwhile: none is counted twice. */
const isSameTime = ({ evidence }: Sighting, last: StoredSighting | null): boolean =>
  last !== null && (evidence.calls[0] ?? Infinity) <= last.callIndex;

const toClosed = (row: { state: string; resolvedAtMs: number | null }) => {
  const state: ObservationState = observationState.parse(row.state);
  const reason = toReason(state);
  return reason === null ? null : { state: reason, atMs: row.resolvedAtMs ?? 0 };
};

const toChange = (sessionId: string, found: Sighting) => ({
  changeId: hashId('found', sessionId, found.callId),
  by: found.observer,
  atMs: found.atMs,
  note: null,
  callIndex: found.callIndex,
});
