import type { Database } from 'better-sqlite3';
import { reviewRuns } from '../../../../db/schema.ts';
import { AppError } from '../../../domain/errors.ts';
import { dayMs } from '../../../domain/instant.ts';
import type { Review } from '../../../domain/review.ts';
import { decompressText } from '../../compress.ts';
import { describeGivenUp, maxReviewAttempts, type ClaimedReviewRun, type Holder, type NewReviewRun } from '../../review-store.ts';
import type { Changes } from '../changes.ts';
import { columnsOf, insertRow } from '../statements.ts';
import { shownReview, toExchange, type StoredExchange } from './review-rows.ts';
import type { ReviewTotals } from './review-totals.ts';

export type ReviewQueue = ReturnType<typeof makeReviewQueue>;

type StoredRun = typeof reviewRuns.$inferSelect;
/** Key of the reviews of a run. */
export type RunKey = Pick<StoredRun, 'number' | 'sessionId'>;
type StoredAnswerRow = Review & StoredExchange & { states: Buffer };

/** Newest runs that are kept, over all sessions, and those of the last two days: they count against the budget of their day. */
const maxRuns = 10_000;
const keptMs = 2 * dayMs;
/** Removed with one that ends. */
const maxRemoved = 100;
/** With what was reserved for a request of whose cost nobody will hear any more. */
const interruptedUsd = 'iif(reserved_usd > 0 AND cost_usd IS NULL, coalesce(interrupted_usd, 0) + reserved_usd, interrupted_usd)';
/** Not answered yet, or answered but not stored with its run. */
const isUnfinished = "(outcome IN ('waiting', 'running') OR states IS NOT NULL)";

