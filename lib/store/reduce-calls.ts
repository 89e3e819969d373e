import { AppError } from '../domain/errors.ts';
import type { Assessment } from '../domain/assessment.ts';
import { planDetections } from '../observations/plans/plan-detections.ts';
import { listRewoundFrom, type RewoundAssessments } from '../observations/plans/rewind.ts';
import { emptyPlan, type KnownRows, type ObservationPlan, type SessionFacts } from '../observations/plans/rows.ts';
import type { Detection } from '../observations/detection.ts';
import type { ObservationEngine } from './observation-engine.ts';
import type { ObserverStore } from './observer-store.ts';
import { untilApplied } from './until-applied.ts';

type Found = {
  sessionId: string;
  session: SessionFacts;
  rewindTo: number | null;
  /** No calls are left; `catchingUp`: observers had not seen the whole of the session before. */
  isComplete: boolean;
  catchingUp: boolean;
  detections: readonly Detection[];
  nowMs: number;
};

/** The observers' part of a store: reads, lets observers reduce, plans, and applies where nothing came in between. */
export const makeReduceCalls = (
  engine: ObservationEngine,
  now: () => number,
): Pick<ObserverStore, 'reduceCalls' | 'putObserverCheckpoint'> => ({
  reduceCalls: (sessionId, configKey, limit, reduce) =>
    untilApplied(async (failures) => {
      // Who fails takes less, so that a session that grows all the time is observed, too.
      const window = await engine.readReducerWindow(sessionId, configKey, Math.ceil(limit / 2 ** failures));
      if (!window) return { result: null };
      const { checkpoint, about, folderName, calls, turnEnds, version, session, more, wasComplete, rewindTo, state } = window;
      if (state !== 'pending') {
        if (state === 'unmarked' && !(await engine.markObserved(sessionId, configKey, version))) return null;
        return { result: { assessments: [], reduced: 0, more: false } };
      }
      const outcome = reduce({ checkpoint, about, folderName, calls, turnEnds });
      if (!outcome) {
        await engine.dropObserverState(sessionId, checkpoint?.callIndex ?? 0, version);
        return null;
      }
      const { assessments, detections, findings, worst, state: reached } = outcome;
      const last = calls.at(-1);
      // The end of a turn moves the state, not the place.
      const place = last ? { callIndex: last.callIndex, callId: last.id } : checkpoint;
      const isApplied = await engine.applyReducedWindow({
        sessionId,
        configKey,
        version,
        rewindTo,
        more,
        checkpoint: place && { callIndex: place.callIndex, callId: place.callId, configKey, state: reached },
        assessments,
        findings,
        worst,
        plan: await plan(engine, { sessionId, session, rewindTo, isComplete: !more, catchingUp: !wasComplete, detections, nowMs: now() }),
      });
      return isApplied ? { result: { assessments, reduced: calls.length, more } } : null;
    }).then(({ result }) => result),

  putObserverCheckpoint: async (sessionId, checkpoint) => {
    await untilApplied(async () => {
      const place = await engine.readObserverPlace(sessionId, checkpoint);
      if (!place)
        throw new AppError('conflict', `The session ${sessionId} has no call ${checkpoint.callId}, after which this state was taken.`);
      const { callIndex, version, session } = place;
      const found = { sessionId, rewindTo: callIndex, isComplete: false, catchingUp: false, detections: [], nowMs: now() };
      const rewound = session ? await plan(engine, { ...found, session }) : null;
      const isApplied = await engine.applyObserverCheckpoint(sessionId, { ...checkpoint, callIndex }, version, rewound ?? emptyPlan);
      return isApplied || null;
    });
  },
});

const plan = async (engine: ObservationEngine, found: Found): Promise<ObservationPlan> => {
  const { sessionId, session, rewindTo, isComplete, catchingUp, detections } = found;
  const wanted = new Map(detections.map((one) => [one.fingerprint, one.observationId]));
  const known = await engine.readKnownRows({
    keys: [...wanted].map(([fingerprint, id]) => ({ sessionId, fingerprint, id })),
    withOccurrences: true,
    session: { id: sessionId, foundAfterCall: rewindTo, more: !isComplete ? 'none' : catchingUp ? 'all' : 'unseen' },
  });
  const untimed = detections.filter(({ isTimed }) => !isTimed);
  return planDetections({
    ...found,
    session,
    saidBefore: untimed.length > 0 ? await engine.listEverSaid(sessionId, untimed) : [],
    rewind: rewindTo === null ? null : { toCall: rewindTo, assessments: await readRewound(engine, sessionId, known, rewindTo) },
    known,
  });
};

const readRewound = async (engine: ObservationEngine, sessionId: string, known: KnownRows, toCall: number): Promise<RewoundAssessments> => {
  const requests = [...listRewoundFrom(known.observations, toCall)].map(([observer, fromCall]) => ({ observer, fromCall, toCall }));
  const said: Assessment[][] = requests.length > 0 ? await engine.listSaid(sessionId, requests) : [];
  return new Map(requests.map(({ observer }, at) => [observer, said[at] ?? []]));
};
