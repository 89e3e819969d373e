import type { Database } from 'better-sqlite3';
import { defaultStoreLimits, type StoreLimits } from '../store-limits.ts';
import type { Store } from '../store.ts';
import { makeChanges, makeChangeSlice } from './changes.ts';
import { makeDataSlice } from './data-slice.ts';
import { makeDeletedSessions } from './deleted-sessions.ts';
import { makeDeliveryQueue } from './deliveries/delivery-queue.ts';
import { makeDeliverySlice } from './deliveries/delivery-slice.ts';
import { makeImportSlice } from './import-slice.ts';
import { makeExperimentSlice } from './experiments/experiment-slice.ts';
import { makeDetections } from './observations/observation-detections.ts';
import { makeMetricsSlice } from './metrics/metrics-slice.ts';
import { makeOutcomes } from './metrics/outcomes.ts';
import { makeRollups } from './metrics/rollups.ts';
import { makeObservationEngine } from './observations/observation-engine.ts';
import { makeObservationGroups } from './observations/observation-groups.ts';
import { makeObservationMatches } from './observations/observation-matches.ts';
import { makeObservationSlice } from './observations/observation-slice.ts';
import { makeTransitions } from './observations/observation-transitions.ts';
import { makeObservations } from './observations/observations.ts';
import { makeAssessments } from './observers/assessments.ts';
import { makeObserverSlice } from './observers/observer-slice.ts';
import { makeObserverStates } from './observers/observer-states.ts';
import { makeObservers } from './observers/observers.ts';
import { makeSessionFindings } from './observers/session-findings.ts';
import { makeRawLines } from './raw-lines.ts';
import { makeReviewSlice } from './reviews/review-slice.ts';
import { makeReviewTotals } from './reviews/review-totals.ts';
import { makeSearchIndex } from './search/search-index.ts';
import { makeSearchSlice } from './search/search-slice.ts';
import { prepareLazily } from './lazy-statements.ts';
import { waitRandomly, type Wait } from './retry.ts';
import { makeCallFacts } from './sessions/call-facts.ts';
import { makeIngestSlice } from './sessions/ingest-slice.ts';
import { makeProjects } from './sessions/projects.ts';
import { makeSessionSlice } from './sessions/session-slice.ts';
import { makeSessionsList } from './sessions/sessions-list.ts';
import { makeStaleCheckpoints } from './sessions/stale-checkpoints.ts';
import { makeTurns } from './sessions/turns.ts';
import { makeSources } from './sources.ts';
import { makeSnapshots } from './trajectories/snapshots.ts';
import { makeTrajectorySlice } from './trajectories/trajectory-slice.ts';
import { makeSummarySlice } from './summaries/summary-slice.ts';
import { makeSummaryTurns } from './summaries/summary-turns.ts';
import { addHolds } from './text-matches.ts';
import { makeTransactions } from './transactions.ts';
import { makeWatchSlice } from './watch-slice.ts';

export type SqliteStoreOptions = { wait?: Wait; deadlineMs?: number; now?: () => number; limits?: StoreLimits };

/** Longer than any transaction of an import takes. */
const defaultDeadlineMs = 10_000;

/**
 * The store over a database that `openDatabase` opened, composed of one slice a subject; `close` closes it. `wait` lies between tries on
 * a busy database, up to `deadlineMs`; `now` dates what happens by itself.
 */
export const makeSqliteStore = (opened: Database, options: SqliteStoreOptions = {}): Store => {
  const db = prepareLazily(opened);
  addHolds(db);
  const { wait = waitRandomly, deadlineMs = defaultDeadlineMs, now = Date.now, limits = defaultStoreLimits } = options;
  const patience = { wait, deadlineMs };
  const transactions = makeTransactions(db, patience);
  const changes = makeChanges(db);
  const sources = makeSources(db);
  const deleted = makeDeletedSessions(db);
  const rawLines = makeRawLines(db);
  const snapshots = makeSnapshots(db);
  const sessions = makeSessionsList(db);
  const rollups = makeRollups(db);
  const outcomes = makeOutcomes(db, rollups);
  const staleCheckpoints = makeStaleCheckpoints(db);
  const turns = makeTurns(db, { rollups, staleCheckpoints });
  const searchIndex = makeSearchIndex(db);
  const groups = makeObservationGroups(db);
  const transitions = makeTransitions(db);
  const detections = makeDetections(db);
  const matches = makeObservationMatches(db);
  const observations = makeObservations(db, { groups, detections, transitions, changes });
  const projects = makeProjects(db, { changes, observations });
  projects.upgrade();
  const findings = makeSessionFindings(db);
  const assessments = makeAssessments(db, findings);
  const states = makeObserverStates(db);
  const observers = makeObservers(db, { calls: makeCallFacts(db), states, staleCheckpoints, assessments, observations, changes });
  const deliveries = makeDeliveryQueue(db, changes);
  const summaryTurns = makeSummaryTurns(db, changes);
  const reviewTotals = makeReviewTotals(db, changes);
  const engine = makeObservationEngine(db, transactions, {
    observers,
    assessments,
    observations,
    groups,
    detections,
    transitions,
    matches,
    deliveries,
  });
  const { unsubscribeAll, ...changeSlice } = makeChangeSlice(db, transactions, changes);
  return {
    ...makeIngestSlice(db, transactions, {
      changes,
      sources,
      sessions,
      turns,
      projects,
      staleCheckpoints,
      observations,
      searchIndex,
      deleted,
      rawLines,
      snapshots,
      summaryTurns,
      reviewTotals,
    }),
    ...makeSearchSlice(db, transactions, { searchIndex, changes, outcomes }),
    ...makeMetricsSlice(db, transactions, { changes, turns, outcomes, rollups }),
    ...makeSessionSlice(db, transactions, { sessions, projects, turns, rawLines }),
    ...makeObserverSlice(transactions, { engine, observers, assessments, findings, now }),
    ...makeObservationSlice(db, transactions, { engine, observations, detections, transitions, matches, changes, now, limits }),
    ...makeSummarySlice(db, transactions, { changes, turns: summaryTurns }),
    ...makeReviewSlice(db, transactions, { engine, observations, totals: reviewTotals, changes }),
    ...makeDeliverySlice(db, transactions, { engine, changes, limits }),
    ...makeImportSlice(db, transactions, { sources, projects, changes }),
    ...makeWatchSlice(db, transactions, changes),
    ...makeDataSlice(db, transactions, { changes, deleted, patience }),
    ...makeExperimentSlice(db, transactions, changes),
    ...makeTrajectorySlice(db, transactions, { snapshots, changes }),
    ...changeSlice,
    isDamaged: async () => transactions.isDamaged(),
    close: async () => {
      unsubscribeAll();
      db.close();
    },
  };
};
