import type { Assessment } from '../../domain/assessment.ts';
import { hashId } from '../../session/ids.ts';
import { toReason, toReturned } from '../lifecycle.ts';
import { toSeverityRank } from '../severity.ts';
import { toDetections, type Detection } from '../detection.ts';
import { startTriage, toMoved } from '../triage-state.ts';
import { carryOver, isCarriedAway } from './carry-over.ts';
import { toDetectedColumns, toSeen } from './detected-columns.ts';
import { makeObservationDrafts, type Draft, type ObservationDrafts } from './observation-drafts.ts';
import { beginOccurrence, extendOccurrence, findFurthestCall, findNewest, findSeveritySpan, toSummed, type Seen } from './occurrences.ts';
import { rewindDrafts, type RewoundAssessments } from './rewind.ts';
import { withdrawUnfound } from './withdraw.ts';
import {
  toWasteColumns,
  type KnownRows,
  type ObservationPlan,
  type ObservationRow,
  type OccurrenceRow,
  type SessionFacts,
} from './rows.ts';
import { findLastMove, type Change } from './steps.ts';

export type DetectionInput = {
  sessionId: string;
  session: SessionFacts;
  nowMs: number;
  /** In order of detection. */
  detections: readonly Detection[];
  /** All earlier detections at the calls of detections without a time, under any configuration. */
  saidBefore: readonly Assessment[];
  /** Null if there is no rewind. */
  rewind: { toCall: number; assessments: RewoundAssessments } | null;
  /** All calls are reduced: what was not detected is gone. */
  isComplete: boolean;
  known: KnownRows;
};

/**
 * Changes from a window of detections: new observations, occurrences, regressions, returns and withdrawals. `known` has the session's
 * observations with these fingerprints, those beyond the rewind, and, in the last window, those without active occurrences.
 */
export const planDetections = (input: DetectionInput): ObservationPlan => {
  const { sessionId, session, nowMs, detections, rewind, isComplete } = input;
  const drafts = makeObservationDrafts(input.known);
  if (rewind) rewindDrafts(drafts.list(), session, rewind);
  for (const found of detections) {
    const draft = drafts.find(sessionId, found.fingerprint);
    if (draft) detectAgain(drafts, draft, found, input);
    else detectFirst(drafts, found, input);
  }
  if (isComplete) {
    carryOver(drafts, nowMs);
    withdrawUnfound(drafts, sessionId, nowMs);
  }
  for (const draft of drafts.list()) draft.row = toSummed(draft.row, draft.occurrences);
  return drafts.finish();
};

const detectFirst = (drafts: ObservationDrafts, found: Detection, { sessionId, session, nowMs }: DetectionInput): void => {
  const triage = startTriage(drafts.findClosing(found.fingerprint), found.atMs, nowMs);
  const wanted: ObservationRow = {
    ...triage,
    project: session.project,
    synthetic: session.synthetic,
    sessionId,
    id: found.observationId,
    fingerprint: found.fingerprint,
    observer: found.observer,
    observerName: found.observerName,
    category: found.category,
    ...toDetectedColumns(found),
    severity: toSeverityRank(found.severity),
    sourceType: 'conversation',
    createdAtMs: found.atMs,
    openedAtMs: found.atMs,
    firstSeenMs: found.atMs,
    lastSeenMs: found.atMs,
    timed: Number(found.isTimed),
    seen: 0,
    ...toWasteColumns(null),
  };
  const kind = triage.state === 'regressed' ? 'regress' : 'create';
  const draft = drafts.create(wanted, { ...toChange(sessionId, found), kind });
  draft.occurrences = beginOccurrence(draft.row, [], toSeen(found));
};

