import type { Database } from 'better-sqlite3';
import { titleWindow, toAnswerTitle, toPromptTitle } from '../../../session/title-line.ts';
import { turns } from '../../../../db/schema.ts';
import type { TurnRow } from '../../session-store.ts';
import { emptyHead, type AggregateCheckpoint } from './aggregate-checkpoints.ts';
import { makeDerivedMetrics, type TurnFacts } from '../metrics/derived-metrics.ts';
import type { Rollups } from '../metrics/rollups.ts';
import { columnsOf, upsert } from '../statements.ts';
import { makeTurnSums, type CallCounts, type ResponseSums } from './turn-sums.ts';

export type Turns = ReturnType<typeof makeTurns>;

/** A prompt, or what an agent did first without one. */
type Start = { turnIdx: number; id: string; seq: number; atMs: number | null; head: string; chars: number; isInherited: number };
type Place = { fromTurn: number; fromSeq: number };
/** Turns from one on, up to another one. */
type Window = Place & { toTurn: number; toSeq: number };
type Sums = { callsOf: Map<number, CallCounts>; responsesOf: Map<number, ResponseSums> };

/** Turns computed together: those of a session may be hundreds of thousands. */
const turnsAtOnce = 2_000;

/** The turns of a session, computed from its records, calls and responses. Calls and tokens count where they are owned. */
export const makeTurns = (db: Database, rollups: Rollups) => {
  const sums = makeTurnSums(db);
  const start = `SELECT turn_idx AS turnIdx, id, seq, at_ms AS atMs, substr(text, 1, ${titleWindow}) AS head,
    length(text) AS chars, inherited_from IS NOT NULL AS isInherited FROM records`;
  const prompts = db.prepare<[string, number, number], Start>(
    `${start} WHERE session_id = ? AND kind = 'prompt' AND turn_idx >= ? AND turn_idx < ? ORDER BY turn_idx, seq`,
  );
  const firstWork = db.prepare<[string], Start>(
    `${start} INDEXED BY records_seq WHERE session_id = ? AND kind IN ('response', 'reasoning', 'tool_call') AND turn_idx <= 0
      ORDER BY seq LIMIT 1`,
  );
  const firstAnswer = db.prepare<[string, number], Start>(
    `${start} INDEXED BY records_seq WHERE session_id = ? AND turn_idx = ? AND kind = 'response' ORDER BY seq LIMIT 1`,
  );
  const findPlace = db.prepare<[string, number], Place>(
    `SELECT turn_idx AS fromTurn, seq AS fromSeq FROM records
    WHERE session_id = ? AND kind = 'prompt' AND turn_idx >= ? ORDER BY turn_idx, seq LIMIT 1`,
  );
  const metrics = makeDerivedMetrics(db);
  const list = db.prepare<[string, number, number], typeof turns.$inferSelect>(
    `SELECT ${columnsOf(turns, 't')} FROM turns t WHERE t.session_id = ? AND t.turn_idx >= ? AND t.turn_idx < ? ORDER BY t.turn_idx`,
  );
  const put = db.prepare(upsert(turns, ['sessionId', 'turnIdx']));
  const drop = db.prepare<[string, number]>('DELETE FROM turns WHERE session_id = ? AND turn_idx = ?');

  const last = db.prepare<[string], Place>(
    'SELECT turn_idx AS fromTurn, start_seq AS fromSeq FROM turns WHERE session_id = ? ORDER BY turn_idx DESC LIMIT 1',
  );

  const listStored = (sessionId: string, { fromTurn, toTurn }: Pick<Window, 'fromTurn' | 'toTurn'>): TurnRow[] =>
    list.all(sessionId, fromTurn, toTurn).map(({ sessionId: _, ...turn }) => ({
      ...turn,
      hasPrompt: turn.hasPrompt === 1,
      outputAtLeast: turn.outputAtLeast === 1,
      costAtLeast: turn.costAtLeast === 1,
    }));
  const withoutPrompt = (sessionId: string, { head: _, ...work }: Start) => {
    const answer = firstAnswer.get(sessionId, work.turnIdx);
    return { ...work, id: answer?.id ?? work.id, hasPrompt: false, title: toAnswerTitle(answer?.head ?? '') };
  };
  const compute = (sessionId: string, { fromTurn, toTurn, fromSeq, toSeq }: Window, { callsOf, responsesOf }: Sums): TurnFacts[] => {
    const spanOf = byTurn(sums.listSpans(sessionId, fromSeq, toSeq));
    const firsts = new Map<number, Omit<Start, 'head'> & { hasPrompt: boolean; title: string }>();
    const work = fromTurn <= 0 ? firstWork.get(sessionId) : undefined;
    // One at a time: long prompts take much memory.
    for (const { head, ...prompt } of prompts.iterate(sessionId, fromTurn, toTurn))
      if (!firsts.has(prompt.turnIdx)) firsts.set(prompt.turnIdx, { ...prompt, hasPrompt: true, title: toPromptTitle(head) });
    const starts = work && !firsts.has(work.turnIdx) ? [withoutPrompt(sessionId, work), ...firsts.values()] : [...firsts.values()];
    return starts.map(({ turnIdx, id, hasPrompt, title, seq, atMs, chars, isInherited }) => {
      const [span, responses, calls] = [spanOf.get(turnIdx), responsesOf.get(turnIdx), callsOf.get(turnIdx)];
      const turn = {
        turnIdx,
        messageId: id,
        hasPrompt,
        title,
        startSeq: seq,
        startedAtMs: atMs ?? span?.startedAtMs ?? null,
        endedAtMs: span?.endedAtMs ?? null,
        activeMs: span?.activeMs ?? null,
        toolCalls: calls?.toolCalls ?? 0,
        toolErrors: calls?.toolErrors ?? 0,
        toolRejected: calls?.toolRejected ?? 0,
        tokensOutput: responses?.tokensOutput ?? null,
        costUsd: responses?.costUsd ?? null,
        outputAtLeast: responses?.outputAtLeast === 1 && responses.tokensOutput !== null,
        costAtLeast: responses?.costAtLeast === 1 && responses.costUsd !== null,
      };
      return { turn, span, responses, promptChars: hasPrompt ? chars : null, isInherited: isInherited === 1 };
    });
  };
  const recomputeWindow = (sessionId: string, window: Window, found: Sums): { turns: boolean; metrics: boolean } => {
    const before = byTurn(listStored(sessionId, window));
    let isChanged = false;
    const computed = compute(sessionId, window, found);
    for (const { turn } of computed) {
      const stored = before.get(turn.turnIdx);
      before.delete(turn.turnIdx);
      if (stored && isSameTurn(stored, turn)) continue;
      put.run({ ...turn, ...toFlags(turn), sessionId });
      isChanged = true;
    }
    for (const turnIdx of before.keys()) drop.run(sessionId, turnIdx);
    return {
      turns: isChanged || before.size > 0,
      metrics: metrics.write(sessionId, { ...window, isToEnd: window.toSeq === toTheEnd }, computed),
    };
  };
  return {
    list: (sessionId: string): TurnRow[] => listStored(sessionId, { fromTurn: emptyHead.fromTurn, toTurn: toTheEnd }),
    findLast: (sessionId: string): Place | undefined => last.get(sessionId),
    /** Writes the turns after a checkpoint that differ from the stored ones; returns whether any did. */
    recomputeAggregates: (sessionId: string, { fromTurn, fromSeq, fromCall }: AggregateCheckpoint): boolean => {
      const found = {
        callsOf: byTurn(sums.countCalls(sessionId, fromCall)),
        responsesOf: byTurn(sums.sumResponses({ sessionId, fromTurn, fromSeq })),
      };
      const changed = { turns: false, metrics: false };
      for (let at: Place | undefined = { fromTurn, fromSeq }; at;) {
        const next = findPlace.get(sessionId, at.fromTurn + turnsAtOnce);
        const window = { ...at, toTurn: next?.fromTurn ?? toTheEnd, toSeq: next?.fromSeq ?? toTheEnd };
        const { turns: areTurns, metrics: areMetrics } = recomputeWindow(sessionId, window, found);
        changed.turns ||= areTurns;
        changed.metrics ||= areMetrics;
        at = next;
      }
      if (changed.metrics) rollups.rebuild(sessionId);
      return changed.turns || changed.metrics;
    },
    /** Of a session that is deleted: the metrics of its turns, but for what was reported. */
    forgetMetrics: (sessionId: string): void => {
      metrics.forget(sessionId);
      rollups.rebuild(sessionId);
    },
  };
};

const toTheEnd = Number.MAX_SAFE_INTEGER;

const byTurn = <Row extends { turnIdx: number }>(rows: readonly Row[]): Map<number, Row> => new Map(rows.map((row) => [row.turnIdx, row]));

const isSameTurn = (a: TurnRow, b: TurnRow): boolean =>
  a.messageId === b.messageId &&
  a.hasPrompt === b.hasPrompt &&
  a.title === b.title &&
  a.startSeq === b.startSeq &&
  a.startedAtMs === b.startedAtMs &&
  a.endedAtMs === b.endedAtMs &&
  a.activeMs === b.activeMs &&
  a.toolCalls === b.toolCalls &&
  a.toolErrors === b.toolErrors &&
  a.toolRejected === b.toolRejected &&
  a.tokensOutput === b.tokensOutput &&
  a.costUsd === b.costUsd &&
  a.outputAtLeast === b.outputAtLeast &&
  a.costAtLeast === b.costAtLeast;

const toFlags = ({ hasPrompt, outputAtLeast, costAtLeast }: TurnRow) => ({
  hasPrompt: Number(hasPrompt),
  outputAtLeast: Number(outputAtLeast),
  costAtLeast: Number(costAtLeast),
});
