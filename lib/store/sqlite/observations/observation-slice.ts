import type { Database } from 'better-sqlite3';
import type { ObservationEngine } from '../../observation-engine.ts';
import { makeReportObservations } from '../../report-observations.ts';
import type { ObservationStore } from '../../observation-store.ts';
import type { StoreLimits } from '../../store-limits.ts';
import { makeTriageObservations } from '../../triage-observations.ts';
import type { Changes } from '../changes.ts';
import type { Transactions } from '../transactions.ts';
import type { Detections } from './observation-detections.ts';
import { makeObservationFacets } from './observation-facets.ts';
import { makeObservationHistory } from './observation-history.ts';
import { makeObservationIds } from './observation-ids.ts';
import { makeObservationLabels } from './observation-labels.ts';
import { makeCountNoLongerFound, makeObservationsHandled } from './observations-handled.ts';
import { makeObservationLists } from './observation-lists.ts';
import type { ObservationMatches } from './observation-matches.ts';
import { toTransition } from './observation-rows.ts';
import type { Transitions } from './observation-transitions.ts';
import type { Observations } from './observations.ts';
import { makeOpenObservations } from './open-observations.ts';
import { makeSavedViews } from './saved-views.ts';

type Parts = {
  engine: ObservationEngine;
  observations: Observations;
  detections: Detections;
  transitions: Transitions;
  matches: ObservationMatches;
  changes: Changes;
  now: () => number;
  limits: StoreLimits;
};

/** Observations and their groups: lists of them, reports and triage. */
export const makeObservationSlice = (db: Database, transactions: Transactions, parts: Parts): ObservationStore => {
  const { reading } = transactions;
  const { engine, observations, detections, transitions, matches, changes, now, limits } = parts;
  const lists = makeObservationLists(db, { matches, detections });
  const facets = makeObservationFacets(matches);
  return {
    ...makeTriageObservations(engine, limits),
    ...makeSavedViews(db, transactions, changes),
    putObservations: makeReportObservations(engine, now),
    listObservations: reading(lists.list),
    listOpenObservations: reading(makeOpenObservations(db)),
    listObservationGroups: reading(lists.listGroups),
    observationFacets: reading(facets),
    listObservationIds: reading(makeObservationIds(db)),
    findObservation: reading(observations.get),
    findObservationGroup: reading(lists.findGroup),
    listOccurrences: reading(detections.list),
    listHistory: reading(makeObservationHistory(db).list),
    listLabels: reading(makeObservationLabels(db)),
    listHandled: reading(makeObservationsHandled(db)),
    countNoLongerFound: reading(makeCountNoLongerFound(db)),
    listTransitions: reading((afterSeq, limit) => transitions.list(afterSeq, limit).map(toTransition)),
  };
};
