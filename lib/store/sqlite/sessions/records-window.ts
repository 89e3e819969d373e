import type { Database } from 'better-sqlite3';
import { records } from '../../../../db/schema.ts';
import type { SessionRecord } from '../../../domain/record.ts';
import { toLineHash } from '../../../sources/lines.ts';
import { decompressText } from '../../compress.ts';
import { placeOf } from '../index-hash.ts';
import type { RawLines, StoredBytes } from '../raw-lines.ts';
import { parseHashes, parseNumbers } from '../json.ts';
import { columnsOf } from '../statements.ts';
import { makeSubagentTree } from './subagent-tree.ts';
import { toRecord, type ListedRecord } from './to-domain.ts';
import type { ToolCalls } from './tool-calls.ts';

const select = `SELECT ${columnsOf(records, 'r')}, s.path AS sourcePath,
  p.tokens_input AS tokensInput, p.tokens_cache_read AS tokensCacheRead, p.tokens_cache_write AS tokensCacheWrite,
  p.tokens_output AS tokensOutput, p.tokens_reasoning AS tokensReasoning, p.cost_usd AS costUsd,
  p.is_partial AS isPartial,
  p.id IS NOT NULL AND r.seq = (
    SELECT min(f.seq) FROM records f INDEXED BY records_response
    WHERE ${placeOf('f')} = ${placeOf('r')} AND f.response_hash = r.response_hash AND f.session_id = r.session_id AND f.response_id = r.response_id
  ) AS opensResponse,
  CASE WHEN r.kind = 'system' THEN (
    SELECT c.call_index FROM tool_results t CROSS JOIN tool_calls c INDEXED BY tool_calls_native ON c.session_id = t.session_id AND c.native_call_id = t.native_call_id
    WHERE t.session_id = r.session_id AND t.record_id = r.id AND c.seq < r.seq ORDER BY c.call_index DESC LIMIT 1
  ) END AS endsCall
  FROM records r
  LEFT JOIN sources s ON s.id = r.source_id
  LEFT JOIN responses p INDEXED BY responses_id ON p.id_hash = r.response_hash AND p.session_id = r.session_id AND p.id = r.response_id`;

type Part = 'text' | 'params';
type Chunk = StoredBytes & { offsets: string; starts: string; hashes: string | null };
type Origin = {
  sourceId: string;
  path: string | null;
  line: number;
  byteOffset: number;
  rawBytes: number;
  lineHash: string;
};

/** Windows of records by position, their full texts, and the lines they came from. */
export const makeRecordsWindow = (db: Database, toolCalls: ToolCalls, rawLines: RawLines) => {
  const list = db.prepare<[string, number, number], ListedRecord>(`${select} WHERE r.session_id = ? AND r.seq >= ? ORDER BY r.seq LIMIT ?`);
  const find = db.prepare<[string, string], ListedRecord>(`${select} WHERE r.session_id = ? AND r.id = ?`);
  const last = db.prepare<[string], number | null>('SELECT max(seq) FROM records WHERE session_id = ?').pluck();
  const overflow = db.prepare<[string, string, Part], { data: Buffer }>(
    'SELECT data FROM record_texts WHERE session_id = ? AND record_id = ? AND part = ?',
  );
  const shortText: Record<Part, ReturnType<typeof prepareText>> = {
    text: prepareText(db, 'SELECT text FROM records WHERE session_id = ? AND id = ?'),
    params: prepareText(db, 'SELECT params AS text FROM tool_calls WHERE session_id = ? AND id = ?'),
  };
  const origin = db.prepare<[string, string], Origin>(
    `SELECT r.source_id AS sourceId, s.path, r.line, r.byte_offset AS byteOffset, r.raw_bytes AS rawBytes, r.line_hash AS lineHash
    FROM records r LEFT JOIN sources s ON s.id = r.source_id WHERE r.session_id = ? AND r.id = ?`,
  );
  const chunksBefore = db.prepare<[string, string, number], Chunk>(
    `SELECT offsets, starts, hashes, data, parts FROM raw_chunks WHERE session_id = ? AND source_id = ? AND first_offset <= ? ORDER BY first_offset DESC`,
  );

  const alias = db.prepare<[string, string], string>('SELECT record_id FROM record_aliases WHERE session_id = ? AND id = ?').pluck();
  const { findSessionOfRecord } = makeSubagentTree(db);
  /** The place itself, or that of the record that replaced a live one; it may stand in the session of a subagent. */
  const resolve = (sessionId: string, givenId: string): [sessionId: string, recordId: string] => {
    const recordId = alias.get(sessionId, givenId);
    return recordId === undefined ? [sessionId, givenId] : [findSessionOfRecord(sessionId, recordId) ?? sessionId, recordId];
  };
  const complete = (row: ListedRecord, windowBytes: number): SessionRecord => toRecord(row, findToolCall(row, windowBytes), windowBytes);
  const findToolCall = ({ sessionId, id, kind }: ListedRecord, windowBytes: number) => {
    if (kind === 'tool_call') return toolCalls.findByRecord(sessionId, id, windowBytes);
    return kind === 'tool_result' ? toolCalls.findByResult(sessionId, id, windowBytes) : null;
  };
  /** The line, or null for a text where a file that was written anew has another one there; null where none was kept. */
  const findLine = (sessionId: string, from: Origin): { text: string | null } | null => {
    let found: { text: null } | null = null;
    for (const { offsets, starts, hashes, ...stored } of chunksBefore.iterate(sessionId, from.sourceId, from.byteOffset)) {
      const at = parseNumbers(offsets).indexOf(from.byteOffset);
      if (at === -1) continue;
      const begins = parseNumbers(starts);
      const text = rawLines
        .read(stored)
        .toString('utf8', begins[at], begins[at + 1])
        .replace(/\r?\n$/u, '');
      const hash = parseHashes(hashes)?.[at] ?? toLineHash(Buffer.from(text));
      if (hash === from.lineHash) return { text };
      found = { text: null };
    }
    return found;
  };
  return {
    list: (sessionId: string, from: number, limit: number, windowBytes: number, responseBytes = windowBytes): SessionRecord[] =>
      list.all(sessionId, from, limit).map((row) => complete(row, row.kind === 'response' ? responseBytes : windowBytes)),
    find: (sessionId: string, recordId: string, windowBytes: number): SessionRecord | null => {
      const row = find.get(...resolve(sessionId, recordId));
      return row ? complete(row, windowBytes) : null;
    },
    /** By the last position, as counting 200,000 takes long. */
    count: (sessionId: string): number => (last.get(sessionId) ?? -1) + 1,
    readText: (givenSession: string, givenId: string, part: Part, from: number, length: number) => {
      const [sessionId, recordId] = resolve(givenSession, givenId);
      const long = overflow.get(sessionId, recordId, part);
      const text = long ? decompressText(long.data) : shortText[part].get(sessionId, recordId)?.text;
      return text === undefined ? null : { text: text.slice(from, from + length), totalChars: text.length };
    },
    readRaw: (givenSession: string, givenId: string) => {
      const [sessionId, recordId] = resolve(givenSession, givenId);
      const from = origin.get(sessionId, recordId);
      const line = from ? findLine(sessionId, from) : null;
      if (!from || !line) return null;
      return { raw: line.text, path: from.path ?? '', line: from.line, bytes: from.rawBytes };
    },
  };
};

const prepareText = (db: Database, sql: string) => db.prepare<[string, string], { text: string }>(sql);
