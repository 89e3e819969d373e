import type { Database } from 'better-sqlite3';
import { dayMs } from '../../../domain/instant.ts';
import type { Review, ReviewerTotals } from '../../../domain/review.ts';
import type { Changes } from '../changes.ts';
import { toJson } from '../json.ts';
import { sumOfCosts, sumOfCounts, toKnown } from '../sums.ts';
import { shownReview } from './review-rows.ts';

export type ReviewTotals = ReturnType<typeof makeReviewTotals>;

type StoredTotals = Omit<ReviewerTotals, 'last'> & { reviewerId: string; lastRun: number | null };

const counts = ['reviews', 'unchanged', 'failed', 'found', 'resolved'];
/** The run in which the reviewer was asked; null: it was not. */
const askedRun = "iif(outcome IN ('waiting', 'unchanged', 'skipped'), NULL, run)";
const sums = ['input_tokens', 'output_tokens', 'cost_usd', 'interrupted_usd'];

/** Totals of each reviewer over runs that have ended, kept as sums: pages ask for them with each change. */
export const makeReviewTotals = (db: Database, changes: Changes) => {
  const all = [...counts, ...sums];
  /** Sums over runs that have ended, by reviewer. */
  const countedOf = (where: string): string =>
    `SELECT v.reviewer_id, sum(outcome = 'reviewed') AS reviews, sum(outcome = 'unchanged') AS unchanged,
      sum(outcome IN ('failed', 'timed_out')) AS failed, ${sumOfCounts('iif(v.dry, 0, found)')} AS found, ${sumOfCounts('iif(v.dry, 0, resolved)')} AS resolved,
      ${sumOfCounts('input_tokens')} AS input_tokens, ${sumOfCounts('output_tokens')} AS output_tokens,
      ${sumOfCosts('cost_usd')} AS cost_usd, ${sumOfCosts('interrupted_usd')} AS interrupted_usd, max(${askedRun}) AS last_run
    FROM reviews v JOIN review_runs r ON r.number = v.run AND r.ended_at_ms IS NOT NULL WHERE ${where} GROUP BY v.reviewer_id`;
  const add = db.prepare<[string, number]>(
    `INSERT INTO reviewer_totals (reviewer_id, ${all.join(', ')}, last_run) ${countedOf('v.session_id = ? AND v.run = ?')}
    ON CONFLICT (reviewer_id) DO UPDATE SET ${counts.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')},
      ${sums.map((name) => `${name} = coalesce(${name} + excluded.${name}, ${name}, excluded.${name})`).join(', ')},
      last_run = coalesce(excluded.last_run, last_run)`,
  );
  // Not counted anew: runs that are no longer kept count, too.
  const takeAway = db.prepare<[string]>(
    `UPDATE reviewer_totals AS t SET ${all.map((name) => `${name} = t.${name} - coalesce(gone.${name}, 0)`).join(', ')}
    FROM (${countedOf('v.session_id = ?')}) AS gone WHERE t.reviewer_id = gone.reviewer_id`,
  );
  const dropEmpty = db.prepare<[string]>(
    `DELETE FROM reviewer_totals AS t WHERE reviewer_id IN (SELECT value FROM json_each(?)) AND reviews + unchanged + failed = 0
      AND NOT EXISTS (SELECT 1 FROM reviews v WHERE v.reviewer_id = t.reviewer_id)`,
  );
  const setLast = db.prepare<[string]>(
    `UPDATE reviewer_totals AS t SET last_run = (
      SELECT max(${askedRun}) FROM reviews v JOIN review_runs r ON r.number = v.run AND r.ended_at_ms IS NOT NULL
      WHERE v.reviewer_id = t.reviewer_id
    ) WHERE reviewer_id IN (SELECT value FROM json_each(?))`,
  );
  // A request that is under way counts as one that was interrupted.
  const keepCosts = db.prepare<[string]>(
    `INSERT INTO deleted_review_costs (day_ms, usd, interrupted_usd, unpriced)
    SELECT floor(started_at_ms / ${dayMs}) * ${dayMs}, coalesce(${sumOfCosts('cost_usd')}, 0),
      coalesce(${sumOfCosts('coalesce(interrupted_usd, 0) + coalesce(reserved_usd, 0)')}, 0),
      count(iif(${toKnown('usd', 'cost_usd')} IS NULL OR interrupted_usd IS NOT NULL, 1, NULL))
    FROM reviews WHERE session_id = ? AND started_at_ms IS NOT NULL AND (calls > 0 OR interrupted_usd IS NOT NULL OR reserved_usd IS NOT NULL)
    GROUP BY 1
    ON CONFLICT (day_ms) DO UPDATE SET usd = usd + excluded.usd, interrupted_usd = interrupted_usd + excluded.interrupted_usd,
      unpriced = unpriced + excluded.unpriced`,
  );
  // A budget is of one day.
  const dropOldCosts = db.prepare('DELETE FROM deleted_review_costs WHERE day_ms < (SELECT max(day_ms) FROM deleted_review_costs)');
  const removeReviews = db.prepare<[string], string>('DELETE FROM reviews WHERE session_id = ? RETURNING reviewer_id').pluck();
  const removeRuns = db.prepare<[string]>('DELETE FROM review_runs WHERE session_id = ?');
  const list = db.prepare<[], StoredTotals>(
    `SELECT reviewer_id AS reviewerId, reviews, unchanged, failed, found, resolved, input_tokens AS inputTokens,
      output_tokens AS outputTokens, cost_usd AS costUsd, interrupted_usd AS interruptedUsd, last_run AS lastRun
    FROM reviewer_totals ORDER BY reviewer_id`,
  );
  const reviewOf = db.prepare<[{ reviewerId: string; lastRun: number | null }], Review & { runId: string; sessionId: string }>(
    `SELECT ${shownReview}, r.id AS runId, r.session_id AS sessionId FROM review_runs r
    JOIN reviews v ON v.session_id = r.session_id AND v.run = r.number AND v.reviewer_id = @reviewerId WHERE r.number = @lastRun`,
  );
  const toTotals = ({ reviewerId, lastRun, ...totals }: StoredTotals): [string, ReviewerTotals] => {
    const last = reviewOf.get({ reviewerId, lastRun });
    if (!last) return [reviewerId, { ...totals, last: null }];
    const { runId, sessionId, ...review } = last;
    return [reviewerId, { ...totals, last: { runId, sessionId, review } }];
  };

  return {
    /** A run that is over. */
    add: (sessionId: string, run: number): void => void add.run(sessionId, run),
    /** Removes the runs of sessions that are deleted; what they cost goes on counting. */
    removeOf: (sessionIds: readonly string[]): void => {
      const reviewers = new Set<string>();
      for (const sessionId of sessionIds) {
        takeAway.run(sessionId);
        keepCosts.run(sessionId);
        for (const reviewerId of removeReviews.all(sessionId)) reviewers.add(reviewerId);
        if (removeRuns.run(sessionId).changes > 0) changes.add('review', sessionId);
      }
      if (reviewers.size === 0) return;
      dropOldCosts.run();
      setLast.run(toJson([...reviewers]));
      dropEmpty.run(toJson([...reviewers]));
    },
    list: (): Map<string, ReviewerTotals> => new Map(list.all().map(toTotals)),
  };
};
