import { AppError } from '../../domain/errors.ts';
import type { ExampleCredit } from '../../domain/credit.ts';
import { dayMs } from '../../domain/instant.ts';
import type { Page } from '../../domain/page.ts';
import type { Report } from '../../domain/report.ts';
import type { TurnOutcomeAnswer, TurnOutcomeInput } from '../../domain/turn-metric.ts';
import { toReportBalance } from '../../metrics/cohorts.ts';
import { compareGroups } from '../../metrics/compare-groups.ts';
import { toReportCohort } from '../../metrics/report.ts';
import { toVerdict } from '../../metrics/verdict.ts';
import { printCounted } from '../../print/number.ts';
import { redact } from '../../redaction/redact.ts';
import { smoothRate } from '../../stats/smoothed-rate.ts';
import type { CountedCredit } from '../../store/metrics-store.ts';
import type { Store } from '../../store/store.ts';
import { describeGroups } from './describe-groups.ts';
import { toSafeTurn } from './to-safe-turn.ts';
import { toSafeSession, toSafeText } from '../safe-texts.ts';
import { findSessionIdOf, toSessionId } from '../retrieval/to-session-id.ts';

export type MetricsService = ReturnType<typeof makeMetricsService>;

/** Weight of the rate after any example in that after one example, in sessions that got it. */
const priorSessions = 4;

/** Outcomes of turns, the report over them, and what followed examples. */
export const makeMetricsService = ({ store, now }: { store: Store; now: () => number }) => ({
  /** Stores what an agent reports of a turn; also of a session or turn that the archive does not have (yet). */
  putOutcome: async (input: TurnOutcomeInput): Promise<TurnOutcomeAnswer> => {
    const sessionId = await toSessionId(store, input.session_id);
    const atMs = now();
    const { created } = await store.putTurnOutcome({
      sessionId,
      turnIdx: input.turn_idx,
      prompt: input.prompt == null ? null : toSafeText(input.prompt),
      iterations: input.iterations ?? null,
      toolErrors: input.tool_error_count ?? null,
      completed: input.completed ?? null,
      durationMs: input.duration_ms ?? null,
      tokens: input.tokens ?? null,
      costUsd: input.cost_usd ?? null,
      reward: input.reward ?? null,
      model: input.model_id == null ? null : redact(input.model_id),
      retrievalUsed: input.retrieval_used ?? null,
      atMs,
    });
    const turn = await store.findTurnMetric(sessionId, input.turn_idx, atMs);
    if (!turn) throw new AppError('internal', `The outcome of turn ${input.turn_idx} was stored and is gone.`);
    const session = turn.session && (await store.findSession(sessionId));
    const notes = !session
      ? [`Session ${input.session_id} is not in the archive. The outcome is kept, and joins the turn once the session is imported.`]
      : turn.recordId === null
        ? [
            `The session has ${printCounted(session.turns, 'turn')} so far, counted from 0. The outcome is kept until turn ${input.turn_idx} is imported.`,
          ]
        : [];
    return { turn: toSafeTurn(turn), created, notes };
  },
  /** Turns with and without examples that were updated in the last days; `sinceDays` may have a fraction. */
  report: async (sinceDays: number): Promise<Report> => {
    const nowMs = now();
    const { a, b, metrics, withoutOutcome, balance, synthetic } = await store.sumReport(nowMs - sinceDays * dayMs, nowMs);
    const comparisons = compareGroups(metrics, { primary: 'completed', medians: null });
    const [primary] = comparisons;
    if (!primary) throw new AppError('internal', 'The report compares nothing.');
    return {
      since_days: sinceDays,
      total_turns: a.turns + b.turns,
      cohorts: { no_retrieval: toReportCohort(a), retrieval_used: toReportCohort(b) },
      added: {
        turns_without_outcome: withoutOutcome + a.turns - a.completed.n + b.turns - b.completed.n,
        turns_with_completion: { no_retrieval: a.completed.n, retrieval_used: b.completed.n },
        balance: toReportBalance(balance),
        comparisons,
        verdict: toVerdict(primary, 'retrieval', describeGroups('retrieval', null, null).names),
        synthetic,
      },
    };
  },
  /** Sessions that were given as examples or are not offered, most given first. */
  credits: async (page: { cursor: string | null; limit: number }): Promise<Page<ExampleCredit>> => {
    const { items, sessions: receivers, completedShares: allShares, ...rest } = await store.listCredits({ ...page, nowMs: now() });
    const prior = { rate: receivers === 0 ? 0.5 : allShares / receivers, weight: priorSessions };
    const toCredit = ({ sessions, completedShares, ...counted }: CountedCredit): ExampleCredit => {
      const item = { ...counted, session: counted.session && toSafeSession(counted.session) };
      if (sessions === 0) return { ...item, rate: null };
      const { value, interval } = smoothRate({ hits: completedShares, of: sessions }, prior);
      return { ...item, rate: { value, n: item.withOutcome, clusters: sessions, interval } };
    };
    return { ...rest, items: items.map(toCredit) };
  },
  /** Stops offering a session as an example, or offers it again. */
  block: async (given: string, blocked: boolean): Promise<{ sessionId: string; blocked: boolean }> => {
    const sessionId = (await findSessionIdOf(store, given)) ?? given;
    if (!(await store.setExampleBlocked(sessionId, blocked ? now() : null)))
      throw new AppError('not_found', `Session ${given} is not in the archive, so it is no example.`);
    return { sessionId, blocked };
  },
});
