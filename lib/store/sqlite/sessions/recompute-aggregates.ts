import type { Database } from 'better-sqlite3';
import { sessions } from '../../../../db/schema.ts';
import type { CostSource } from '../../../domain/session.ts';
import { unknownTokens } from '../../../domain/tokens.ts';
import type { Changes } from '../changes.ts';
import type { SummaryTurns } from '../summaries/summary-turns.ts';
import type { Inheritance } from './inheritance.ts';
import { isBareCommand } from '../../../session/title-line.ts';
import { parseReportedTokens, toSearchText, toTokenColumns, type StoredSession } from './rows.ts';
import { columnsOf } from '../statements.ts';
import { sumOfCosts, sumOfCounts } from '../sums.ts';
import { hasNoEnd, hasRun } from './open-calls.ts';
import { isListedEnding, takenBackOf } from './taken-back.ts';
import { isCostAtLeast, isPartial, isUncounted } from './usage-gaps.ts';
import type { Parentage } from './parentage.ts';
import type { Turns } from './turns.ts';
import { emptyHead, type AggregateCheckpoint, type AggregateCheckpoints } from './aggregate-checkpoints.ts';
import type { Overlaps } from './overlaps.ts';

type StoredFigures = Omit<StoredSession, 'facts' | 'head'>;
type RecordCounts = Pick<StoredSession, 'records' | 'unknownRecords' | 'noTimestamps'>;
type CallCounts = Pick<
  StoredSession,
  'toolCalls' | 'toolErrors' | 'toolRejected' | 'toolDenied' | 'toolInterrupted' | 'toolUnended' | 'toolRan' | 'orphanCalls'
>;
type TokenSums = Pick<StoredSession, 'tokensInput' | 'tokensCacheRead' | 'tokensCacheWrite' | 'tokensOutput' | 'tokensReasoning'>;
type UsageGaps = Pick<StoredSession, 'partialUsage' | 'unknownUsage' | 'costAtLeast'>;
type ResponseSums = TokenSums & {
  costUsd: number | null;
  owned: number;
  inherited: number;
  unpriced: number;
  unpricedModels: string;
  partialUsage: number;
  unknownUsage: number;
  costAtLeast: number;
  reported: number;
  computed: number;
};
type Figures = RecordCounts &
  CallCounts &
  TokenSums &
  UsageGaps &
  Pick<StoredSession, 'turns' | 'openCallAtMs' | 'costUsd' | 'costSource' | 'badLines' | 'countedIn' | 'unpricedModels'>;

/** SQL of the owned value, to be summed; an inherited value shows that the source gives the figure, and adds nothing. */
const owned = (value: string): string => `CASE WHEN inherited_from IS NULL THEN ${value} WHEN ${value} IS NOT NULL THEN 0 END`;
const ownedTokens = (column: string): string => sumOfCounts(owned(column));

type Parts = {
  inheritance: Inheritance;
  overlaps: Overlaps;
  heads: AggregateCheckpoints;
  turns: Turns;
  parentage: Parentage;
  summaryTurns: Pick<SummaryTurns, 'forgetGone'>;
  changes: Changes;
};

const toTheEnd = Number.MAX_SAFE_INTEGER;
/** Prompts that are looked at for a title. */
const maxTitles = 100;

/**
 * Computes what depends on whole sessions: inheritance, turns, counts. If a session shares nothing with others and only grew since
 * this connection last recomputed it, the turns before its last one are not read again.
 */