const detectAgain = (drafts: ObservationDrafts, draft: Draft, found: Detection, input: DetectionInput): void => {
  const before = draft.row;
  const { openedAtMs, stands } = findSeveritySpan(before, draft.occurrences, found);
  const { isNews, hasBegun } = see(draft, found, input);
  const severity = toSeverityRank(found.severity);
  const isSince = found.atMs >= openedAtMs;
  draft.row = {
    ...before,
    ...toDetectedColumns(found),
    project: input.session.project,
    synthetic: input.session.synthetic,
    openedAtMs,
    severity: isSince ? Math.min(stands ? before.severity : severity, severity) : before.severity,
    changedAtMs: hasBegun ? input.nowMs : before.changedAtMs,
  };
  const change = toChange(input.sessionId, found);
  drafts.escalate(draft, before, change);
  const reason = toReason(before.state);
  if (reason === null || isCarriedAway(draft)) return;
  if (before.state === 'stale' && findLastMove(draft.steps)?.kind === 'withdraw') {
    returnWithdrawn(drafts, draft, change, input.nowMs);
    return;
  }
  const { to, kind } = toReturned({ state: reason, atMs: before.resolvedAtMs ?? 0 }, found.atMs);
  if (!isNews || kind === null) return;
  const step: Change = { ...change, kind };
  drafts.move(draft, { ...toMoved(draft.row, to, step), severity, openedAtMs: found.atMs, changedAtMs: input.nowMs }, step);
};

/** An observation that a replay withdrew and a later one detects again gets its old state back: replays never undo triage. */
const returnWithdrawn = (drafts: ObservationDrafts, draft: Draft, change: Omit<Change, 'kind'>, nowMs: number): void => {
  const to = findLastMove(draft.steps)?.fromState ?? 'open';
  const step: Change = { ...change, kind: 'return' };
  const moved = toMoved(draft.row, to, step);
  const acknowledgedAtMs = to === 'acknowledged' ? (draft.row.acknowledgedAtMs ?? moved.acknowledgedAtMs) : moved.acknowledgedAtMs;
  drafts.move(draft, { ...moved, acknowledgedAtMs, changedAtMs: nowMs }, step);
};

/**
 * Starts an occurrence or continues the last one. `isNews`: it counts as found after a resolution. A detection without a time is no news
 * if its call had it before; one at a later call is, even if the repair may be later.
 */
const see = (draft: Draft, found: Detection, { saidBefore, session }: DetectionInput): { isNews: boolean; hasBegun: boolean } => {
  const { row, occurrences } = draft;
  const isLater = found.isTimed
    ? found.atMs > (row.resolvedAtMs ?? Infinity)
    : found.callIndex > findFurthestCall(occurrences) && !wasSaid(found, saidBefore, session.folderName);
  const last = findNewest(occurrences);
  if (last && (found.standing !== 'new' || isSameOccurrence(found, last))) {
    draft.occurrences = extendOccurrence(occurrences, last, keepLargerWaste(last, toSeen(found)));
    return { isNews: isMore(found) && isLater, hasBegun: false };
  }
  const isAgain = occurrences.some(({ callId }) => callId === found.callId);
  draft.occurrences = beginOccurrence(row, occurrences, toSeen(found));
  return { isNews: !isAgain && (found.isTimed || isLater), hasBegun: !isAgain };
};

/** Whether a new finding shares calls with the last occurrence, as when a larger finding covered them meanwhile. */
const isSameOccurrence = ({ evidence }: Detection, last: OccurrenceRow): boolean =>
  (evidence.calls[0] ?? Infinity) <= Math.max(last.callIndex, last.evidenceCall);

const wasSaid = ({ observer, callId, fingerprint }: Detection, saidBefore: readonly Assessment[], folderName: string | null): boolean =>
  saidBefore.some(
    (said) =>
      said.observer === observer &&
      said.callId === callId &&
      toDetections(said, folderName, 0).some((one) => one.fingerprint === fingerprint),
  );

/** It started or escalated at the call, or the call is evidence. */
const isMore = ({ standing, evidence, callIndex }: Detection): boolean =>
  standing === 'new' || standing === 'rises' || evidence.calls.at(-1) === callIndex;

/** When its evidence window moves, an occurrence keeps the larger waste, because the overlap is unknown. */
const keepLargerWaste = (last: OccurrenceRow, seen: Seen): Seen => {
  const isLess = seen.wasteCalls !== null && seen.wasteCalls < (last.wasteCalls ?? 0);
  const { wasteCalls, wasteTokens, wasteMs, wasteUsd } = isLess ? last : seen;
  return { ...seen, wasteCalls, wasteTokens, wasteMs, wasteUsd };
};

const toChange = (sessionId: string, found: Detection): Omit<Change, 'kind'> => ({
  changeId: hashId('found', sessionId, found.callId),
  by: found.observer,
  atMs: found.atMs,
  note: null,
  callIndex: found.callIndex,
});
