import type { Database } from 'better-sqlite3';
import type { Unit } from '../../../observations/plans/plan-triage.ts';
import type { KnownGroup, KnownObservation, KnownRows, SessionFacts } from '../../../observations/plans/rows.ts';
import type { KnownRequest, ObservationEngine } from '../../observation-engine.ts';
import type { DeliveryQueue } from '../deliveries/delivery-queue.ts';
import type { Assessments } from '../observers/assessments.ts';
import type { Observers } from '../observers/observers.ts';
import type { Transactions } from '../transactions.ts';
import { makeDelayedCheckpoint } from './delayed-checkpoint.ts';
import type { ObservationGroups } from './observation-groups.ts';
import type { ObservationMatches } from './observation-matches.ts';
import type { StoredObservation } from './observation-rows.ts';
import type { Detections } from './observation-detections.ts';
import type { Transitions } from './observation-transitions.ts';
import type { Observations } from './observations.ts';

type Parts = {
  observers: Observers;
  assessments: Assessments;
  observations: Observations;
  groups: ObservationGroups;
  detections: Detections;
  transitions: Transitions;
  matches: ObservationMatches;
  deliveries: DeliveryQueue;
};

/** Reads rows for the plans of lib/observations and applies them, each in one transaction. */
export const makeObservationEngine = (db: Database, { read, write, tryWrite }: Transactions, parts: Parts): ObservationEngine => {
  const { observers, assessments, observations, groups, detections, transitions, matches, deliveries } = parts;
  const delayCheckpoint = makeDelayedCheckpoint(db);
  const findSession = db.prepare<[string], SessionFacts>('SELECT project, folder_name AS folderName, synthetic FROM sessions WHERE id = ?');

  const toKnown = (row: StoredObservation, withOccurrences: boolean): KnownObservation => ({
    row,
    occurrences: withOccurrences ? detections.listOf(row.sessionId, row.id) : [],
    isOpeningTimed: row.timed === 1 && !detections.isOpenedUntimed(row),
    steps: transitions.listOf(row.id),
  });

  const readKnownRows = ({ keys, session, withOccurrences }: KnownRequest): KnownRows => {
    const known = new Map<string, KnownObservation>();
    // By fingerprint, whether the group gains an observation.
    const gains = new Map<string, boolean>();
    const takenIds = new Set<string>();
    const sessions = new Map<string, SessionFacts>();
    const add = (row: StoredObservation): void => {
      if (!known.has(row.id)) known.set(row.id, toKnown(row, withOccurrences));
      if (!gains.has(row.fingerprint)) gains.set(row.fingerprint, false);
    };
    for (const { sessionId, fingerprint, id } of keys) {
      const facts = sessions.has(sessionId) ? undefined : findSession.get(sessionId);
      if (facts) sessions.set(sessionId, facts);
      const row = observations.find(sessionId, fingerprint);
      if (row) {
        add(row);
        continue;
      }
      gains.set(fingerprint, true);
      if (observations.has(id)) takenIds.add(id);
    }
    if (session?.more === 'unseen') for (const row of observations.listUnseen(session.id)) add(row);
    if (session?.more === 'all') for (const row of observations.listOf(session.id)) add(row);
    if (session && session.foundAfterCall !== null) {
      for (const id of detections.listFoundAfter(session.id, session.foundAfterCall)) {
        const row = observations.findById(id);
        if (row) add(row);
      }
    }
    const read = new Set(known.keys());
    const knownGroups = [...gains].map(([fingerprint, isGaining]): KnownGroup => groups.findKnown(fingerprint, isGaining ? read : null));
    return { observations: [...known.values()], groups: knownGroups, sessions, takenIds };
  };

  const readUnit = (id: string, isGroup: boolean): Unit | null => {
    const found = isGroup ? groups.find(id) : observations.findTriageRow(id);
    if (!found) return null;
    const { state, version } = found;
    if ('id' in found) return { id, state, version, revision: null, rows: [found], isGroup };
    return { id, state, version, revision: found.revision, rows: observations.listTriageRows(id), isGroup };
  };

  return {
    readReducerWindow: (sessionId, configKey, limit) => read(() => observers.readReducerWindow(sessionId, configKey, limit)),
    dropObserverState: (sessionId, callIndex, version) => write(() => observers.dropState(sessionId, callIndex, version)),
    applyReducedWindow: async (window) => (await tryWrite(() => observers.applyReducedWindow(window))) ?? false,
    markObserved: (sessionId, configKey, version) => write(() => observers.markObserved(sessionId, configKey, version)),
    readObserverPlace: (sessionId, head) => read(() => observers.readPlace(sessionId, head)),
    applyObserverCheckpoint: async (sessionId, head, version, plan) =>
      (await tryWrite(() => observers.applyObserverCheckpoint(sessionId, head, version, plan))) ?? false,
    listSaid: (sessionId, requests) =>
      read(() => requests.map(({ observer, fromCall, toCall }) => assessments.listOf(sessionId, observer, fromCall, toCall))),
    listEverSaid: (sessionId, calls) =>
      read(() => calls.flatMap(({ observer, callId }) => assessments.listAtCall(sessionId, observer, callId))),

    readKnownRows: (request) => read(() => readKnownRows(request)),
    findGroupObservers: (fingerprints) => read(() => new Map(fingerprints.flatMap((one) => toPair(one, groups.findObserver(one))))),
    listObservationsById: (ids) => read(() => ids.flatMap((id) => observations.get(id) ?? [])),
    applyPlan: async (plan) => {
      if (plan.moved.length > largePlan) delayCheckpoint();
      return (await tryWrite(() => observations.apply(plan) || null)) ?? false;
    },

    readUnits: (ids, isGroup) => read(() => ids.map((id) => readUnit(id, isGroup))),
    listLastSteps: (ids, isGroup) => read(() => new Map(ids.flatMap((id) => toPair(id, transitions.findLast(id, isGroup))))),
    listMatching: (view, filter, nowMs) =>
      read(() => {
        const conditions = matches.match(view, filter, nowMs);
        const { total, resultSetHash } = matches.count(view, conditions);
        return { matching: matches.listVersions(view, conditions), total, resultSetHash };
      }),
    listChangeSteps: (changeId, afterSeq, limit) =>
      read(() =>
        transitions.listOfChange(changeId, afterSeq, limit).flatMap((one) => {
          const row = observations.findTriageRow(one.step.observationId);
          return row ? [{ ...one, row }] : [];
        }),
      ),
    listInSight: (states, sessionId, limit) => read(() => observations.listInSight(states, sessionId, limit)),

    readSinkPlaces: (sinks) =>
      read(() => ({ places: new Map(sinks.flatMap((sink) => toPair(sink, deliveries.findPlace(sink)))), latest: transitions.latest() })),
    listSteps: (afterSeq, limit) => read(() => transitions.list(afterSeq, limit)),
    readStepped: (ids) =>
      read(
        () =>
          new Map(
            ids.flatMap((id) => {
              const observation = observations.get(id);
              const isReplaying = observation?.sessionId ? observers.isReplaying(observation.sessionId) : false;
              return toPair(id, observation && { observation, steps: transitions.listOf(id), isReplaying });
            }),
          ),
      ),
    applyDeliveries: ({ sink, from, to, deliveries: queued }) => tryWrite(() => deliveries.apply(sink, from, to, queued)),
  };
};

/** Moved observations; parts of larger selections have no more, and pay for their own checkpoints. */
const largePlan = 2_000;

/** An entry of a map; none where there is no value. */
const toPair = <Value>(key: string, value: Value | null): [string, Value][] => (value === null ? [] : [[key, value]]);