export const makeRecomputeAggregates = (db: Database, { inheritance, overlaps, heads, turns, parentage, summaryTurns, changes }: Parts) => {
  const find = db.prepare<[string], StoredFigures>(`SELECT ${columnsOf(sessions, 's', ['facts', 'head'])} FROM sessions s WHERE s.id = ?`);
  const countRecords = db.prepare<[string, number, number], RecordCounts>(
    `SELECT count(*) AS records, coalesce(sum(unknown), 0) AS unknownRecords, coalesce(sum(at_ms IS NULL), 0) AS noTimestamps
    FROM records INDEXED BY records_seq WHERE session_id = ? AND seq >= ? AND seq < ? AND inherited_from IS NULL`,
  );
  const countTurns = db.prepare<[string], { turns: number; openCallAtMs: number | null }>(
    `SELECT count(*) AS turns, max(t.open_call_at_ms) AS openCallAtMs FROM turns t JOIN records r ON r.session_id = t.session_id AND r.id = t.message_id
    WHERE t.session_id = ? AND r.inherited_from IS NULL`,
  );
  /** How calls ended counts where their turn was not taken back. */
  const countOutcome = (outcome: string): string =>
    `coalesce(sum(outcome = '${outcome}' AND coalesce(turn_idx, -2) NOT IN ${takenBackOf('@id')}), 0)`;
  const countCalls = db.prepare<[{ id: string; fromCall: number; fromSeq: number; toSeq: number }], CallCounts>(
    `SELECT count(*) AS toolCalls, ${countOutcome('error')} AS toolErrors, ${countOutcome('rejected')} AS toolRejected,
      ${countOutcome('denied')} AS toolDenied, ${countOutcome('interrupted')} AS toolInterrupted,
      coalesce(sum(${hasNoEnd('tool_calls')} AND coalesce(turn_idx, -2) NOT IN ${takenBackOf('@id')}), 0) AS toolUnended,
      coalesce(sum(${hasRun('tool_calls')} AND coalesce(turn_idx, -2) NOT IN ${takenBackOf('@id')}), 0) AS toolRan,
      coalesce(sum(result_record_id IS NULL), 0) AS orphanCalls
    FROM tool_calls INDEXED BY tool_calls_index
    WHERE session_id = @id AND call_index >= @fromCall AND seq >= @fromSeq AND seq < @toSeq AND inherited_from IS NULL`,
  );
  const sumResponses = db.prepare<[string], ResponseSums>(
    `SELECT ${ownedTokens('tokens_input')} AS tokensInput, ${ownedTokens('tokens_cache_read')} AS tokensCacheRead,
      ${ownedTokens('tokens_cache_write')} AS tokensCacheWrite, ${ownedTokens('tokens_output')} AS tokensOutput,
      ${ownedTokens('tokens_reasoning')} AS tokensReasoning, ${sumOfCosts(owned('cost_usd'))} AS costUsd,
      coalesce(sum(inherited_from IS NULL), 0) AS owned, coalesce(sum(inherited_from IS NOT NULL), 0) AS inherited,
      coalesce(sum(inherited_from IS NULL AND cost_usd IS NULL AND tokens > 0), 0) AS unpriced,
      coalesce(sum(inherited_from IS NULL AND ${isPartial}), 0) AS partialUsage,
      coalesce(sum(inherited_from IS NULL AND ${isUncounted}), 0) AS unknownUsage,
      coalesce(sum(inherited_from IS NULL AND ${isCostAtLeast}), 0) AS costAtLeast,
      json_group_array(DISTINCT iif(is_fast, model || ' in fast mode', model)) FILTER (
        WHERE model IS NOT NULL AND inherited_from IS NULL AND cost_usd IS NULL AND tokens > 0
      ) AS unpricedModels,
      coalesce(sum(cost_usd IS NOT NULL AND cost_reported = 1), 0) AS reported,
      coalesce(sum(cost_usd IS NOT NULL AND cost_reported = 0), 0) AS computed
    FROM (
      SELECT *, coalesce(tokens_input, 0) + coalesce(tokens_cache_read, 0) + coalesce(tokens_cache_write, 0) + coalesce(tokens_output, 0) AS tokens
      FROM responses WHERE session_id = ?
    )`,
  );
  const countBadLines = db.prepare<[string], { badLines: number }>(
    `SELECT coalesce(${sumOfCounts('s.skipped_lines')}, 0) AS badLines FROM source_sessions x JOIN sources s ON s.id = x.source_id WHERE x.session_id = ?`,
  );
  const put = db.prepare<[Figures & { id: string; settled: number }]>(
    `UPDATE sessions SET settled = @settled, turns = @turns, records = @records, tool_calls = @toolCalls, tool_errors = @toolErrors,
      tool_rejected = @toolRejected, tool_denied = @toolDenied, tool_interrupted = @toolInterrupted, tool_unended = @toolUnended, tool_ran = @toolRan,
      open_call_at_ms = @openCallAtMs, tokens_input = @tokensInput, tokens_cache_read = @tokensCacheRead,
      tokens_cache_write = @tokensCacheWrite, tokens_output = @tokensOutput, tokens_reasoning = @tokensReasoning,
      cost_usd = @costUsd, cost_source = @costSource, unknown_records = @unknownRecords, bad_lines = @badLines,
      orphan_calls = @orphanCalls, no_timestamps = @noTimestamps, counted_in = @countedIn, unpriced_models = @unpricedModels,
      partial_usage = @partialUsage, unknown_usage = @unknownUsage, cost_at_least = @costAtLeast WHERE id = @id`,
  );

  const promptTitles = db.prepare<[string], { title: string; ended: string; isOther: number }>(
    `SELECT t.title, t.ended, r.subtype IS NOT NULL AS isOther FROM turns t JOIN records r ON r.session_id = t.session_id AND r.id = t.message_id
    WHERE t.session_id = ? AND t.has_prompt = 1 ORDER BY t.turn_idx LIMIT ${maxTitles}`,
  );
  const hasTakenBack = db.prepare<[string]>(
    `SELECT 1 FROM turns WHERE session_id = ? AND ${isListedEnding} AND ended = 'taken_back' LIMIT 1`,
  );
  const rename = db.prepare<[string, string, string]>('UPDATE sessions SET title = ?, search_text = ? WHERE id = ?');
  /** A session is called after its first prompt that was not taken back, if there is one. */
  const retitle = (session: StoredFigures): boolean => {
    if (session.titleBasis !== 'prompt' || session.title === null || hasTakenBack.get(session.id) === undefined) return false;
    const named = promptTitles.all(session.id).filter(({ title, isOther }) => isOther === 0 && !isBareCommand(title));
    const title = named.find(({ ended }) => ended !== 'taken_back')?.title;
    if (title === undefined || title === session.title || !named.some((one) => one.title === session.title)) return false;
    rename.run(title, toSearchText({ ...session, title }), session.id);
    return true;
  };

  const ownerOf = (table: string) =>
    db
      .prepare<[string], string>(
        `SELECT inherited_from FROM ${table} WHERE session_id = ? AND inherited_from IS NOT NULL
        GROUP BY inherited_from ORDER BY count(*) DESC, inherited_from LIMIT 1`,
      )
      .pluck();
  const responseOwner = ownerOf('responses');
  const recordOwner = ownerOf('records INDEXED BY records_seq');

  /** The counts of a checkpoint plus the rows after it up to a place. */
  const extend = (id: string, head: AggregateCheckpoint, toSeq: number): RecordCounts & CallCounts =>
    addCounts(head, {
      ...countRecords.get(id, head.fromSeq, toSeq),
      ...countCalls.get({ id, fromCall: head.fromCall, fromSeq: head.fromSeq, toSeq }),
    });
  const compute = (session: StoredFigures, head: AggregateCheckpoint, isAlone: boolean): Figures => {
    const { id } = session;
    const sums = sumResponses.get(id);
    const counts = extend(id, head, toTheEnd);
    // Whatever a copy reports of itself, its original reports too.
    const isCopy = !isAlone && (sums && sums.inherited > 0 ? sums.owned === 0 : counts.records === 0);
    const countedIn = isAlone ? null : (responseOwner.get(id) ?? (isCopy ? recordOwner.get(id) : null) ?? null);
    return {
      ...(countTurns.get(id) ?? { turns: 0, openCallAtMs: null }),
      ...counts,
      ...(isCopy && countedIn !== null ? countedElsewhere : { ...computeTokens(session, sums), ...computeCost(session, sums) }),
      countedIn,
      unpricedModels: sums && sums.unpriced > 0 ? sums.unpricedModels : null,
      badLines: countBadLines.get(id)?.badLines ?? 0,
    };
  };
  const moveHead = (id: string, head: AggregateCheckpoint): AggregateCheckpoint => {
    const last = turns.findLast(id);
    if (!last || last.fromSeq <= head.fromSeq) return head;
    const counts = extend(id, head, last.fromSeq);
    return { ...last, fromCall: counts.toolCalls + 1, ...counts };
  };
  const recomputeOne = (id: string, isAsked: boolean): boolean => {
    const session = find.get(id);
    if (!session) return false;
    const isAlone = overlaps.othersOf(id).length === 0;
    // Outcomes of single turns in a file may be about any of them.
    const known = (isAlone && session.outcome === null && heads.find(id)) || emptyHead;
    const turnsChanged = turns.recomputeAggregates(id, known);
    const isRenamed = retitle(session);
    const head = isAlone && isAsked ? moveHead(id, known) : emptyHead;
    const figures = compute(session, head, isAlone);
    if (!turnsChanged && !isRenamed && !hasChanged(session, figures) && !(isAsked && session.settled <= 0)) return false;
    const settled = isAsked ? heads.newStamp() : session.settled;
    put.run({ ...figures, id, settled });
    if (isAlone && isAsked) heads.put(id, settled, head);
    else heads.forget(id);
    // Its turns were read from their beginning: some may be others than were summarized.
    if (known === emptyHead) summaryTurns.forgetGone(id);
    changes.add('session', id);
    return true;
  };
  return (sessionIds: readonly string[]): string[] => {
    const asked = new Set(sessionIds);
    const moved = parentage.recomputeAggregates(sessionIds);
    const affected = [...inheritance.recomputeAggregates([...sessionIds, ...moved])];
    const origins = parentage.findOrigins(affected);
    const settled = affected.filter((id) => recomputeOne(id, asked.has(id)));
    return [...new Set([...settled, ...moved, ...origins])];
  };
};

