import type { Database } from 'better-sqlite3';
import type { Review, ReviewerTotals } from '../../../domain/review.ts';
import type { Changes } from '../changes.ts';
import { toJson } from '../json.ts';
import { sumOfCosts, sumOfCounts } from '../sums.ts';
import { shownReview } from './review-rows.ts';

export type ReviewTotals = ReturnType<typeof makeReviewTotals>;

type StoredTotals = Omit<ReviewerTotals, 'last'> & { reviewerId: string; lastRun: number | null };

const counts = ['reviews', 'unchanged', 'failed', 'found', 'resolved'];
const sums = ['input_tokens', 'output_tokens', 'cost_usd', 'interrupted_usd'];

/** What each reviewer did in runs that are over, kept as sums: pages ask for it with each change. */
export const makeReviewTotals = (db: Database, changes: Changes) => {
  const addWhere = (where: string): string =>
    `INSERT INTO reviewer_totals (reviewer_id, ${[...counts, ...sums].join(', ')}, last_run)
    SELECT v.reviewer_id, sum(outcome = 'reviewed'), sum(outcome = 'unchanged'), sum(outcome IN ('failed', 'timed_out')),
      sum(iif(v.dry, 0, found)), sum(iif(v.dry, 0, resolved)), ${sumOfCounts('input_tokens')}, ${sumOfCounts('output_tokens')},
      ${sumOfCosts('cost_usd')}, ${sumOfCosts('interrupted_usd')}, max(iif(outcome IN ('waiting', 'unchanged', 'skipped'), NULL, run))
    FROM reviews v JOIN review_runs r ON r.number = v.run AND r.ended_at_ms IS NOT NULL WHERE ${where} GROUP BY v.reviewer_id
    ON CONFLICT (reviewer_id) DO UPDATE SET ${counts.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')},
      ${sums.map((name) => `${name} = coalesce(${name} + excluded.${name}, ${name}, excluded.${name})`).join(', ')},
      last_run = coalesce(excluded.last_run, last_run)`;
  const add = db.prepare<[string, number]>(addWhere('v.session_id = ? AND v.run = ?'));
  const addAgain = db.prepare<[string]>(addWhere('v.reviewer_id IN (SELECT value FROM json_each(?))'));
  const drop = db.prepare<[string]>('DELETE FROM reviewer_totals WHERE reviewer_id IN (SELECT value FROM json_each(?))');
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
    /** Removes the runs of sessions that are deleted. */
    removeOf: (sessionIds: readonly string[]): void => {
      const reviewers = new Set<string>();
      for (const sessionId of sessionIds) {
        for (const reviewerId of removeReviews.all(sessionId)) reviewers.add(reviewerId);
        if (removeRuns.run(sessionId).changes > 0) changes.add('review', sessionId);
      }
      if (reviewers.size === 0) return;
      drop.run(toJson([...reviewers]));
      addAgain.run(toJson([...reviewers]));
    },
    list: (): Map<string, ReviewerTotals> => new Map(list.all().map(toTotals)),
  };
};
