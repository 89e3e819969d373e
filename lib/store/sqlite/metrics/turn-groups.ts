import type { Database } from 'better-sqlite3';
import type { ComparedTurn } from '../../../domain/cohort.ts';
import type { MetricsStore, TurnPlace, TurnSelection } from '../../metrics-store.ts';
import { isTakenBack } from '../sessions/taken-back.ts';
import { isAtLeast, isRunning } from './turn-metric-rows.ts';
import { toSelection, type SelectionSql } from './turn-selection.ts';

type Row = [
  sessionId: string,
  turnIdx: number,
  group: 'a' | 'b',
  left: ComparedTurn['left'],
  createdAtMs: number | null,
  completed: number | null,
  iterations: number | null,
  toolErrors: number | null,
  durationMs: number | null,
  tokens: number | null,
  costUsd: number | null,
  reward: number | null,
  promptChars: number | null,
  model: string | null,
  project: string | null,
  agent: string | null,
  tokensAtLeast: number,
  costAtLeast: number,
];
const columns = `m.created_at_ms, m.completed, m.iterations, m.tool_errors, m.duration_ms, m.tokens, m.cost_usd, m.reward, m.prompt_chars,
  m.model, s.project, s.family, ${isAtLeast.tokens}, ${isAtLeast.cost}`;

/** Turns that are read at a time: other requests wait for one part. */
const maxTurns = 2_000;

/** The turns of two groups. */
export const makeTurnGroups = (db: Database) => {
  const hasReal = db.prepare<[], number>('SELECT 1 FROM sessions WHERE synthetic = 0 LIMIT 1').pluck();
  const hasStrange = db.prepare<[], number>(
    'SELECT 1 FROM turn_metrics m WHERE m.reported > 0 AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = m.session_id) LIMIT 1',
  );
  const hasSynthetic = db.prepare<[], number>('SELECT 1 FROM sessions WHERE synthetic = 1 LIMIT 1');
  /** Demo turns are compared only while there are no others. */
  const isDemo = (): boolean => hasReal.get() === undefined && hasSynthetic.get() !== undefined && hasStrange.get() === undefined;
  const select = (selection: TurnSelection): SelectionSql => toSelection(selection, isDemo());

  const readTurns = (selection: TurnSelection, after: TurnPlace | null): Awaited<ReturnType<MetricsStore['readTurns']>> => {
    const synthetic = isDemo();
    const { from, group, isUnknown, where, values, isByCalls } = toSelection(selection, synthetic);
    // Lists of calls are made anew for each part.
    const limit = isByCalls ? -1 : maxTurns;
    const rows = db
      .prepare<[SelectionSql['values']], Row>(
        `SELECT m.session_id, m.turn_idx, CASE WHEN ${isUnknown} THEN 'a' ELSE ${group} END AS grp,
          CASE WHEN s.relation = 'subagent' THEN 'subagent' WHEN ${isRunning} THEN 'running' WHEN ${isUnknown} THEN 'unknown' END, ${columns}
        FROM ${from} LEFT JOIN turns t ON t.session_id = m.session_id AND t.turn_idx = m.turn_idx WHERE (m.session_id, m.turn_idx) > (@sessionId, @turnIdx) AND ${where} AND NOT ${isTakenBack('m')} AND grp IS NOT NULL
        ORDER BY m.session_id, m.turn_idx LIMIT @limit`,
      )
      .raw()
      .all({ ...values, sessionId: after?.sessionId ?? '', turnIdx: after?.turnIdx ?? -2, limit });
    const [sessionId, turnIdx] = rows.at(-1) ?? [];
    const isMore = rows.length === limit && sessionId !== undefined && turnIdx !== undefined;
    return { turns: rows.map(toTurn), next: isMore ? { sessionId, turnIdx } : null, synthetic };
  };
  return { isDemo, select, readTurns };
};

const toTurn = ([sessionId, , group, left, createdAtMs, ...rest]: Row): ComparedTurn => {
  const [completed, iterations, toolErrors, durationMs, tokens, costUsd, reward, promptChars, model, project, agent, ...parts] = rest;
  const metrics = { completed, iterations, tool_errors: toolErrors, duration: durationMs, tokens, cost: costUsd, reward };
  const atLeast = (['tokens', 'cost'] as const).filter((_, at) => parts[at] === 1);
  return { sessionId, group, left, createdAtMs, metrics, atLeast, model, project, agent, promptChars };
};
