import type { Database } from 'better-sqlite3';
import { sessions } from '../../../db/schema.ts';
import type { CostSource } from '../../domain/session.ts';
import { unknownTokens } from '../../domain/tokens.ts';
import type { Changes } from './changes.ts';
import type { Inheritance } from './inheritance.ts';
import { parseReportedTokens, toTokenColumns, type StoredSession } from './rows.ts';
import { columnsOf } from './statements.ts';
import type { Turns } from './turns.ts';

type StoredFigures = Omit<StoredSession, 'facts' | 'head'>;
type RecordCounts = Pick<StoredSession, 'records' | 'unknownRecords' | 'noTimestamps'>;
type CallCounts = Pick<StoredSession, 'toolCalls' | 'toolErrors' | 'toolRejected' | 'orphanCalls'>;
type TokenSums = Pick<StoredSession, 'tokensInput' | 'tokensCacheRead' | 'tokensCacheWrite' | 'tokensOutput' | 'tokensReasoning'>;
type ResponseSums = TokenSums & { costUsd: number | null; unpriced: number; reported: number; computed: number };
type Figures = RecordCounts & CallCounts & TokenSums & Pick<StoredSession, 'turns' | 'costUsd' | 'costSource' | 'badLines'>;

/** Sums what is owned; what is only inherited shows that the source gives the figure, and adds nothing. */
const sumOwned = (column: string): string => `sum(CASE WHEN inherited_from IS NULL THEN ${column} WHEN ${column} IS NOT NULL THEN 0 END)`;

