import type { Database } from 'better-sqlite3';
import { observationState, type TransitionKind } from '../../../domain/observation.ts';
import { toReason, toReturned, toStatus } from '../../../observations/lifecycle.ts';
import { isImportChange } from '../../../observations/import-change.ts';
import { toMoved } from '../../../observations/triage-state.ts';
import type { ToldObservation } from '../../../observations/sighting.ts';
import { toApart } from '../../../observations/told.ts';
import { hashId } from '../../../session/ids.ts';
import type { ToldFate } from '../../store.ts';
import { beginObservation } from './new-observation.ts';
import { toSeverityRank, toWasteColumns, type StoredObservation } from './observation-rows.ts';
import type { Sightings } from './observation-sightings.ts';
import type { Transitions } from './observation-transitions.ts';
import type { Observations, ObservationWrites } from './observations.ts';
import { toJson } from '../json.ts';

type Parts = { observations: Observations; sightings: Sightings; transitions: Transitions; now: () => number };
type Session = { project: string | null; synthetic: number };
type Request = { by: string; changeId: string; nowMs: number };
type Given = NonNullable<ToldObservation['given']>;

/** What reviewers, agents and people tell, and what is imported. */
export const makeToldObservations = (db: Database, { observations, sightings, transitions, now }: Parts) => {
  const findSession = db.prepare<[string], Session>('SELECT project, synthetic FROM sessions WHERE id = ?');

  /** What it has of its session, if that is there. */
  const toOwned = (sessionId: string) => findSession.get(sessionId) ?? { project: null, synthetic: 0 };

  const see = (row: StoredObservation, told: ToldObservation, changeId: string, position: number): StoredObservation => {
    const key = { sessionId: row.sessionId, observationId: row.id };
    const callId = hashId('told', changeId, position, told.atMs);
    sightings.begin({ ...key, callId, fingerprint: row.fingerprint, callIndex: 0, ...toSaid(told) });
    return sightings.toSummed(row);
  };

  /** Takes over where it stands by what is told, and the note, in a step of its own; false: it stands there already, and so is the note, or none is told. */
  const putGiven = (writes: ObservationWrites, row: StoredObservation, given: Given, { by, changeId, nowMs }: Request): boolean => {
    const { state, resolution, acknowledgedAtMs } = given;
    const note = resolution?.note ?? null;
    if (state === row.state && (note === null || note === row.resolutionNote)) return false;
    const atMs = resolution?.atMs ?? acknowledgedAtMs ?? nowMs;
    const change = { kind: toKind(given), changeId, by: resolution?.by ?? by, atMs, note, callIndex: null };
    const moved = { ...toMoved(row, state, change), changedAtMs: nowMs };
    writes.move(
      toStatus(state) === 'open' ? moved : { ...moved, acknowledgedAtMs: acknowledgedAtMs ?? moved.acknowledgedAtMs },
      row,
      change,
    );
    return true;
  };

  /** Whether what is told of where it stands is younger than what was done to it here; what tells no time closes alone what nobody here acted on. */
  const isYounger = ({ state, sinceMs }: Given, row: StoredObservation): boolean => {
    const last = transitions.findLast(row.id);
    const isUntouched = last === null || last.kind === 'create';
    if (sinceMs === null) return toStatus(state) !== 'open' && (isUntouched || isImportChange(last.changeId));
    // One without a time was created when it was read, which is no time of its own.
    const createdAtMs = row.timed === 1 ? row.createdAtMs : 0;
    return sinceMs > Math.max(createdAtMs, isUntouched ? 0 : last.atMs);
  };

  /** Answers its id. */
  const create = (writes: ObservationWrites, told: ToldObservation, position: number, request: Request): string => {
    const { by, changeId, nowMs } = request;
    const sessionId = told.sessionId ?? '';
    const closing = told.given ? null : writes.findClosing(told.fingerprint);
    const made: StoredObservation = {
      sessionId,
      id: observations.toFreeId(told.id),
      fingerprint: told.fingerprint,
      observer: told.draft.observer,
      observerName: told.observerName,
      category: told.category,
      ...toToldColumns(told),
      severity: toSeverityRank(told.draft.severity),
      ...toOwned(sessionId),
      evidence: null,
      ...beginObservation(closing, told.atMs, told.isTimed, nowMs),
    };
    const kind = made.state === 'regressed' ? 'regress' : 'create';
    const inserted = writes.insert(see(made, told, changeId, position), {
      kind,
      changeId,
      by,
      atMs: told.atMs,
      note: null,
      callIndex: null,
    });
    if (told.given) putGiven(writes, inserted, told.given, request);
    return inserted.id;
  };

  /** Whether anything of it was news. */
  const seeAgain = (
    writes: ObservationWrites,
    row: StoredObservation,
    told: ToldObservation,
    position: number,
    request: Request,
  ): boolean => {
    const { by, changeId, nowMs } = request;
    const isNews = told.given === null || (told.isTimed && (told.atMs > row.lastSeenMs || row.timed === 0));
    const severity = toSeverityRank(told.draft.severity);
    const { openedAtMs } = sightings.findOpening(row, told);
    const isSince = told.atMs >= openedAtMs;
    const seen = isNews
      ? {
          ...see(row, told, changeId, position),
          ...toToldColumns(told),
          ...toOwned(row.sessionId),
          openedAtMs,
          severity: isSince ? Math.min(row.severity, severity) : row.severity,
          changedAtMs: nowMs,
        }
      : row;
    writes.save(seen, row);
    writes.escalate(seen, row, { changeId, by, atMs: told.atMs, note: null, callIndex: null });
    if (told.given) {
      const isMoved = isYounger(told.given, row) && putGiven(writes, seen, told.given, request);
      return isNews || isMoved;
    }
    const reason = toReason(observationState.parse(row.state));
    const returned = reason && toReturned({ state: reason, atMs: row.resolvedAtMs ?? 0 }, told.atMs);
    if (!returned?.kind) return true;
    const change = { kind: returned.kind, changeId, by, atMs: told.atMs, note: null, callIndex: null };
    const opened = { ...toMoved(seen, returned.to, change), severity, openedAtMs: told.atMs, changedAtMs: nowMs };
    writes.move(opened, row, change);
    writes.save(opened, seen);
    return true;
  };

  const toOwn = (writes: ObservationWrites, told: ToldObservation): ToldObservation => {
    const holder = observations.find(told.sessionId ?? '', told.fingerprint) ?? writes.findGroup(told.fingerprint);
    return !holder || holder.observer === told.draft.observer ? told : toApart(told);
  };

  return (told: readonly ToldObservation[], by: string, changeId: string): ToldFate[] => {
    const writes = observations.begin();
    const request = { by, changeId, nowMs: now() };
    const fates = told.map((any, position): { id: string; fate: ToldFate['fate'] } => {
      const one = toOwn(writes, any);
      const row = observations.find(one.sessionId ?? '', one.fingerprint);
      if (row) return { id: row.id, fate: seeAgain(writes, row, one, position, request) ? 'updated' : 'unchanged' };
      return { id: create(writes, one, position, request), fate: 'created' };
    });
    writes.finish();
    return fates.flatMap(({ id, fate }) => {
      const observation = observations.get(id);
      return observation ? [{ observation, fate }] : [];
    });
  };
};

const toSaid = ({ atMs, isTimed }: ToldObservation) => ({ atMs, timed: Number(isTimed), ...toWasteColumns(null) });

const toToldColumns = ({ title, draft }: ToldObservation) => ({
  title,
  content: draft.content,
  sourceType: draft.sourceType,
  sourceRef: draft.sourceRef,
  metadata: toJson(draft.metadata),
});

const toKind = ({ state }: Given): TransitionKind => {
  const status = toStatus(state);
  if (status === 'resolved') return 'resolve';
  if (status === 'acknowledged') return 'acknowledge';
  return state === 'regressed' ? 'regress' : 'reopen';
};
