import type { Database } from 'better-sqlite3';
import { turns } from '../../../../db/schema.ts';
import { idleGapMs } from '../../../session/derive.ts';
import type { TurnRow } from '../../session-store.ts';
import type { AggregateCheckpoint } from './aggregate-checkpoints.ts';
import { columnsOf, upsert } from '../statements.ts';
import { sumOfCosts, sumOfCounts } from '../sums.ts';
import { cutText } from '../../../print/cut-text.ts';

export type Turns = ReturnType<typeof makeTurns>;

const maxTitle = 200;
/** Enough to find the first non-empty line without reading a long prompt whole. */
const titleWindow = 4_000;

type Prompt = { turnIdx: number; promptId: string; seq: number; atMs: number | null; head: string };
type Span = { turnIdx: number; startedAtMs: number | null; endedAtMs: number | null; activeMs: number | null };
type CallCounts = { turnIdx: number; toolCalls: number; toolErrors: number; toolRejected: number };
type ResponseSums = { turnIdx: number; tokensOutput: number | null; costUsd: number | null };
type Place = { fromTurn: number; fromSeq: number };
/** Turns from one on, up to another one. */
type Window = Place & { toTurn: number; toSeq: number };
type Sums = { callsOf: Map<number, CallCounts>; responsesOf: Map<number, ResponseSums> };

/** Turns computed together: those of a session may be hundreds of thousands. */
const turnsAtOnce = 2_000;

/** The turn in which a response's first record lies that lies in any. */
export const turnOfResponse = (response: string): string => `(
  SELECT r.turn_idx FROM records r INDEXED BY records_response
  WHERE r.response_hash = ${response}.id_hash AND r.session_id = ${response}.session_id AND r.response_id = ${response}.id AND r.turn_idx IS NOT NULL
  ORDER BY r.seq LIMIT 1
)`;

