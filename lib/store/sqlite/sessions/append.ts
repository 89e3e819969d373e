import type { Database } from 'better-sqlite3';
import { callLinks, records, recordTexts, sessions, toolCalls, toolResults } from '../../../../db/schema.ts';
import type { AppendBatch, EarlyPair, RecordRow, SessionRow, ToolCallRow, ToolResultRow } from '../../rows.ts';
import type { Changes } from '../changes.ts';
import type { Overlaps } from './overlaps.ts';
import type { findGitRoots, Projects } from './projects.ts';
import type { Pairing } from './pairing.ts';
import type { DeletedSessions } from '../deleted-sessions.ts';
import { computePairHash } from '../index-hash.ts';
import { makePutResponse } from './put-response.ts';
import type { Revisions } from '../revisions.ts';
import type { Rewriting } from './rewriting.ts';
import { toRecordColumns, toSessionColumns } from './rows.ts';
import type { AggregateCheckpoints } from './aggregate-checkpoints.ts';
import type { RawLines } from '../raw-lines.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { SeenCalls, StaleCheckpoints } from './stale-checkpoints.ts';
import type { Sources } from '../sources.ts';
import { bindByPosition, insertNew, upsert } from '../statements.ts';
import type { Snapshots } from '../trajectories/snapshots.ts';
import type { LiveRecords } from './live-records.ts';
import { toWindowedText } from './text-window.ts';

/** Columns of a session that the import does not write. */
const computedColumns = [
  'project',
  'gitRoot',
  'projectRoot',
  'projectBasis',
  'worktree',
  'settled',
  'turns',
  'records',
  'toolCalls',
  'toolErrors',
  'toolRejected',
  'toolDenied',
  'toolInterrupted',
  'toolUnended',
  'toolRan',
  'openCallAtMs',
  'tokensInput',
  'tokensCacheRead',
  'tokensCacheWrite',
  'tokensOutput',
  'tokensReasoning',
  'costUsd',
  'costSource',
  'countedIn',
  'unpricedModels',
  'partialUsage',
  'unknownUsage',
  'costAtLeast',
  'unknownRecords',
  'badLines',
  'orphanCalls',
  'noTimestamps',
  'firstImportId',
  'revision',
  'observed',
  'summarized',
  'findings',
  'worstFinding',
];

/** A session that names no parent keeps the one that settling gave it, and one that names no worktree the one that git knew. */
const filledColumns = ['parentId', 'relation', 'worktreeName'];

type Place = Pick<SessionRow, 'cwd' | 'repository' | 'mainFolder' | 'worktreeName' | 'relation'>;

/** Whether another project may follow from what is now said of a session. */
const isMoved = (known: Place, row: Place): boolean =>
  known.cwd !== row.cwd ||
  known.repository !== row.repository ||
  known.mainFolder !== row.mainFolder ||
  (row.worktreeName !== null && known.worktreeName !== row.worktreeName);

type Parts = {
  deleted: DeletedSessions;
  projects: Projects;
  reported: LiveRecords;
  sources: Sources;
  overlaps: Overlaps;
  heads: AggregateCheckpoints;
  staleCheckpoints: StaleCheckpoints;
  pairing: Pairing;
  revisions: Revisions;
  rewriting: Rewriting;
  changes: Changes;
  rawLines: RawLines;
  snapshots: Snapshots;
  searchIndex: SearchIndex;
};

