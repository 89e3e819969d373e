import { makeReduceCalls } from '../../reduce-calls.ts';
import type { ObservationEngine } from '../../observation-engine.ts';
import type { ObserverStore } from '../../observer-store.ts';
import type { Transactions } from '../transactions.ts';
import type { Assessments } from './assessments.ts';
import type { Observers } from './observers.ts';
import type { SessionFindings } from './session-findings.ts';

type Parts = { engine: ObservationEngine; observers: Observers; assessments: Assessments; findings: SessionFindings; now: () => number };

/** Assessments of sessions, and where their observers stand. */
export const makeObserverSlice = (
  { reading, writing }: Transactions,
  { engine, observers, assessments, findings, now }: Parts,
): ObserverStore => ({
  ...makeReduceCalls(engine, now),
  listUnobserved: reading(observers.listUnobserved),
  countToObserve: reading(observers.countToObserve),
  markOutdatedUnobserved: writing(observers.markOutdatedUnobserved),
  listAssessments: reading((sessionId, options) => {
    if (options.newest === undefined) return assessments.list(sessionId, options.superseded);
    const { superseded, newest, fromCall = 0, toCall = Number.MAX_SAFE_INTEGER } = options;
    return assessments.listNewest(sessionId, superseded, newest, fromCall, toCall);
  }),
  listAssessmentsOfLastCall: reading(assessments.listOfLastCall),
  listActiveAssessments: reading(assessments.listActive),
  putSent: writing(observers.putSent),
  findObserverCheckpoint: reading(observers.findCheckpoint),
  listCallFacts: reading(observers.listCallFacts),
  listObservable: reading(observers.listObservable),
  countFindings: reading(findings.count),
});