/** The turns of a session, computed from its records, calls and responses. Calls and tokens count where they are owned. */
export const makeTurns = (db: Database) => {
  // Window functions take four times as long.
  db.aggregate<Times>('active_ms', {
    start: () => ({ all: [], startMs: Infinity, endMs: -Infinity }),
    step: addTime,
    result: computeActiveMs,
    deterministic: true,
  });
  const prompts = db.prepare<[string, number, number], Prompt>(
    `SELECT turn_idx AS turnIdx, id AS promptId, seq, at_ms AS atMs, substr(text, 1, ${titleWindow}) AS head
    FROM records WHERE session_id = ? AND kind = 'prompt' AND turn_idx >= ? AND turn_idx < ? ORDER BY turn_idx, seq`,
  );
  const findPlace = db.prepare<[string, number], Place>(
    `SELECT turn_idx AS fromTurn, seq AS fromSeq FROM records
    WHERE session_id = ? AND kind = 'prompt' AND turn_idx >= ? ORDER BY turn_idx, seq LIMIT 1`,
  );
  const spans = db.prepare<[string, number, number], Span>(
    `SELECT turn_idx AS turnIdx, min(at_ms) AS startedAtMs, max(CASE WHEN is_work THEN at_ms END) AS endedAtMs, active_ms(at_ms, is_work) AS activeMs
    FROM (
      SELECT turn_idx, at_ms, kind NOT IN ('system', 'boundary', 'meta') AS is_work
      FROM records INDEXED BY records_seq WHERE session_id = ? AND seq >= ? AND seq < ? AND turn_idx IS NOT NULL AND at_ms IS NOT NULL
    ) GROUP BY turn_idx`,
  );
  const calls = db.prepare<[string, number], CallCounts>(
    `SELECT turn_idx AS turnIdx, count(*) AS toolCalls, sum(outcome = 'error') AS toolErrors, sum(outcome = 'rejected') AS toolRejected
    FROM tool_calls INDEXED BY tool_calls_index
    WHERE session_id = ? AND call_index >= ? AND inherited_from IS NULL AND turn_idx IS NOT NULL GROUP BY turn_idx`,
  );
  const sumResponses = (which: string): string =>
    `SELECT turnIdx, ${sumOfCounts('tokens_output')} AS tokensOutput,
      CASE WHEN sum(cost_usd IS NULL AND tokens > 0) = 0 THEN ${sumOfCosts('cost_usd')} END AS costUsd
    FROM (
      SELECT p.tokens_output, p.cost_usd,
        coalesce(p.tokens_input, 0) + coalesce(p.tokens_cache_read, 0) + coalesce(p.tokens_cache_write, 0) + coalesce(p.tokens_output, 0) AS tokens,
        coalesce(p.turn_idx, ${turnOfResponse('p')}) AS turnIdx
      FROM responses p WHERE p.session_id = @sessionId AND p.inherited_from IS NULL ${which}
    ) WHERE turnIdx >= @fromTurn GROUP BY turnIdx`;
  type From = { sessionId: string; fromTurn: number; fromSeq: number };
  const responses = db.prepare<[From], ResponseSums>(sumResponses(''));
  const lastResponses = db.prepare<[From], ResponseSums>(
    sumResponses(`AND p.rowid IN (
      SELECT q.rowid FROM records r INDEXED BY records_seq
      JOIN responses q INDEXED BY responses_id ON q.id_hash = r.response_hash AND q.session_id = r.session_id AND q.id = r.response_id
      WHERE r.session_id = @sessionId AND r.seq >= @fromSeq
    )`),
  );
  const list = db.prepare<[string, number, number], typeof turns.$inferSelect>(
    `SELECT ${columnsOf(turns, 't')} FROM turns t WHERE t.session_id = ? AND t.turn_idx >= ? AND t.turn_idx < ? ORDER BY t.turn_idx`,
  );
  const put = db.prepare(upsert(turns, ['sessionId', 'turnIdx']));
  const drop = db.prepare<[string, number]>('DELETE FROM turns WHERE session_id = ? AND turn_idx = ?');

  const last = db.prepare<[string], Place>(
    'SELECT turn_idx AS fromTurn, start_seq AS fromSeq FROM turns WHERE session_id = ? ORDER BY turn_idx DESC LIMIT 1',
  );

  const listStored = (sessionId: string, { fromTurn, toTurn }: Pick<Window, 'fromTurn' | 'toTurn'>): TurnRow[] =>
    list.all(sessionId, fromTurn, toTurn).map(({ sessionId: _, ...turn }) => turn);
  const compute = (sessionId: string, { fromTurn, toTurn, fromSeq, toSeq }: Window, { callsOf, responsesOf }: Sums): TurnRow[] => {
    const spanOf = byTurn(spans.all(sessionId, fromSeq, toSeq));
    const firsts = new Map<number, Omit<Prompt, 'head'> & { title: string }>();
    // One at a time: long prompts take much memory.
    for (const { head, ...prompt } of prompts.iterate(sessionId, fromTurn, toTurn))
      if (!firsts.has(prompt.turnIdx)) firsts.set(prompt.turnIdx, { ...prompt, title: toTurnTitle(head) });
    return [...firsts.values()].map(({ turnIdx, promptId, title, seq, atMs }) => ({
      turnIdx,
      promptId,
      title,
      startSeq: seq,
      startedAtMs: atMs ?? spanOf.get(turnIdx)?.startedAtMs ?? null,
      endedAtMs: spanOf.get(turnIdx)?.endedAtMs ?? null,
      activeMs: spanOf.get(turnIdx)?.activeMs ?? null,
      toolCalls: callsOf.get(turnIdx)?.toolCalls ?? 0,
      toolErrors: callsOf.get(turnIdx)?.toolErrors ?? 0,
      toolRejected: callsOf.get(turnIdx)?.toolRejected ?? 0,
      tokensOutput: responsesOf.get(turnIdx)?.tokensOutput ?? null,
      costUsd: responsesOf.get(turnIdx)?.costUsd ?? null,
    }));
  };
  const recomputeWindow = (sessionId: string, window: Window, sums: Sums): boolean => {
    const before = byTurn(listStored(sessionId, window));
    let isChanged = false;
    for (const turn of compute(sessionId, window, sums)) {
      const stored = before.get(turn.turnIdx);
      before.delete(turn.turnIdx);
      if (stored && isSameTurn(stored, turn)) continue;
      put.run({ ...turn, sessionId });
      isChanged = true;
    }
    for (const turnIdx of before.keys()) drop.run(sessionId, turnIdx);
    return isChanged || before.size > 0;
  };
  return {
    list: (sessionId: string): TurnRow[] => listStored(sessionId, { fromTurn: 0, toTurn: toTheEnd }),
    findLast: (sessionId: string): Place | undefined => last.get(sessionId),
    /** Writes the turns after a checkpoint that differ from the stored ones; returns whether any did. */
    recomputeAggregates: (sessionId: string, { fromTurn, fromSeq, fromCall }: AggregateCheckpoint): boolean => {
      const sums = {
        callsOf: byTurn(calls.all(sessionId, fromCall)),
        responsesOf: byTurn((fromSeq === 0 ? responses : lastResponses).all({ sessionId, fromTurn, fromSeq })),
      };
      let isChanged = false;
      for (let at: Place | undefined = { fromTurn, fromSeq }; at;) {
        const next = findPlace.get(sessionId, at.fromTurn + turnsAtOnce);
        const window = { ...at, toTurn: next?.fromTurn ?? toTheEnd, toSeq: next?.fromSeq ?? toTheEnd };
        isChanged = recomputeWindow(sessionId, window, sums) || isChanged;
        at = next;
      }
      return isChanged;
    },
  };
};