/** Stores a batch inside the caller's transaction. Rows that are already stored stay as they are; counts of responses grow. */
export const makeAppend = (
  db: Database,
  {
    deleted,
    projects,
    reported,
    sources,
    overlaps,
    heads,
    staleCheckpoints,
    pairing,
    revisions,
    rewriting,
    changes,
    rawLines,
    snapshots,
    searchIndex,
  }: Parts,
) => {
  const putSession = db.prepare(upsert(sessions, ['id'], computedColumns, [], filledColumns));
  const addRecord = bindByPosition(db, insertNew(records, ['sessionId', 'id'], ['ftsId', 'inheritedFrom']));
  const addText = db.prepare(insertNew(recordTexts, ['sessionId', 'recordId', 'part']));
  const addCall = bindByPosition(db, insertNew(toolCalls, ['sessionId', 'id'], ['inheritedFrom']));
  const addResult = bindByPosition(db, insertNew(toolResults, ['sessionId', 'recordId']));
  const turnOfCall = db.prepare<[string, string], { turnIdx: number | null }>(
    'SELECT turn_idx AS turnIdx FROM tool_calls WHERE session_id = ? AND id = ?',
  );
  const aboutOf = db.prepare<[string], Place>(
    `SELECT cwd, repository, main_folder AS mainFolder, worktree_name AS worktreeName, relation FROM sessions WHERE id = ?`,
  );
  const putResponse = makePutResponse(db, { overlaps, heads });
  const addLink = db.prepare(insertNew(callLinks, ['sessionId', 'nativeCallId', 'childSessionId']));

  const addOverflow = (sessionId: string, recordId: string, part: 'text' | 'params', data: Buffer | null): void => {
    if (data) addText.run({ sessionId, recordId, part, data });
  };
  /** Answers the number of the record; null where it was stored before. */
  const storeRecord = (row: RecordRow): number | null => {
    const { head, bytes, lines, overflow } = toWindowedText(row.text);
    const added = addRecord(toRecordColumns(row, { head, bytes, lines }));
    if (added.changes === 0) return null;
    // The turn that is taken back may be any earlier one.
    heads.touch(row.sessionId, row.aboutTurn?.takesBack === undefined ? row.turnIdx : null);
    addOverflow(row.sessionId, row.id, 'text', overflow);
    return Number(added.lastInsertRowid);
  };
  /** Answers whether the call was new: stored together with its result. */
  const storeCall = (row: ToolCallRow, result: ToolResultRow | undefined, seen: SeenCalls): boolean => {
    const { head, bytes, overflow } = toWindowedText(row.params);
    const added = addCall(toCallColumns(row, result, { head, bytes }));
    if (added.changes === 0) return false;
    addOverflow(row.sessionId, row.id, 'params', overflow);
    seen.touch(row.sessionId, row.callIndex);
    return true;
  };
  /** A call whose result was stored before. */
  const pairEarly = ({ sessionId, callId, recordId }: EarlyPair, seen: SeenCalls): void => {
    heads.touch(sessionId, turnOfCall.get(sessionId, callId)?.turnIdx ?? null);
    const changed = pairing.pair(sessionId, callId, recordId);
    if (changed !== null) seen.touch(sessionId, changed);
  };
  /** A result whose call was stored before. */
  const pairStored = (row: ToolResultRow, callId: string, seen: SeenCalls): void => {
    heads.touch(row.sessionId, turnOfCall.get(row.sessionId, callId)?.turnIdx ?? null);
    const changed = pairing.pair(row.sessionId, callId, row.recordId);
    if (changed !== null) seen.touch(row.sessionId, changed);
    pairing.amendPaired(row.sessionId, callId, row.recordId);
  };
  const storeCalls = (calls: readonly ToolCallRow[], results: readonly ToolResultRow[], seen: SeenCalls): void => {
    const resultOf = new Map<string | null, ToolResultRow>(results.map((row) => [row.callId, row]));
    const stored = new Set(calls.filter((row) => storeCall(row, resultOf.get(row.id), seen)).map((row) => row.id));
    for (const row of results) addResult(row);
    for (const row of results) if (row.callId !== null && !stored.has(row.callId)) pairStored(row, row.callId, seen);
  };
  const storeOutcomeOverride = (row: ToolResultRow, seen: SeenCalls): void => {
    const added = addResult(row);
    const place = pairing.amend(row.sessionId, row.recordId);
    if (!place) return;
    heads.touch(row.sessionId, place.turnIdx);
    if (added.changes > 0) seen.touch(row.sessionId, place.callIndex);
  };
  /**
   * Observers know the folder of a session before its first call, and whether its turns have ends: those of a subagent have none. Answers
   * whether its project is to be found.
   */
  const storeSession = (row: SessionRow, seen: SeenCalls): boolean => {
    const known = aboutOf.get(row.id);
    if (seen.has(row.id)) {
      const isSubagentNow = row.relation === 'subagent' && known?.relation !== 'subagent';
      if (known?.cwd !== row.cwd || isSubagentNow) seen.touch(row.id, null);
    }
    putSession.run(toSessionColumns(row));
    revisions.advance(row.id);
    return !known || isMoved(known, row);
  };

  return (given: AppendBatch, gitRoots: ReturnType<typeof findGitRoots>): { newRecords: number; conflicting: string[] } => {
    const batch = deleted.leaveOut(given);
    if (!batch) return { newRecords: 0, conflicting: [] };
    const conflicting = revisions.findConflicting(batch.expected);
    if (conflicting.length > 0) return { newRecords: 0, conflicting };
    const seen = staleCheckpoints.watch();
    for (const id of batch.redecoded?.sessions ?? []) rewriting.dropParent(id);
    projects.place(
      batch.sessions.filter((row) => storeSession(row, seen)).map(({ id }) => id),
      gitRoots,
    );
    sources.put(batch.source, batch);
    reported.replace(batch, seen);
    for (const { sessionId } of batch.redecoded?.records ?? []) heads.touch(sessionId, null);
    const pairAgain = batch.redecoded && rewriting.replace(batch, batch.redecoded);
    const lastRow = overlaps.lastRow();
    const added = new Map<number, RecordRow>();
    for (const row of batch.records) {
      const ftsId = storeRecord(row);
      if (ftsId !== null) added.set(ftsId, row);
    }
    overlaps.noteKeys(lastRow);
    storeCalls(batch.calls, batch.results, seen);
    for (const pair of batch.earlyPairs) pairEarly(pair, seen);
    pairAgain?.();
    for (const row of batch.outcomeOverrides) storeOutcomeOverride(row, seen);
    const recounted = batch.redecoded && new Set(batch.redecoded.responses.map(toResponseKey));
    for (const row of batch.responses) putResponse(row, seen, recounted?.has(toResponseKey(row)));
    rawLines.put(batch.raw);
    snapshots.put(batch.snapshots);
    for (const link of batch.links) addLink.run(link);
    const touched = new Set(
      [batch.sessions.map((row) => row.id), ...[batch.records, batch.responses, batch.links].map(sessionIdsOf)].flat(),
    );
    for (const id of touched) {
      heads.grow(id);
      changes.add('session', id);
    }
    seen.note();
    searchIndex.indexAppended(lastRow, batch, added);
    return { newRecords: added.size, conflicting };
  };
};