/** Runs that wait, and the leases of those that are running. */
export const makeReviewQueue = (db: Database, { changes, totals }: { changes: Changes; totals: ReviewTotals }) => {
  const columns = columnsOf(reviewRuns, 'r');
  const hasSession = db.prepare<[string]>('SELECT 1 FROM sessions WHERE id = ?');
  const put = db
    .prepare<[Omit<StoredRun, 'number'>], string>(
      `${insertRow(reviewRuns, ['number'])} ON CONFLICT (session_id, dedupe_key) WHERE state = 'queued' AND started_at_ms IS NULL
      DO UPDATE SET input = excluded.input ON CONFLICT (id) DO NOTHING RETURNING id`,
    )
    .pluck();
  const find = db.prepare<[string], StoredRun>(`SELECT ${columns} FROM review_runs r WHERE id = ?`);
  const lapsed = db.prepare<[number], StoredRun>(
    `SELECT ${columns} FROM review_runs r INDEXED BY review_runs_running WHERE state = 'running' AND lease_until_ms <= ?`,
  );
  const hasRunning = "EXISTS (SELECT 1 FROM review_runs o WHERE o.session_id = r.session_id AND o.state = 'running')";
  const isAnybodys = "(attempts > 0 OR source NOT IN ('command', 'agent'))";
  const waiting = db.prepare<[{ id: string | null }], StoredRun>(
    `SELECT ${columns} FROM review_runs r INDEXED BY review_runs_state WHERE state = 'queued'
      AND iif(@id IS NULL, ${isAnybodys}, id = @id) AND NOT ${hasRunning} ORDER BY number LIMIT 1`,
  );
  const next = db
    .prepare<[], number | null>(
      `SELECT min(iif(state = 'queued', created_at_ms, lease_until_ms)) FROM review_runs r
      WHERE state IN ('queued', 'running') AND NOT (state = 'queued' AND (${hasRunning} OR NOT ${isAnybodys}))`,
    )
    .pluck();
  const begin = db.prepare<[{ number: number; owner: string; nowMs: number; untilMs: number }]>(
    `UPDATE review_runs SET state = 'running', owner = @owner, lease_until_ms = @untilMs, attempts = attempts + 1,
      started_at_ms = coalesce(started_at_ms, @nowMs) WHERE number = @number`,
  );
  const extend = db
    .prepare<[number, string, string], number>(
      "UPDATE review_runs SET lease_until_ms = ? WHERE id = ? AND owner = ? AND state = 'running' RETURNING canceled",
    )
    .pluck();
  const held = db.prepare<[string, string], StoredRun>(
    `SELECT ${columns} FROM review_runs r WHERE id = ? AND owner = ? AND state = 'running'`,
  );
  const requeue = db.prepare<[number, number]>(
    "UPDATE review_runs SET state = 'queued', owner = NULL, lease_until_ms = NULL, attempts = ? WHERE number = ?",
  );
  const interrupt = db.prepare<[RunKey]>(
    `UPDATE reviews SET interrupted_usd = ${interruptedUsd}, reserved_usd = NULL, outcome = iif(outcome = 'running', 'waiting', outcome)
    WHERE session_id = @sessionId AND run = @number`,
  );
  const end = db.prepare<[Pick<StoredRun, 'number' | 'state' | 'problem' | 'endedAtMs'>]>(
    `UPDATE review_runs SET state = @state, problem = @problem, ended_at_ms = @endedAtMs, input = '', owner = NULL, lease_until_ms = NULL
    WHERE number = @number`,
  );
  const endReviews = db.prepare<[RunKey & { outcome: 'failed' | 'canceled'; problem: string | null; atMs: number }]>(
    `UPDATE reviews SET interrupted_usd = ${interruptedUsd}, reserved_usd = NULL, states = NULL, outcome = iif(${isUnfinished}, @outcome, outcome),
      problem = iif(${isUnfinished}, @problem, problem), ended_at_ms = iif(${isUnfinished}, coalesce(ended_at_ms, @atMs), ended_at_ms)
    WHERE session_id = @sessionId AND run = @number`,
  );
  /** Runs beyond those that are kept, but for the last one of each reviewer. */
  const outdated = db.prepare<[{ behind: number; beforeMs: number }], RunKey>(
    `SELECT number, session_id AS sessionId FROM review_runs WHERE number <= @behind AND ended_at_ms < @beforeMs
      AND number NOT IN (SELECT last_run FROM reviewer_totals WHERE last_run IS NOT NULL) ORDER BY number LIMIT ${maxRemoved}`,
  );
  const dropReviews = db.prepare<[RunKey]>('DELETE FROM reviews WHERE session_id = @sessionId AND run = @number');
  const dropRun = db.prepare<[number]>('DELETE FROM review_runs WHERE number = ?');
  const mark = db.prepare<[number]>('UPDATE review_runs SET canceled = 1 WHERE number = ?');
  const answered = db.prepare<[RunKey], StoredAnswerRow>(
    `SELECT ${shownReview}, v.findings, v.exchange, v.states FROM reviews v
    WHERE v.session_id = @sessionId AND v.run = @number AND v.states IS NOT NULL AND v.exchange IS NOT NULL ORDER BY v.position`,
  );
  const unanswered = db.prepare<[RunKey], Review>(
    `SELECT ${shownReview} FROM reviews v WHERE v.session_id = @sessionId AND v.run = @number AND v.states IS NULL ORDER BY v.position`,
  );

  const endRun = ({ number, sessionId }: RunKey, state: 'done' | 'failed' | 'canceled', problem: string | null, atMs: number): void => {
    end.run({ number, state, problem, endedAtMs: atMs });
    totals.add(sessionId, number);
    for (const old of outdated.all({ behind: number - maxRuns, beforeMs: atMs - keptMs })) {
      dropReviews.run(old);
      dropRun.run(old.number);
    }
    changes.add('review', sessionId);
  };
  /** Ends a run whose findings will never be stored. */
  const giveUp = (run: RunKey, outcome: 'failed' | 'canceled', problem: string | null, atMs: number): void => {
    endReviews.run({ ...run, outcome, problem, atMs });
    endRun(run, outcome, problem, atMs);
  };
  const putBack = (run: StoredRun, attempts: number): void => {
    interrupt.run(run);
    requeue.run(attempts, run.number);
    changes.add('review', run.sessionId);
  };
  /** Takes runs back whose lease ended: their process died or hangs. */
  const takeBack = (nowMs: number): void => {
    for (const run of lapsed.all(nowMs)) {
      if (run.canceled === 1) giveUp(run, 'canceled', null, nowMs);
      else if (run.attempts > maxReviewAttempts) giveUp(run, 'failed', describeGivenUp(), nowMs);
      else putBack(run, run.attempts);
    }
  };
  const toAnswered = ({ findings, exchange, states, ...review }: StoredAnswerRow): ClaimedReviewRun['answered'][number] => ({
    reviewerId: review.reviewerId,
    answer: { review, exchange: toExchange({ findings, exchange }), states: decompressText(states) },
  });

  return {
    put: ({ isDry, ...run }: NewReviewRun): { id: string; isNew: boolean } => {
      if (!hasSession.get(run.sessionId)) throw new AppError('not_found', `There is no session ${run.sessionId} to review.`);
      const times = { startedAtMs: null, endedAtMs: null, leaseUntilMs: null };
      const row = { ...run, ...times, dry: Number(isDry), state: 'queued' as const, attempts: 0, owner: null, canceled: 0, problem: null };
      const id = put.get(row) ?? run.id;
      changes.add('review', run.sessionId);
      return { id, isNew: id === run.id };
    },
    claim: (owner: string, nowMs: number, untilMs: number, id?: string): ClaimedReviewRun | null => {
      takeBack(nowMs);
      const run = waiting.get({ id: id ?? null });
      if (!run) return null;
      begin.run({ number: run.number, owner, nowMs, untilMs });
      changes.add('review', run.sessionId);
      const { sessionId, event, source, dry, input, attempts, createdAtMs } = run;
      const about = { id: run.id, sessionId, event, source, isDry: dry === 1, input, createdAtMs };
      const givesUp = attempts >= maxReviewAttempts;
      return { ...about, attempts: attempts + 1, givesUp, answered: answered.all(run).map(toAnswered), unanswered: unanswered.all(run) };
    },
    extend: ({ runId, owner }: Holder, untilMs: number): 'held' | 'canceled' | 'lost' => {
      const canceled = extend.get(untilMs, runId, owner);
      return canceled === undefined ? 'lost' : canceled === 1 ? 'canceled' : 'held';
    },
    release: ({ runId, owner }: Holder, atMs: number): void => {
      const run = held.get(runId, owner);
      if (!run) return;
      if (run.canceled === 1) giveUp(run, 'canceled', null, atMs);
      else putBack(run, run.attempts - 1);
    },
    cancel: (id: string, nowMs: number): void => {
      const run = find.get(id);
      if (run?.state !== 'queued' && run?.state !== 'running') return;
      if (run.state === 'running' && (run.leaseUntilMs ?? 0) > nowMs) {
        mark.run(run.number);
        changes.add('review', run.sessionId);
      } else giveUp(run, 'canceled', null, nowMs);
    },
    next: (): number | null => next.get() ?? null,
    findHeld: ({ runId, owner }: Holder): StoredRun | null => held.get(runId, owner) ?? null,
    end: endRun,
    giveUp,
  };
};