const toTheEnd = Number.MAX_SAFE_INTEGER;

/** Times of a turn's records in the order of the records, and when its work starts and ends. */
type Times = { all: number[]; startMs: number; endMs: number };

/** The driver's types know no second argument. */
const addTime = (times: Times, atMs: unknown, isWork?: unknown): void => {
  if (typeof atMs !== 'number') return;
  times.all.push(atMs);
  if (isWork !== 1) return;
  if (atMs < times.startMs) times.startMs = atMs;
  if (atMs > times.endMs) times.endMs = atMs;
};

/** Sums the gaps between the start and the end of the work, in milliseconds, leaving out idle ones. */
const computeActiveMs = ({ all, startMs, endMs }: Times): number => {
  const isSorted = all.every((atMs, at) => at === 0 || atMs >= (all[at - 1] ?? atMs));
  const sorted = isSorted ? all : all.toSorted((a, b) => a - b);
  return sorted.reduce((sum, atMs, at) => {
    const beforeMs = sorted[at - 1] ?? atMs;
    return beforeMs >= startMs && atMs <= endMs && atMs - beforeMs <= idleGapMs ? sum + atMs - beforeMs : sum;
  }, 0);
};

const byTurn = <Row extends { turnIdx: number }>(rows: readonly Row[]): Map<number, Row> => new Map(rows.map((row) => [row.turnIdx, row]));

const isSameTurn = (a: TurnRow, b: TurnRow): boolean =>
  a.promptId === b.promptId &&
  a.title === b.title &&
  a.startSeq === b.startSeq &&
  a.startedAtMs === b.startedAtMs &&
  a.endedAtMs === b.endedAtMs &&
  a.activeMs === b.activeMs &&
  a.toolCalls === b.toolCalls &&
  a.toolErrors === b.toolErrors &&
  a.toolRejected === b.toolRejected &&
  a.tokensOutput === b.tokensOutput &&
  a.costUsd === b.costUsd;

/** The first non-empty line of a prompt, at most 200 characters; surrogate pairs stay whole. */
const toTurnTitle = (text: string): string => cutText((text.trimStart().split('\n', 1)[0] ?? '').trimEnd(), maxTitle);