/** Computes what depends on whole sessions: inheritance, turns, figures. */
export const makeSettle = (db: Database, { inheritance, turns, changes }: { inheritance: Inheritance; turns: Turns; changes: Changes }) => {
  const find = db.prepare<[string], StoredFigures>(`SELECT ${columnsOf(sessions, 's', ['facts', 'head'])} FROM sessions s WHERE s.id = ?`);
  const countRecords = db.prepare<[string], RecordCounts>(
    `SELECT count(*) AS records, coalesce(sum(unknown), 0) AS unknownRecords, coalesce(sum(at_ms IS NULL), 0) AS noTimestamps
    FROM records INDEXED BY records_seq WHERE session_id = ? AND inherited_from IS NULL`,
  );
  const countTurns = db.prepare<[string], { turns: number }>(
    `SELECT count(*) AS turns FROM turns t JOIN records r ON r.session_id = t.session_id AND r.id = t.prompt_id
    WHERE t.session_id = ? AND r.inherited_from IS NULL`,
  );
  const countCalls = db.prepare<[string], CallCounts>(
    `SELECT count(*) AS toolCalls, coalesce(sum(outcome = 'error'), 0) AS toolErrors, coalesce(sum(outcome = 'rejected'), 0) AS toolRejected,
      coalesce(sum(result_record_id IS NULL), 0) AS orphanCalls
    FROM tool_calls INDEXED BY tool_calls_index WHERE session_id = ? AND inherited_from IS NULL`,
  );
  const sumResponses = db.prepare<[string], ResponseSums>(
    `SELECT ${sumOwned('tokens_input')} AS tokensInput, ${sumOwned('tokens_cache_read')} AS tokensCacheRead,
      ${sumOwned('tokens_cache_write')} AS tokensCacheWrite, ${sumOwned('tokens_output')} AS tokensOutput,
      ${sumOwned('tokens_reasoning')} AS tokensReasoning, ${sumOwned('cost_usd')} AS costUsd,
      coalesce(sum(inherited_from IS NULL AND cost_usd IS NULL AND tokens > 0), 0) AS unpriced,
      coalesce(sum(cost_usd IS NOT NULL AND cost_reported = 1), 0) AS reported,
      coalesce(sum(cost_usd IS NOT NULL AND cost_reported = 0), 0) AS computed
    FROM (
      SELECT *, coalesce(tokens_input, 0) + coalesce(tokens_cache_read, 0) + coalesce(tokens_cache_write, 0) + coalesce(tokens_output, 0) AS tokens
      FROM responses WHERE session_id = ? ORDER BY id
    )`,
  );
  const countBadLines = db.prepare<[string], { badLines: number }>(
    `SELECT coalesce(sum(s.skipped_lines), 0) AS badLines FROM source_sessions x JOIN sources s ON s.id = x.source_id WHERE x.session_id = ?`,
  );
  const put = db.prepare<[Figures & { id: string; isAsked: number }]>(
    `UPDATE sessions SET settled = max(settled, @isAsked), turns = @turns, records = @records, tool_calls = @toolCalls, tool_errors = @toolErrors,
      tool_rejected = @toolRejected, tokens_input = @tokensInput, tokens_cache_read = @tokensCacheRead,
      tokens_cache_write = @tokensCacheWrite, tokens_output = @tokensOutput, tokens_reasoning = @tokensReasoning,
      cost_usd = @costUsd, cost_source = @costSource, unknown_records = @unknownRecords, bad_lines = @badLines,
      orphan_calls = @orphanCalls, no_timestamps = @noTimestamps WHERE id = @id`,
  );

  const compute = (session: StoredFigures): Figures => {
    const { id } = session;
    const sums = sumResponses.get(id);
    return {
      turns: countTurns.get(id)?.turns ?? 0,
      ...(countRecords.get(id) ?? { records: 0, unknownRecords: 0, noTimestamps: 0 }),
      ...(countCalls.get(id) ?? { toolCalls: 0, toolErrors: 0, toolRejected: 0, orphanCalls: 0 }),
      ...computeTokens(session, sums),
      ...computeCost(session, sums),
      badLines: countBadLines.get(id)?.badLines ?? 0,
    };
  };
  const settleOne = (id: string, isAsked: boolean): boolean => {
    const session = find.get(id);
    if (!session) return false;
    const turnsChanged = turns.settle(id);
    const figures = compute(session);
    if (!turnsChanged && !hasChanged(session, figures) && !(isAsked && session.settled === 0)) return false;
    put.run({ ...figures, id, isAsked: Number(isAsked) });
    changes.add('session', id);
    return true;
  };
  return (sessionIds: readonly string[]): string[] => {
    const asked = new Set(sessionIds);
    return [...inheritance.settle(sessionIds)].filter((id) => settleOne(id, asked.has(id)));
  };
};

const hasChanged = (session: StoredFigures, figures: Figures): boolean => {
  const before: Readonly<Record<string, unknown>> = session;
  return Object.entries(figures).some(([name, value]) => before[name] !== value);
};

const computeTokens = (session: StoredFigures, sums: ResponseSums | undefined): TokenSums => {
  const { tokensInput, tokensCacheRead, tokensCacheWrite, tokensOutput, tokensReasoning } = sums ?? toTokenColumns(unknownTokens);
  const ofResponses = { tokensInput, tokensCacheRead, tokensCacheWrite, tokensOutput, tokensReasoning };
  const isKnown = Object.values(ofResponses).some((value) => value !== null);
  return isKnown ? ofResponses : toTokenColumns(parseReportedTokens(session.reportedTokens) ?? unknownTokens);
};

/** The sum over responses if each that used tokens has its price, else what the source says of the whole, else unknown. */
const computeCost = (session: StoredFigures, sums: ResponseSums | undefined): { costUsd: number | null; costSource: CostSource } => {
  if (sums && sums.costUsd !== null && sums.unpriced === 0) {
    return { costUsd: sums.costUsd, costSource: sums.reported === 0 ? 'computed' : sums.computed === 0 ? 'reported' : 'mixed' };
  }
  return session.reportedCostUsd === null
    ? { costUsd: null, costSource: 'none' }
    : { costUsd: session.reportedCostUsd, costSource: 'reported' };
};
