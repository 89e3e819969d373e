import type { Database } from 'better-sqlite3';
import { agentsWithTurnEnds, computeTurnEnded, findTakenBack, isTurnFailure } from '../../../session/turn-ends.ts';
import { turnEnded } from '../../../domain/turn-ended.ts';
import { toFailureReason } from '../../../session/service-failure.ts';
import { titleWindow, toAnswerTitle, toPromptTitle } from '../../../session/title-line.ts';
import { turns } from '../../../../db/schema.ts';
import type { TurnRow } from '../../session-store.ts';
import { emptyHead, type AggregateCheckpoint } from './aggregate-checkpoints.ts';
import { makeDerivedMetrics, type Measured, type TurnFacts } from '../metrics/derived-metrics.ts';
import type { Rollups } from '../metrics/rollups.ts';
import { columnsOf, upsert } from '../statements.ts';
import { parseAboutTurn } from './rows.ts';
import type { StaleCheckpoints } from './stale-checkpoints.ts';
import { makeTurnSums, toCut, type CallCounts, type ResponseSums, type Span } from './turn-sums.ts';

export type Turns = ReturnType<typeof makeTurns>;

/** A prompt, or what an agent did first without one. */
type Start = { turnIdx: number; id: string; seq: number; atMs: number | null; head: string; chars: number; isInherited: number };
type Place = { fromTurn: number; fromSeq: number };
/** Turns from one on, up to another one. */
type Window = Place & { toTurn: number; toSeq: number };
type Reported = { durationMs: number | null; iterations: number | null; costUsd: number | null };
/** `reportedOf`: what printed runs report of their turns. `gone`: the turns that were taken back. */
type Sums = {
  callsOf: Map<number, CallCounts>;
  responsesOf: Map<number, ResponseSums>;
  reportedOf: Map<number, Reported>;
  gone: ReadonlySet<number>;
  measured: Measured;
};

/** Turns computed together: those of a session may be hundreds of thousands. */
const turnsAtOnce = 2_000;

