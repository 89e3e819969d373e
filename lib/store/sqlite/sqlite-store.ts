import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { displayWindowBytes } from '../../domain/record.ts';
import type { Store } from '../store.ts';
import { makeAppend } from './sessions/append.ts';
import { makeAssessments } from './observers/assessments.ts';
import { makeCallFacts } from './sessions/call-facts.ts';
import { makeCallSpans } from './sessions/call-spans.ts';
import { makeChanges } from './changes.ts';
import { makeDeleteSynthetic } from './delete-synthetic.ts';
import { makeDeliveryAttempts } from './deliveries/delivery-attempts.ts';
import { makeDeliveryLists } from './deliveries/delivery-lists.ts';
import { makeDeliveryQueue } from './deliveries/delivery-queue.ts';
import { makeFoundBefore } from './observations/found-before.ts';
import { makeFoundObservations } from './observations/found-observations.ts';
import { makeImports } from './imports.ts';
import { makeIncomplete } from './sessions/incomplete.ts';
import { makeInheritance } from './sessions/inheritance.ts';
import { makeObservationColumns } from './observations/observation-columns.ts';
import { makeObservationFacets } from './observations/observation-facets.ts';
import { makeObservationGroups } from './observations/observation-groups.ts';
import { makeObservationHistory } from './observations/observation-history.ts';
import { makeObservationIds } from './observations/observation-ids.ts';
import { makeObservationLabels } from './observations/observation-labels.ts';
import { makeObservationLists } from './observations/observation-lists.ts';
import { makeObservationMatches } from './observations/observation-matches.ts';
import { makeDetections } from './observations/observation-detections.ts';
import { makeTransitions } from './observations/observation-transitions.ts';
import { makeOpenObservations } from './observations/open-observations.ts';
import { makeObservations } from './observations/observations.ts';
import { makeObserverStates } from './observers/observer-states.ts';
import { makeObservers } from './observers/observers.ts';
import { makeOverlaps } from './sessions/overlaps.ts';
import { makePairing } from './sessions/pairing.ts';
import { makeRecordRemoval } from './sessions/record-removal.ts';
import { makeRecordsWindow } from './sessions/records-window.ts';
import { makeRederive } from './sessions/rederive.ts';
import { waitRandomly, type Wait } from './retry.ts';
import { makeRevisions } from './revisions.ts';
import { makeRowColumns } from './sessions/row-columns.ts';
import { makeSearchIndex } from './search-index.ts';
import { makeSessionsList } from './sessions/sessions-list.ts';
import { makeSessionFindings } from './observers/session-findings.ts';
import { makeRecomputeAggregates } from './sessions/recompute-aggregates.ts';
import { makeAggregateCheckpoints } from './sessions/aggregate-checkpoints.ts';
import { makeParentage } from './sessions/parentage.ts';
import { makeSources } from './sources.ts';
import { makeStaleHeads } from './sessions/stale-heads.ts';
import { makeTextMatches } from './text-matches.ts';
import { buildReported } from './sessions/live-records.ts';
import { makeReportedObservations } from './observations/reported-observations.ts';
import { makeToolCalls } from './sessions/tool-calls.ts';
import { makeTransactions } from './transactions.ts';
import { makeTriage, toWhole } from './observations/triage.ts';
import { makeTriageTargets } from './observations/triage-targets.ts';
import { makeTurns } from './sessions/turns.ts';
import { makeWatched } from './watched.ts';

