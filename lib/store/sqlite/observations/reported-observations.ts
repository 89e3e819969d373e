import type { Database } from 'better-sqlite3';
import { observationState, type TransitionKind } from '../../../domain/observation.ts';
import { toReason, toReturned, toStatus } from '../../../observations/lifecycle.ts';
import { isImportChange } from '../../../observations/import-change.ts';
import { toMoved } from '../../../observations/triage-state.ts';
import type { ReportedObservation } from '../../../observations/detection.ts';
import { toSeparate } from '../../../observations/reported.ts';
import { hashId } from '../../../session/ids.ts';
import type { ReportResult } from '../../store.ts';
import { beginObservation } from './new-observation.ts';
import { toSeverityRank, toWasteColumns, type StoredObservation } from './observation-rows.ts';
import type { Detections } from './observation-detections.ts';
import type { Transitions } from './observation-transitions.ts';
import type { Observations, ObservationWrites } from './observations.ts';
import { toJson } from '../json.ts';

type Parts = { observations: Observations; detections: Detections; transitions: Transitions; now: () => number };
type Session = { project: string | null; synthetic: number };
type Request = { by: string; changeId: string; nowMs: number };
type Given = NonNullable<ReportedObservation['given']>;

/** What reviewers, agents and people tell, and what is imported. */
export const makeReportedObservations = (db: Database, { observations, detections, transitions, now }: Parts) => {
  const findSession = db.prepare<[string], Session>('SELECT project, synthetic FROM sessions WHERE id = ?');

  /** What it has of its session, if that is there. */
  const toOwned = (sessionId: string) => findSession.get(sessionId) ?? { project: null, synthetic: 0 };

  const see = (row: StoredObservation, reported: ReportedObservation, changeId: string, position: number): StoredObservation => {
    const key = { sessionId: row.sessionId, observationId: row.id };
    const callId = hashId('told', changeId, position, reported.atMs);
    detections.begin({ ...key, callId, fingerprint: row.fingerprint, callIndex: 0, ...toSaid(reported) });
    return detections.toSummed(row);
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
  const create = (writes: ObservationWrites, reported: ReportedObservation, position: number, request: Request): string => {
    const { by, changeId, nowMs } = request;
    const sessionId = reported.sessionId ?? '';
    const closing = reported.given ? null : writes.findClosing(reported.fingerprint);
    const made: StoredObservation = {
      sessionId,
      id: observations.toFreeId(reported.id),
      fingerprint: reported.fingerprint,
      observer: reported.draft.observer,
      observerName: reported.observerName,
      category: reported.category,
      ...toReportedColumns(reported),
      severity: toSeverityRank(reported.draft.severity),
      ...toOwned(sessionId),
      evidence: null,
      ...beginObservation(closing, reported.atMs, reported.isTimed, nowMs),
    };
    const kind = made.state === 'regressed' ? 'regress' : 'create';
    const inserted = writes.insert(see(made, reported, changeId, position), {
      kind,
      changeId,
      by,
      atMs: reported.atMs,
      note: null,
      callIndex: null,
    });
    if (reported.given) putGiven(writes, inserted, reported.given, request);
    return inserted.id;
  };

  /** Whether anything of it was news. */
  const seeAgain = (
    writes: ObservationWrites,
    row: StoredObservation,
    reported: ReportedObservation,
    position: number,
    request: Request,
  ): boolean => {
    const { by, changeId, nowMs } = request;
    const isNews = reported.given === null || (reported.isTimed && (reported.atMs > row.lastSeenMs || row.timed === 0));
    const severity = toSeverityRank(reported.draft.severity);
    const { openedAtMs } = detections.findOpening(row, reported);
    const isSince = reported.atMs >= openedAtMs;
    const seen = isNews
      ? {
          ...see(row, reported, changeId, position),
          ...toReportedColumns(reported),
          ...toOwned(row.sessionId),
          openedAtMs,
          severity: isSince ? Math.min(row.severity, severity) : row.severity,
          changedAtMs: nowMs,
        }
      : row;
    writes.save(seen, row);
    writes.escalate(seen, row, { changeId, by, atMs: reported.atMs, note: null, callIndex: null });
    if (reported.given) {
      const isMoved = isYounger(reported.given, row) && putGiven(writes, seen, reported.given, request);
      return isNews || isMoved;
    }
    const reason = toReason(observationState.parse(row.state));
    const returned = reason && toReturned({ state: reason, atMs: row.resolvedAtMs ?? 0 }, reported.atMs);
    if (!returned?.kind) return true;
    const change = { kind: returned.kind, changeId, by, atMs: reported.atMs, note: null, callIndex: null };
    const opened = { ...toMoved(seen, returned.to, change), severity, openedAtMs: reported.atMs, changedAtMs: nowMs };
    writes.move(opened, row, change);
    writes.save(opened, seen);
    return true;
  };

  const toOwn = (writes: ObservationWrites, reported: ReportedObservation): ReportedObservation => {
    const holder = observations.find(reported.sessionId ?? '', reported.fingerprint) ?? writes.findGroup(reported.fingerprint);
    return !holder || holder.observer === reported.draft.observer ? reported : toSeparate(reported);
  };

  return (reported: readonly ReportedObservation[], by: string, changeId: string): ReportResult[] => {
    const writes = observations.begin();
    const request = { by, changeId, nowMs: now() };
    const fates = reported.map((any, position): { id: string; fate: ReportResult['fate'] } => {
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

const toSaid = ({ atMs, isTimed }: ReportedObservation) => ({ atMs, timed: Number(isTimed), ...toWasteColumns(null) });

const toReportedColumns = ({ title, draft }: ReportedObservation) => ({
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