/** The turns of a session, computed from its records, calls and responses. Calls and tokens count where they are owned. */
export const makeTurns = (db: Database, { rollups, staleCheckpoints }: { rollups: Rollups; staleCheckpoints: StaleCheckpoints }) => {
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
  const listAbout = db.prepare<[string], { turnIdx: number; about: string }>(
    `SELECT turn_idx AS turnIdx, about_turn AS about FROM records INDEXED BY records_about_turn
    WHERE session_id = ? AND about_turn IS NOT NULL AND turn_idx IS NOT NULL ORDER BY seq`,
  );
  const familyOf = db.prepare<[string], string>('SELECT family FROM sessions WHERE id = ?').pluck();
  const textAt = db
    .prepare<[string, number], string>(
      `SELECT substr(text, 1, ${titleWindow}) FROM records INDEXED BY records_seq WHERE session_id = ? AND seq = ?`,
    )
    .pluck();
  const firstCall = db
    .prepare<[string, number], number | null>(
      'SELECT min(call_index) FROM tool_calls INDEXED BY tool_calls_index WHERE session_id = ? AND turn_idx = ?',
    )
    .pluck();
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
    list.all(sessionId, fromTurn, toTurn).map(({ sessionId: _, ended, ...turn }) => ({
      ...turn,
      hasPrompt: turn.hasPrompt === 1,
      ended: turnEnded.catch('unknown').parse(ended),
      outputAtLeast: turn.outputAtLeast === 1,
      costAtLeast: turn.costAtLeast === 1,
    }));
  const withoutPrompt = (sessionId: string, { head: _, ...work }: Start) => {
    const answer = firstAnswer.get(sessionId, work.turnIdx);
    return { ...work, id: answer?.id ?? work.id, hasPrompt: false, title: toAnswerTitle(answer?.head ?? '') };
  };
  /** How a turn ended, and why it got no answer. */
  const toEnd = (
    sessionId: string,
    span: Span | undefined,
    about: { isLast: boolean; isTakenBack: boolean; saysEnds: boolean },
  ): Pick<TurnRow, 'ended' | 'endedReason'> => {
    const cut = span ? toCut(span) : null;
    const marks = {
      ...about,
      answerSeq: span?.answerSeq ?? null,
      workSeq: span?.workSeq ?? null,
      endSeq: span?.endSeq ?? null,
      cut,
      isPrintedWell: span?.isPrintedWell === 1,
    };
    const ended = computeTurnEnded(marks, about);
    const isFailure = cut !== null && ended !== 'answered' && isTurnFailure(cut.subtype);
    return { ended, endedReason: isFailure ? toFailureReason(textAt.get(sessionId, cut.seq) ?? '') : null };
  };
  const compute = (
    sessionId: string,
    { fromTurn, toTurn, fromSeq, toSeq }: Window,
    { callsOf, responsesOf, reportedOf, gone }: Sums,
  ): TurnFacts[] => {
    const saysEnds = agentsWithTurnEnds.includes(familyOf.get(sessionId) ?? '');
    const spanOf = byTurn(sums.listSpans(sessionId, fromSeq, toSeq));
    const firsts = new Map<number, Omit<Start, 'head'> & { hasPrompt: boolean; title: string }>();
    const work = fromTurn <= 0 ? firstWork.get(sessionId) : undefined;
    // One at a time: long prompts take much memory.
    for (const { head, ...prompt } of prompts.iterate(sessionId, fromTurn, toTurn))
      if (!firsts.has(prompt.turnIdx)) firsts.set(prompt.turnIdx, { ...prompt, hasPrompt: true, title: toPromptTitle(head) });
    const starts = work && !firsts.has(work.turnIdx) ? [withoutPrompt(sessionId, work), ...firsts.values()] : [...firsts.values()];
    return starts.map(({ turnIdx, id, hasPrompt, title, seq, atMs, chars, isInherited }, at) => {
      const [span, responses, calls] = [spanOf.get(turnIdx), responsesOf.get(turnIdx), callsOf.get(turnIdx)];
      const reported = reportedOf.get(turnIdx);
      const isLast = toSeq === toTheEnd && at === starts.length - 1;
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
        toolDenied: calls?.toolDenied ?? 0,
        toolInterrupted: calls?.toolInterrupted ?? 0,
        toolUnended: calls?.toolUnended ?? 0,
        // A printed run ends with its last line, and its open calls with it.
        openCallAtMs: span?.isPrintedWell === null ? (calls?.openCallAtMs ?? null) : null,
        tokensOutput: responses?.tokensOutput ?? null,
        costUsd: responses?.costUsd ?? reported?.costUsd ?? null,
        outputAtLeast: responses?.outputAtLeast === 1 && responses.tokensOutput !== null,
        costAtLeast: responses?.costAtLeast === 1 && responses.costUsd !== null,
        ...toEnd(sessionId, span, { isLast, isTakenBack: gone.has(turnIdx), saysEnds }),
        reportedDurationMs: reported?.durationMs ?? null,
      };
      return {
        turn,
        span,
        responses,
        iterations: reported?.iterations ?? null,
        promptChars: hasPrompt ? chars : null,
        isInherited: isInherited === 1,
      };
    });
  };
  /** Observers are given no calls of turns that were taken back: what they have seen of them, they are to see again without. */
  const forgetSeen = (sessionId: string, turnIdx: number): void => {
    const callIndex = firstCall.get(sessionId, turnIdx) ?? null;
    if (callIndex === null) return;
    const seen = staleCheckpoints.watch();
    seen.touch(sessionId, callIndex);
    seen.note();
  };
  const readAbout = (sessionId: string): Pick<Sums, 'reportedOf' | 'gone'> => {
    const all = listAbout.all(sessionId).map(({ turnIdx, about }) => ({ turnIdx, ...parseAboutTurn(about) }));
    const reportedOf = new Map<number, Reported>();
    for (const { turnIdx, durationMs = null, iterations = null, costUsd = null } of all) {
      const before = reportedOf.get(turnIdx);
      reportedOf.set(turnIdx, {
        durationMs: addKnown(before?.durationMs, durationMs),
        iterations: addKnown(before?.iterations, iterations),
        costUsd: addKnown(before?.costUsd, costUsd),
      });
    }
    return { reportedOf, gone: findTakenBack(all.map(({ turnIdx, takesBack = 0 }) => ({ turnIdx, takesBack }))) };
  };
  const recomputeWindow = (sessionId: string, window: Window, found: Sums): { turns: boolean; metrics: boolean } => {
    const before = byTurn(listStored(sessionId, window));
    let isChanged = false;
    const computed = compute(sessionId, window, found);
    for (const { turn } of computed) {
      const stored = before.get(turn.turnIdx);
      before.delete(turn.turnIdx);
      if (stored && isSameTurn(stored, turn)) continue;
      if ((stored?.ended === 'taken_back') !== (turn.ended === 'taken_back')) forgetSeen(sessionId, turn.turnIdx);
      put.run({ ...turn, ...toFlags(turn), sessionId });
      isChanged = true;
    }
    for (const turnIdx of before.keys()) drop.run(sessionId, turnIdx);
    return {
      turns: isChanged || before.size > 0,
      metrics: metrics.write(sessionId, { ...window, isToEnd: window.toSeq === toTheEnd }, computed, found.measured),
    };
  };
  return {
    list: (sessionId: string): TurnRow[] => listStored(sessionId, { fromTurn: emptyHead.fromTurn, toTurn: toTheEnd }),
    findLast: (sessionId: string): Place | undefined => last.get(sessionId),
    /** Writes the turns after a checkpoint that differ from the stored ones; returns whether any did. */
    recomputeAggregates: (sessionId: string, { fromTurn, fromSeq, fromCall }: AggregateCheckpoint): boolean => {
      const found = {
        ...readAbout(sessionId),
        callsOf: byTurn(sums.countCalls(sessionId, fromCall)),
        responsesOf: byTurn(sums.sumResponses({ sessionId, fromTurn, fromSeq })),
        measured: metrics.measure(sessionId),
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
      if (changed.metrics || rollups.isMarked(sessionId)) rollups.rebuild(sessionId);
      return changed.turns || changed.metrics;
    },
    /** Drops the metrics of the turns of a session that is deleted, but for what was reported. */
    forgetMetrics: (sessionId: string): void => {
      metrics.forget(sessionId);
      rollups.rebuild(sessionId);
    },
  };
};

const toTheEnd = Number.MAX_SAFE_INTEGER;

const byTurn = <Row extends { turnIdx: number }>(rows: readonly Row[]): Map<number, Row> => new Map(rows.map((row) => [row.turnIdx, row]));

const addKnown = (a: number | null | undefined, b: number | null): number | null => (b === null ? (a ?? null) : (a ?? 0) + b);

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
  a.toolDenied === b.toolDenied &&
  a.toolInterrupted === b.toolInterrupted &&
  a.toolUnended === b.toolUnended &&
  a.openCallAtMs === b.openCallAtMs &&
  a.tokensOutput === b.tokensOutput &&
  a.costUsd === b.costUsd &&
  a.ended === b.ended &&
  a.endedReason === b.endedReason &&
  a.reportedDurationMs === b.reportedDurationMs &&
  a.outputAtLeast === b.outputAtLeast &&
  a.costAtLeast === b.costAtLeast;

const toFlags = ({ hasPrompt, outputAtLeast, costAtLeast }: TurnRow) => ({
  hasPrompt: Number(hasPrompt),
  outputAtLeast: Number(outputAtLeast),
  costAtLeast: Number(costAtLeast),
});