const addCounts = (head: AggregateCheckpoint, more: Partial<RecordCounts & CallCounts>): RecordCounts & CallCounts => ({
  records: head.records + (more.records ?? 0),
  unknownRecords: head.unknownRecords + (more.unknownRecords ?? 0),
  noTimestamps: head.noTimestamps + (more.noTimestamps ?? 0),
  toolCalls: head.toolCalls + (more.toolCalls ?? 0),
  toolErrors: head.toolErrors + (more.toolErrors ?? 0),
  toolRejected: head.toolRejected + (more.toolRejected ?? 0),
  toolDenied: head.toolDenied + (more.toolDenied ?? 0),
  toolInterrupted: head.toolInterrupted + (more.toolInterrupted ?? 0),
  toolUnended: head.toolUnended + (more.toolUnended ?? 0),
  toolRan: head.toolRan + (more.toolRan ?? 0),
  orphanCalls: head.orphanCalls + (more.orphanCalls ?? 0),
});

const hasChanged = (session: StoredFigures, figures: Figures): boolean => {
  const before: Readonly<Record<string, unknown>> = session;
  return Object.entries(figures).some(([name, value]) => before[name] !== value);
};

const noGaps = { partialUsage: 0, unknownUsage: 0 };
const countedElsewhere = { ...toTokenColumns(unknownTokens), ...noGaps, costUsd: null, costSource: 'none', costAtLeast: 0 } as const;

