import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { summaries } from '../../../../db/schema.ts';
import { listCounted } from './count-summaries.ts';
import { summary, type Summary } from '../../../domain/summary.ts';
import type { ListedSummary } from '../../../domain/listed-summary.ts';
import type { SummaryFilter, SummaryRow, SummaryStore } from '../../summary-store.ts';
import type { Changes } from '../changes.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import { parseJson, toJson } from '../json.ts';
import { upsert } from '../statements.ts';
import type { Transactions } from '../transactions.ts';
import { summariesFrom, toSummaryWhere } from './summary-where.ts';
import type { SummaryTurns } from './summary-turns.ts';

type Listed = {
  number: number;
  listedMs: number;
  turnIdx: number;
  body: string;
  title: string | null;
  project: string | null;
  agent: string;
  model: string | null;
  synthetic: number;
};
type Stored = { version: number; body: string; previous: string | null; turnIdx: number };

const toSummary = (body: string, turnIdx: number): Summary => ({ ...parseJson(summary, body), turn_idx: turnIdx });

const toTexts = ({ summary: text, tools_rationale, key_findings }: SummaryRow | Summary): string =>
  [text, tools_rationale, key_findings].filter((one) => one !== '').join('\n');

const isSame = (a: SummaryRow, b: Summary): boolean =>
  toTexts(a) === toTexts(b) && a.confidence_level === b.confidence_level && a.method === b.method;

/** Summaries of turns. */
export const makeSummarySlice = (
  db: Database,
  { reading, writing }: Transactions,
  { changes, turns }: { changes: Changes; turns: SummaryTurns },
): SummaryStore => {
  const put = db.prepare(upsert(summaries, ['sessionId', 'messageId'], ['number', 'doc']));
  const find = db.prepare<[string, string], Stored>(
    'SELECT version, body, previous, turn_idx AS turnIdx FROM summaries WHERE session_id = ? AND message_id = ?',
  );
  const hasPrompt = db.prepare<[string, number, string]>('SELECT 1 FROM turns WHERE session_id = ? AND turn_idx = ? AND prompt_id = ?');

  const putOne = ({ key, ...row }: SummaryRow, isNew: boolean): boolean => {
    if (!hasPrompt.get(row.session_id, row.turn_idx, row.message_id)) return false;
    const stored = find.get(row.session_id, row.message_id);
    const before = stored && toSummary(stored.body, stored.turnIdx);
    const isKept = before !== undefined && !isNew && isSame({ ...row, key }, before);
    const version = (stored?.version ?? 0) + (isKept ? 0 : 1);
    put.run({
      sessionId: row.session_id,
      messageId: row.message_id,
      turnIdx: row.turn_idx,
      version,
      turnKey: key,
      listedMs: row.timestamp ?? row.created_at,
      confidence: row.confidence_level,
      method: row.method,
      toolCalls: row.trajectory_count,
      tools: toJson(row.tools_used),
      pending: 1,
      texts: toTexts({ ...row, key }),
      body: toJson(z.encode(summary, { ...row, version, created_at: isKept ? before.created_at : row.created_at })),
      previous: isKept ? stored?.previous : (stored?.body ?? null),
    });
    return true;
  };

  const list = (filter: SummaryFilter, { cursor, limit }: { cursor: string | null; limit: number }) => {
    const { where, values } = toSummaryWhere(db, filter);
    const ofSession = filter.sessionId !== undefined;
    const name = ofSession ? 'summaries of a session' : 'summaries';
    const at = cursor === null ? null : parseCursor(cursor, name);
    const [place, sign, order] = ofSession ? ['x.turn_idx', '>', 'ASC'] : ['x.listed_ms', '<', 'DESC'];
    const rows = db
      .prepare<[Record<string, unknown>], Listed>(
        `SELECT x.number, x.listed_ms AS listedMs, x.turn_idx AS turnIdx, x.body, s.title, s.project, s.family AS agent, m.model, s.synthetic
        FROM ${summariesFrom} WHERE ${where} ${at ? `AND (${place}, x.number) ${sign} (@value, @number)` : ''}
        ORDER BY ${place} ${order}, x.number ${order} LIMIT @limit`,
      )
      .all({ ...values, limit: limit + 1, ...(at && { value: at.value, number: Number(at.id) }) });
    const last = rows[limit - 1];
    return {
      items: rows.slice(0, limit).map(({ body, turnIdx, title, project, agent, model, synthetic }): ListedSummary => ({
        ...toSummary(body, turnIdx),
        session: { title, project, agent, model, synthetic: synthetic === 1 },
      })),
      nextCursor:
        rows.length > limit && last
          ? toCursor({ list: name, value: ofSession ? last.turnIdx : last.listedMs, id: String(last.number) })
          : null,
      total: db.prepare<[Record<string, unknown>], number>(`SELECT count(*) FROM ${summariesFrom} WHERE ${where}`).pluck().get(values) ?? 0,
    };
  };

  return {
    listUnsummarized: reading(turns.listUnsummarized),
    countUnsummarized: reading(turns.countUnsummarized),
    listSummarizableTurns: reading(turns.listTurns),
    listToolNames: reading(turns.listToolNames),
    markSummarized: writing(turns.mark),
    putSummaries: writing((rows, { isNew }) => {
      const stored = rows.filter((row) => putOne(row, isNew));
      for (const sessionId of new Set(stored.map(({ session_id }) => session_id))) changes.add('summary', sessionId);
      return stored.length;
    }),
    listSummaries: reading(list),
    listSummaryVersions: reading((sessionId, messageId) => {
      const stored = find.get(sessionId, messageId);
      if (!stored) return [];
      return [stored.body, ...(stored.previous === null ? [] : [stored.previous])].map((body) => toSummary(body, stored.turnIdx));
    }),
    countSummaries: reading((filter, by) => listCounted(db, filter, by)),
  };
};
