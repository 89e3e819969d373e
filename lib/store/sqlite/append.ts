import type { Database } from 'better-sqlite3';
import { callLinks, rawChunks, records, recordTexts, responses, sessions, toolCalls, toolResults } from '../../../db/schema.ts';
import type { AppendBatch, RecordRow, ResponseRow, ToolCallRow, ToolResultRow } from '../store.ts';
import type { Changes } from './changes.ts';
import type { Overlaps } from './overlaps.ts';
import type { Pairing } from './pairing.ts';
import { toJson, toRecordColumns, toSessionColumns, toTokenColumns } from './rows.ts';
import type { Sources } from './sources.ts';
import { bindByPosition, insertNew, mergeBy, upsert } from './statements.ts';
import { toWindowedText } from './text-window.ts';

/** Columns of a session that the import does not write. */
const computedColumns = [
  'turns',
  'records',
  'toolCalls',
  'toolErrors',
  'toolRejected',
  'tokensInput',
  'tokensCacheRead',
  'tokensCacheWrite',
  'tokensOutput',
  'tokensReasoning',
  'costUsd',
  'costSource',
  'unknownRecords',
  'badLines',
  'orphanCalls',
  'noTimestamps',
  'firstImportId',
];

const responseMerge = Object.fromEntries<string>([
  ...Object.entries({
    tokensInput: 'tokens_input',
    tokensCacheRead: 'tokens_cache_read',
    tokensCacheWrite: 'tokens_cache_write',
    tokensOutput: 'tokens_output',
    tokensReasoning: 'tokens_reasoning',
    cacheWrite1h: 'cache_write_1h',
    costUsd: 'cost_usd',
    costReported: 'cost_reported',
    model: 'model',
  }).map(([field, column]) => [field, mergeBy('max', column)] as const),
  ...Object.entries({ turnIdx: 'turn_idx', atMs: 'at_ms' }).map(([field, column]) => [field, mergeBy('min', column)] as const),
]);

type Parts = { sources: Sources; overlaps: Overlaps; pairing: Pairing; changes: Changes };

/** Stores a batch inside the caller's transaction. What is stored already stays as it is; counts of responses grow. */
export const makeAppend = (db: Database, { sources, overlaps, pairing, changes }: Parts) => {
  const putSession = db.prepare(upsert(sessions, ['id'], computedColumns));
  const unsettle = db.prepare<[string]>('UPDATE sessions SET settled = 0 WHERE id = ?');
  const addRecord = bindByPosition(db, insertNew(records, ['sessionId', 'id'], ['ftsId', 'inheritedFrom']));
  const addText = db.prepare(insertNew(recordTexts, ['sessionId', 'recordId', 'part']));
  const addCall = db.prepare(
    insertNew(
      toolCalls,
      ['sessionId', 'id'],
      ['inheritedFrom', 'resultRecordId', 'exitCode', 'endedAtMs', 'durationMs', 'resultKey', 'errorKey'],
    ),
  );
  const addResult = db.prepare(insertNew(toolResults, ['sessionId', 'recordId']));
  const hasResponse = db.prepare<[string, string]>('SELECT 1 FROM responses WHERE session_id = ? AND id = ?');
  const putResponse = db.prepare(upsert(responses, ['sessionId', 'id'], ['inheritedFrom'], responseMerge));
  const putChunk = db.prepare(upsert(rawChunks, ['sessionId', 'sourceId', 'firstOffset']));
  const addLink = db.prepare(insertNew(callLinks, ['sessionId', 'nativeCallId', 'childSessionId']));

  const addOverflow = (sessionId: string, recordId: string, part: 'text' | 'params', data: Buffer | null): void => {
    if (data) addText.run({ sessionId, recordId, part, data });
  };
  const storeRecord = (row: RecordRow): boolean => {
    const { head, bytes, lines, overflow } = toWindowedText(row.text);
    const added = addRecord(toRecordColumns(row, { head, bytes, lines }));
    if (added.changes === 0) return false;
    addOverflow(row.sessionId, row.id, 'text', overflow);
    return true;
  };
  const storeCall = (row: ToolCallRow): void => {
    const { head, bytes, overflow } = toWindowedText(row.params);
    const added = addCall.run({ ...row, params: head, paramsBytes: bytes, outcome: 'unknown', outcomeSource: 'missing_result' });
    if (added.changes > 0) addOverflow(row.sessionId, row.id, 'params', overflow);
  };
  const storeResult = (row: ToolResultRow): void => {
    addResult.run(row);
    if (row.callId !== null) pairing.pair(row.sessionId, row.callId, row.recordId);
  };
  const storeResponse = (row: ResponseRow): void => {
    const isNew = !hasResponse.get(row.sessionId, row.id);
    putResponse.run({ ...row, ...toTokenColumns(row.tokens), costReported: Number(row.costReported) });
    if (isNew) overlaps.noteResponse(row.sessionId, row.nativeId);
  };

  return (batch: AppendBatch): { newRecords: number } => {
    for (const row of batch.sessions) putSession.run({ ...toSessionColumns(row), settled: 0 });
    sources.put(batch.source, batch.issues);
    const lastRow = overlaps.lastRow();
    let newRecords = 0;
    for (const row of batch.records) newRecords += Number(storeRecord(row));
    overlaps.noteKeys(lastRow);
    batch.calls.forEach(storeCall);
    batch.results.forEach(storeResult);
    batch.responses.forEach(storeResponse);
    for (const chunk of batch.raw) putChunk.run({ ...chunk, offsets: toJson(chunk.offsets), starts: toJson(chunk.starts) });
    for (const link of batch.links) addLink.run(link);
    const touched = new Set(
      [batch.sessions.map((row) => row.id), ...[batch.records, batch.responses, batch.links].map(sessionIdsOf)].flat(),
    );
    for (const id of touched) {
      unsettle.run(id);
      changes.add('session', id);
    }
    return { newRecords };
  };
};

const sessionIdsOf = (rows: readonly { sessionId: string }[]): string[] => rows.map((row) => row.sessionId);
