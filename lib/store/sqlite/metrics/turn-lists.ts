import type { Database } from 'better-sqlite3';
import type { Page } from '../../../domain/page.ts';
import type { TurnMetric } from '../../../domain/turn-metric.ts';
import type { MetricsStore, TurnSelection } from '../../metrics-store.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import { isAsked, isCompared, type SelectionSql } from './turn-selection.ts';

const cursorName = 'turns';
type Split = Parameters<MetricsStore['listSplitValues']>[0];
type Values = SelectionSql['values'];

const calls = (value: string): string =>
  `SELECT c.value, count(*) AS turns FROM (
    SELECT DISTINCT session_id, turn_idx, ${value} AS value FROM tool_calls WHERE inherited_from IS NULL AND turn_idx IS NOT NULL
  ) c JOIN turn_metrics m ON m.session_id = c.session_id AND m.turn_idx = c.turn_idx LEFT JOIN sessions s ON s.id = m.session_id
  WHERE c.value IS NOT NULL AND ${isCompared} AND ${isAsked} GROUP BY c.value`;
const turns = (value: string): string =>
  `SELECT ${value} AS value, count(*) AS turns FROM turn_metrics m LEFT JOIN sessions s ON s.id = m.session_id
  WHERE ${value} IS NOT NULL AND ${isCompared} AND ${isAsked} GROUP BY 1`;
const valueSql: Record<Split, string> = {
  model: turns('m.model'),
  agent: turns('s.family'),
  project: turns('s.project'),
  tool: calls('name'),
  mcp: calls(`CASE WHEN name LIKE 'mcp\\_\\_%\\_\\_%' ESCAPE '\\' THEN substr(name, 6, instr(substr(name, 6), '__') - 1) END`),
};
const maxValues = 200;

type Parts = {
  isDemo: () => boolean;
  select: (selection: TurnSelection) => SelectionSql;
  find: (sessionId: string, turnIdx: number, nowMs: number) => TurnMetric | null;
};

/** Turns of groups, one by one, and the values that they can be grouped by. */
export const makeTurnLists = (db: Database, { isDemo, select, find }: Parts) => ({
  listTurnMetrics: (
    selection: TurnSelection & { group: 'a' | 'b' | null },
    { cursor, limit }: { cursor: string | null; limit: number },
  ): Page<TurnMetric> => {
    const { from, group, where, values } = select(selection);
    const isIn = selection.group === null ? `(${group}) IS NOT NULL` : `(${group}) = '${selection.group}'`;
    const matching = `FROM ${from} WHERE ${where} AND ${isCompared} AND ${isIn}`;
    const at = cursor === null ? null : parseCursor(cursor, cursorName);
    const place = 'coalesce(m.created_at_ms, -9e15)';
    const key = `m.session_id || ' ' || m.turn_idx`;
    const rows = db
      .prepare<[Values], { sessionId: string; turnIdx: number; atMs: number }>(
        `SELECT m.session_id AS sessionId, m.turn_idx AS turnIdx, ${place} AS atMs ${matching}
        AND (${place} < @afterMs OR (${place} = @afterMs AND ${key} < @afterKey)) ORDER BY ${place} DESC, ${key} DESC LIMIT @limit`,
      )
      .all({ ...values, afterMs: at === null ? Number.MAX_VALUE : Number(at.value), afterKey: at?.id ?? '', limit: limit + 1 });
    const last = rows[limit - 1];
    return {
      items: rows.slice(0, limit).flatMap(({ sessionId, turnIdx }) => find(sessionId, turnIdx, selection.nowMs) ?? []),
      nextCursor:
        rows.length > limit && last ? toCursor({ list: cursorName, value: last.atMs, id: `${last.sessionId} ${last.turnIdx}` }) : null,
      total: db.prepare<[Values], number>(`SELECT count(*) ${matching}`).pluck().get(values) ?? 0,
    };
  },
  listSplitValues: (split: Split, nowMs: number): { value: string; turns: number }[] =>
    db
      .prepare<[Values], { value: string; turns: number }>(`${valueSql[split]} ORDER BY turns DESC, value LIMIT ${maxValues}`)
      .all({ nowMs, synthetic: Number(isDemo()) }),
});