/** The sums over responses; where they leave some out, what the source says of the whole, if it does. */
const computeTokens = (session: StoredFigures, sums: ResponseSums | undefined): TokenSums & Omit<UsageGaps, 'costAtLeast'> => {
  const { tokensInput, tokensCacheRead, tokensCacheWrite, tokensOutput, tokensReasoning } = sums ?? toTokenColumns(unknownTokens);
  const ofResponses = { tokensInput, tokensCacheRead, tokensCacheWrite, tokensOutput, tokensReasoning };
  const isKnown = Object.values(ofResponses).some((value) => value !== null);
  const { partialUsage, unknownUsage } = sums ?? noGaps;
  const reported = parseReportedTokens(session.reportedTokens);
  const isWhole = (reported?.output ?? -1) >= (tokensOutput ?? 0);
  if (isKnown && (partialUsage + unknownUsage === 0 || !isWhole)) return { ...ofResponses, partialUsage, unknownUsage };
  return { ...toTokenColumns(reported ?? unknownTokens), ...noGaps };
};

/** The sum over responses if each that used tokens has its price, else what the source says of the whole, else unknown. */
const computeCost = (
  session: StoredFigures,
  sums: ResponseSums | undefined,
): { costUsd: number | null; costSource: CostSource; costAtLeast: number } => {
  const reported = {
    costUsd: session.reportedCostUsd,
    costSource: session.reportedCostUsd === null ? 'none' : 'reported',
    costAtLeast: 0,
  } as const;
  if (!sums || sums.costUsd === null || sums.unpriced > 0) return reported;
  if (sums.costAtLeast > 0 && reported.costUsd !== null) return reported;
  return {
    costUsd: sums.costUsd,
    costSource: sums.reported === 0 ? 'computed' : sums.computed === 0 ? 'reported' : 'mixed',
    costAtLeast: Number(sums.costAtLeast > 0),
  };
};
