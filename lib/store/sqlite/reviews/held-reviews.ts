import type { Database } from 'better-sqlite3';
import { reviews } from '../../../../db/schema.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Review, ReviewExchange } from '../../../domain/review.ts';
import type { Holder, ReviewStore } from '../../review-store.ts';
import type { Changes } from '../changes.ts';
import { insertRow, upsert } from '../statements.ts';
import { sumOfCosts, sumOfCounts, toKnown } from '../sums.ts';
import type { ReviewQueue, RunKey } from './review-queue.ts';
import { hiddenColumns, toExchange, type StoredExchange } from './review-rows.ts';

type StoredReview = typeof reviews.$inferSelect;
type PackedAnswer = StoredExchange & { states: Buffer };
/** A review as it is when its run ends. */
export type EndedReview = { review: Review; exchange: StoredExchange | null; reviewed: { states: Buffer } | null };

type Costs = { usd: number | null; interruptedUsd: number | null; unpriced: number };
const noCosts: Costs = { usd: null, interruptedUsd: null, unpriced: 0 };

/** Newest reviews that keep what was sent and answered. */
const maxExchanges = 2_000;

/** Reviews of a run, written by the process that has it. */
export const makeHeldReviews = (db: Database, { queue, changes }: { queue: ReviewQueue; changes: Changes }) => {
  const put = db.prepare<[Omit<StoredReview, (typeof hiddenColumns)[number]>]>(
    upsert(reviews, ['sessionId', 'run', 'reviewerId'], hiddenColumns),
  );
  const putAnswer = db.prepare<[StoredReview]>(upsert(reviews, ['sessionId', 'run', 'reviewerId']));
  const insert = db.prepare<[StoredReview]>(insertRow(reviews));
  const dropAll = db.prepare<[RunKey]>('DELETE FROM reviews WHERE session_id = @sessionId AND run = @number');
  const putState = db.prepare<[{ sessionId: string; reviewerId: string; states: Buffer; endedAtMs: number }]>(
    `INSERT INTO reviewed_states (session_id, reviewer_id, states, ended_at_ms)
    VALUES (@sessionId, @reviewerId, @states, @endedAtMs)
    ON CONFLICT DO UPDATE SET states = excluded.states, ended_at_ms = excluded.ended_at_ms`,
  );
  const costs = db.prepare<[number], Costs>(
    `SELECT ${sumOfCosts('cost_usd')} AS usd, ${sumOfCosts('interrupted_usd')} AS interruptedUsd,
      count(iif(${toKnown('usd', 'cost_usd')} IS NULL OR interrupted_usd IS NOT NULL, 1, NULL)) AS unpriced
    FROM reviews INDEXED BY reviews_costs WHERE (calls > 0 OR interrupted_usd IS NOT NULL) AND started_at_ms >= ?`,
  );
  const reserved = db
    .prepare<[number], number | null>(
      `SELECT ${sumOfCosts('reserved_usd')} FROM reviews INDEXED BY reviews_reserved WHERE reserved_usd IS NOT NULL AND started_at_ms >= ?`,
    )
    .pluck();
  const reserve = db.prepare<[number | null, string, number, string]>(
    'UPDATE reviews SET reserved_usd = ? WHERE session_id = ? AND run = ? AND reviewer_id = ?',
  );
  const reservations = db.prepare<[RunKey], { reviewerId: string; usd: number }>(
    `SELECT reviewer_id AS reviewerId, reserved_usd AS usd FROM reviews
    WHERE session_id = @sessionId AND run = @number AND reserved_usd IS NOT NULL`,
  );
  const exchangeOf = db.prepare<[string, string], StoredExchange>(
    `SELECT v.findings, v.exchange FROM review_runs r JOIN reviews v ON v.session_id = r.session_id AND v.run = r.number
    WHERE r.id = ? AND v.reviewer_id = ? AND v.exchange IS NOT NULL`,
  );
  const prune = db.prepare<[number]>(
    `UPDATE reviews SET exchange = NULL, findings = NULL WHERE rowid IN (
      SELECT rowid FROM reviews INDEXED BY reviews_exchanges WHERE exchange IS NOT NULL
      ORDER BY run DESC LIMIT ? OFFSET ${maxExchanges}
    )`,
  );
  const deletedCosts = db.prepare<[number], Costs>(
    `SELECT ${sumOfCosts('usd')} AS usd, ${sumOfCosts('interrupted_usd')} AS interruptedUsd, coalesce(${sumOfCounts('unpriced')}, 0) AS unpriced
    FROM deleted_review_costs WHERE day_ms >= ?`,
  );
  const sumCosts = (sinceMs: number) => {
    const [kept, deleted] = [costs.get(sinceMs) ?? noCosts, deletedCosts.get(sinceMs) ?? noCosts];
    return {
      usd: (kept.usd ?? 0) + (deleted.usd ?? 0),
      interruptedUsd: (kept.interruptedUsd ?? 0) + (deleted.interruptedUsd ?? 0),
      unpriced: kept.unpriced + deleted.unpriced,
    };
  };

  return {
    put: (holder: Holder, position: number, review: Review): boolean => {
      const run = queue.findHeld(holder);
      if (!run) return false;
      put.run({ ...review, position, sessionId: run.sessionId, run: run.number, dry: run.dry });
      changes.add('review', run.sessionId);
      return true;
    },
    reserve: (
      holder: Holder,
      reviewerId: string,
      { usd, budgetUsd, sinceMs }: Parameters<ReviewStore['reserveReview']>[2],
    ): 'reserved' | 'over_budget' | 'lost' => {
      const run = queue.findHeld(holder);
      if (!run) return 'lost';
      const set = (reservedUsd: number | null): number => reserve.run(reservedUsd, run.sessionId, run.number, reviewerId).changes;
      // The reservation of an earlier attempt does not count twice.
      if (set(null) === 0) throw new AppError('not_found', `The run ${run.id} has no reviewer ${reviewerId} yet. Store its review first.`);
      const known = sumCosts(sinceMs);
      if (budgetUsd !== null && known.usd + known.interruptedUsd + (reserved.get(sinceMs) ?? 0) + usd > budgetUsd) return 'over_budget';
      set(usd);
      return 'reserved';
    },
    putAnswer: (holder: Holder, position: number, review: Review, answer: PackedAnswer): boolean => {
      const run = queue.findHeld(holder);
      if (!run) return false;
      putAnswer.run({ ...review, ...answer, position, sessionId: run.sessionId, run: run.number, dry: run.dry, reservedUsd: null });
      changes.add('review', run.sessionId);
      return true;
    },
    /** Puts what a run ended with in the place of what was shown of it, and remembers what was reviewed unless it was a rehearsal. */
    end: (run: RunKey & { dry: number }, ended: readonly EndedReview[], atMs: number): void => {
      const { sessionId, number, dry } = run;
      const reservedOf = new Map(reservations.all({ sessionId, number }).map(({ reviewerId, usd }) => [reviewerId, usd]));
      dropAll.run({ sessionId, number });
      for (const [position, { review, exchange, reviewed }] of ended.entries()) {
        const kept = { findings: exchange?.findings ?? null, exchange: exchange?.exchange ?? null };
        const { reviewerId, endedAtMs, calls, costUsd } = review;
        // If the cost is not known, such as without an answer in time, the reservation goes on counting.
        const unknownUsd = costUsd === null ? (reservedOf.get(reviewerId) ?? 0) : 0;
        const isInterrupted = calls === 0 && unknownUsd > 0;
        const counted = {
          reservedUsd: calls > 0 && unknownUsd > 0 ? unknownUsd : null,
          interruptedUsd: isInterrupted ? (review.interruptedUsd ?? 0) + unknownUsd : review.interruptedUsd,
        };
        insert.run({ ...review, ...kept, ...counted, position, sessionId, run: number, dry, states: null });
        if (reviewed && dry === 0) putState.run({ sessionId, reviewerId, ...reviewed, endedAtMs: endedAtMs ?? atMs });
      }
      // More than were added, so that those beyond the limit become fewer.
      prune.run(2 * ended.length);
    },
    findExchange: (runId: string, reviewerId: string): ReviewExchange | null => {
      const stored = exchangeOf.get(runId, reviewerId);
      return stored ? toExchange(stored) : null;
    },
    sumCosts: (sinceMs: number): { usd: number; unpriced: number } => {
      const { usd, unpriced } = sumCosts(sinceMs);
      return { usd, unpriced };
    },
  };
};