/** The store over a database that `openDatabase` opened; `close` closes it. `wait` lies between tries on a busy database; `now` dates what happens by itself. */
export const makeSqliteStore = (db: Database, { wait = waitRandomly, now = Date.now }: { wait?: Wait; now?: () => number } = {}): Store => {
  const { read, write, commits } = makeTransactions(db, wait);
  const changes = makeChanges(db);
  const overlaps = makeOverlaps(db);
  const pairing = makePairing(db);
  const revisions = makeRevisions(db);
  const sources = makeSources(db);
  const turns = makeTurns(db);
  const searchIndex = makeSearchIndex(db);
  const heads = makeAggregateCheckpoints(db);
  const staleHeads = makeStaleHeads(db);
  const parentage = makeParentage(db, changes);
  const recomputeAggregates = makeRecomputeAggregates(db, {
    inheritance: makeInheritance(db, overlaps, staleHeads),
    overlaps,
    heads,
    turns,
    parentage,
    changes,
  });
  const removal = makeRecordRemoval(db, searchIndex, staleHeads);
  const reported = buildReported(db, removal);
  const append = makeAppend(db, { reported, sources, overlaps, heads, staleHeads, pairing, revisions, changes });
  const rederive = makeRederive(db, pairing, revisions, staleHeads);
  const groups = makeObservationGroups(db);
  const transitions = makeTransitions(db);
  const detections = makeDetections(db);
  const observations = makeObservations(db, { groups, transitions, changes });
  const observationColumns = makeObservationColumns(db);
  const matches = makeObservationMatches(db, observationColumns);
  const labels = makeObservationLabels(observationColumns);
  const observationLists = makeObservationLists(db, { matches, detections });
  const openObservations = makeOpenObservations(db);
  const observationFacets = makeObservationFacets(matches);
  const history = makeObservationHistory(db);
  const observationIds = makeObservationIds(db);
  const report = makeReportedObservations(db, { observations, detections, transitions, now });
  const triage = makeTriage(db, {
    observations,
    transitions,
    targets: makeTriageTargets({ observations, groups, transitions, matches }),
  });
  const queueDeliveries = makeDeliveryQueue(db, { observations, transitions, changes });
  const deliveryAttempts = makeDeliveryAttempts(db, changes);
  const deliveryLists = makeDeliveryLists(db);
  const deleteSynthetic = makeDeleteSynthetic(db, { searchIndex, overlaps, observations, changes, recomputeAggregates });
  const sessions = makeSessionsList(db);
  const toolCalls = makeToolCalls(db);
  const records = makeRecordsWindow(db, toolCalls);
  const textMatches = makeTextMatches(db);
  const callSpans = makeCallSpans(db);
  const findIncomplete = makeIncomplete(db);
  const rowColumns = makeRowColumns(db);
  const sessionFindings = makeSessionFindings(db);
  const assessments = makeAssessments(db, sessionFindings);
  const calls = makeCallFacts(db);
  const before = makeFoundBefore({ detections, iterateSaid: assessments.iterateOf, listSaidAt: assessments.listAtCall });
  const found = makeFoundObservations({ observations, detections, transitions, before, now });
  const states = makeObserverStates(db);
  const observers = makeObservers(db, { calls, states, staleHeads, assessments, observations, found, changes });
  const imports = makeImports(db, changes);
  const watched = makeWatched(db, changes);

  return {
    findSource: (path) => read(() => sources.findByPath(path)),
    findSourceBySha256: (sha256) => read(() => sources.findBySha256(sha256)),
    hasSourceOfBytes: (bytes) => read(() => sources.hasBytes(bytes)),
    findSessionRows: (ids) => read(() => sessions.findRows(ids)),
    findRecordPlaces: (sessionId, ids) => read(() => rederive.findPlaces(sessionId, ids)),
    append: (batch) => write(() => append(batch)),
    removeRecords: (sessionId, ids) => write(() => removal.remove(sessionId, ids)),
    listRecordHeads: (sessionId, after, limit) => read(() => rederive.listHeads(sessionId, after, limit)),
    listCallPairs: (sessionId, from) => read(() => rederive.listCallPairs(sessionId, from)),
    listLiveRecords: (sessionId, liveSourceId, fromSeq) => read(() => reported.list(sessionId, liveSourceId, fromSeq)),
    findKnownCalls: (sessionId, ids) => read(() => reported.findCalls(sessionId, ids)),
    findLastPrompt: (sessionId) => read(() => reported.findLastPrompt(sessionId)),
    findAnsweredCall: (sessionId, nativeCallId) => read(() => reported.findAnswered(sessionId, nativeCallId)),
    applyRederived: (chunk) => write(() => rederive.apply(chunk)),
    recomputeAggregates: (sessionIds) => write(() => recomputeAggregates(sessionIds)),
    listStaleSessions: () => read(sessions.listStaleSessions),
    indexSome: () => write(searchIndex.indexSome),
    deleteSynthetic: () => write(deleteSynthetic),

    listSessions: (filter, sort, descending, page) => read(() => sessions.list(filter, sort, descending, page)),
    findSession: (id) => read(() => sessions.find(id)),
    listChildren: (sessionId) => read(() => sessions.listChildren(sessionId)),
    sessionFacets: () => read(sessions.facets),
    countRecords: (sessionId) => read(() => records.count(sessionId)),
    countToolCalls: (sessionId) => read(() => toolCalls.count(sessionId)),
    listRecords: (sessionId, from, limit, windowBytes) => read(() => records.list(sessionId, from, limit, windowBytes)),
    findRecord: (sessionId, recordId, windowBytes) => read(() => records.find(sessionId, recordId, windowBytes)),
    readText: (sessionId, recordId, part, from, length) => read(() => records.readText(sessionId, recordId, part, from, length)),
    listTextMatches: (sessionId, text, afterSeq, limit) => read(() => textMatches(sessionId, text, afterSeq, limit)),
    findIncomplete: (sessionId, what, afterSeq) => read(() => findIncomplete(sessionId, what, afterSeq)),
    readRaw: (sessionId, recordId) => read(() => records.readRaw(sessionId, recordId)),
    listToolCalls: (sessionId, fromCall, limit, windowBytes) => read(() => toolCalls.list(sessionId, fromCall, limit, windowBytes)),
    findCall: (sessionId, fromCall, direction, outcomes) =>
      read(() => toolCalls.findNearest(sessionId, fromCall, direction, outcomes, displayWindowBytes)),
    rowColumns: (sessionId, fromTurn) => read(() => rowColumns(sessionId, fromTurn)),
    listCallSpans: (sessionId, fromCall, toCall) => read(() => callSpans.list(sessionId, fromCall, toCall)),
    listCallNames: (sessionId, calls) => read(() => callSpans.listNames(sessionId, calls)),
    listCallChildren: (sessionId, fromCall, toCall) => read(() => callSpans.listChildren(sessionId, fromCall, toCall)),
    listTurns: (sessionId) => read(() => turns.list(sessionId)),
    listTurnOutcomes: (sessionId) => read(() => toolCalls.listTurnOutcomes(sessionId)),

    reduceCalls: (sessionId, configKey, limit, fold) => write(() => observers.reduceCalls(sessionId, configKey, limit, fold)),
    listUnobserved: (limit) => read(() => observers.listUnobserved(limit)),
    listAssessments: (sessionId, options) =>
      read(() => {
        if (options.newest === undefined) return assessments.list(sessionId, options.superseded);
        const { superseded, newest, fromCall = 0, toCall = Number.MAX_SAFE_INTEGER } = options;
        return assessments.listNewest(sessionId, superseded, newest, fromCall, toCall);
      }),
    countUnobserved: () => read(observers.countUnobserved),
    countOutdated: (configKey) => read(() => observers.countOutdated(configKey)),
    markOutdatedUnobserved: (configKey) => write(() => observers.markOutdatedUnobserved(configKey)),
    listAssessmentsOfLastCall: (sessionId, atCall) => read(() => assessments.listOfLastCall(sessionId, atCall)),
    listActiveAssessments: (sessionId, atCall) => read(() => assessments.listActive(sessionId, atCall)),
    putSent: (sessionId, keys, sentAtMs) => write(() => observers.putSent(sessionId, keys, sentAtMs)),
    findObserverHead: (sessionId, atCall) => read(() => observers.findHead(sessionId, atCall)),
    putObserverHead: (sessionId, head) => write(() => observers.putHead(sessionId, head)),
    listCallFacts: (sessionId, afterCall, limit) => read(() => observers.listCallFacts(sessionId, afterCall, limit)),
    listObservable: (afterId, limit) => read(() => observers.listObservable(afterId, limit)),
    countFindings: () => read(sessionFindings.count),

    putObservations: (reported, by, changeId) => write(() => report(reported, by, changeId)),
    listObservations: (query) => read(() => observationLists.list(query)),
    listOpenObservations: (sessionId, maxOfObserver, limit) => read(() => openObservations(sessionId, maxOfObserver, limit)),
    listObservationGroups: (query) => read(() => observationLists.listGroups(query)),
    observationFacets: (filter, view, nowMs) => read(() => observationFacets(filter, view, nowMs)),
    countNeedingAttention: () => read(observationLists.countNeedingAttention),
    listObservationIds: (of, start, limit) => read(() => observationIds(of, start, limit)),
    findObservation: (id) => read(() => observations.get(id)),
    findObservationGroup: (fingerprint, nowMs, zoneMinutes) => read(() => observationLists.findGroup(fingerprint, nowMs, zoneMinutes)),
    listOccurrences: (observationId, limit) => read(() => detections.list(observationId, limit)),
    listHistory: (of, limit) => read(() => history.list(of, limit)),
    triage: async (command) => {
      const parts = await read(() => triage.listParts(command.target, command.atMs));
      const results = [];
      for (const part of parts) {
        results.push(await write(() => triage.triage(command, part)));
        if (parts.length > 1) await setImmediate();
      }
      return toWhole(command.changeId, results);
    },
    undoTriage: async (changeId, by, atMs) => {
      const steps = await read(() => triage.countSteps(changeId));
      const undone = await untilNone(() => write(() => triage.undo(changeId, by, atMs)));
      return { undone, left: steps - undone };
    },
    clearResolved: (sessionId, by, atMs, changeId) => untilNone(() => write(() => triage.clear(sessionId, by, atMs, changeId))),
    listLabels: () => read(labels),
    listTransitions: (afterSeq, limit) => read(() => transitions.list(afterSeq, limit)),

    queueDeliveries: (rules, nowMs) => write(() => queueDeliveries(rules, nowMs)),
    nextDeliveryMs: (sink) => read(() => deliveryAttempts.next(sink)),
    claimDeliveries: (sink, nowMs, leaseMs, limit) => write(() => deliveryAttempts.claim(sink, nowMs, leaseMs, limit)),
    claimOldestDelivery: (sink, nowMs, leaseMs) => write(() => deliveryAttempts.claimOldest(sink, nowMs, leaseMs)),
    endDelivery: (id, outcome) => write(() => deliveryAttempts.end(id, outcome)),
    listDeliveries: (state, page) => read(() => deliveryLists.list(state, page)),
    countDeliveries: () => read(deliveryLists.countAll),
    findDelivery: (id) => read(() => deliveryLists.find(id)),
    retryDelivery: (id, nowMs) => write(() => deliveryAttempts.retry(id, nowMs)),
    retryDeliveries: (sink, nowMs) => write(() => deliveryAttempts.retryAll(sink, nowMs)),

    createImport: (row) => write(() => imports.create(row)),
    putFileResults: (importId, results) => write(() => imports.putResults(importId, results)),
    finishImport: (importId, status, finishedAtMs) => write(() => imports.finish(importId, status, finishedAtMs)),
    findImport: (id) => read(() => imports.find(id)),
    listImports: (page) => read(() => imports.list(page)),
    listOpenImports: () => read(imports.listOpen),
    listSourceIssues: (sourceId) => read(() => sources.listIssues(sourceId)),
    findIssueLine: (sourceId, line) => read(() => sources.findIssueLine(sourceId, line)),
    listWatched: () => read(watched.list),
    putWatched: (path, addedAtMs) => write(() => watched.put(path, addedAtMs)),
    deleteWatched: (path) => write(() => watched.delete(path)),

    announce: (topic, subjectId) => write(() => changes.add(topic, subjectId)),
    listChanges: (afterSeq, limit) => read(() => changes.list(afterSeq, limit)),
    latestChange: () => read(changes.latest),
    dataVersion: () => dataVersionOf(db) + commits(),
    close: async () => {
      db.close();
    },
  };
};

/** Goes on as long as something was done; answers how much that was. Others come in between. */
const untilNone = async (work: () => Promise<number>): Promise<number> => {
  for (let done = 0; ;) {
    const some = await work();
    if (some === 0) return done;
    done += some;
    await setImmediate();
  }
};

/** SQLite counts the commits of other connections alone; both counts only grow, so their sum tells any change. */
const dataVersionOf = (db: Database): number => Number(db.pragma('data_version', { simple: true }));