/** With what a result says of its call: the same as pairing them later. Without a spread: this runs for every call of an import. */
const toCallColumns = (row: ToolCallRow, result: ToolResultRow | undefined, params: { head: string; bytes: number }) => ({
  sessionId: row.sessionId,
  id: row.id,
  callIndex: row.callIndex,
  turnIdx: row.turnIdx,
  seq: row.seq,
  nativeCallId: row.nativeCallId,
  name: row.name,
  kind: row.kind,
  summary: row.summary,
  startedAtMs: row.startedAtMs,
  responseId: row.responseId,
  callKey: row.callKey,
  params: params.head,
  paramsBytes: params.bytes,
  resultRecordId: result?.recordId ?? null,
  outcome: result?.outcome ?? 'unknown',
  outcomeSource: result?.outcomeSource ?? 'missing_result',
  exitCode: result?.exitCode ?? null,
  // Without an end as long as it runs.
  endedAtMs: result && result.outcome !== 'running' ? result.endedAtMs : null,
  durationMs: result && result.outcome !== 'running' ? (result.durationMs ?? toDuration(row.startedAtMs, result.endedAtMs)) : null,
  resultKey: result?.resultKey ?? null,
  errorKey: result?.outcome === 'error' ? result.errorKey : null,
  pairHash: result ? computePairHash(row.callKey, result.resultKey) : null,
});

const toDuration = (startedAtMs: number | null, endedAtMs: number | null): number | null =>
  startedAtMs === null || endedAtMs === null || endedAtMs < startedAtMs ? null : endedAtMs - startedAtMs;

const toResponseKey = ({ sessionId, id }: { sessionId: string; id: string }): string => `${sessionId} ${id}`;

const sessionIdsOf = (rows: readonly { sessionId: string }[]): string[] => rows.map((row) => row.sessionId);
