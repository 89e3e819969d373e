import type { Database } from 'better-sqlite3';
import { compress } from '../../compress.ts';
import { makeEndReviewRun } from '../../end-review-run.ts';
import type { ObservationEngine } from '../../observation-engine.ts';
import type { ReviewRunEnd, ReviewStore } from '../../review-store.ts';
import type { Changes } from '../changes.ts';
import type { Observations } from '../observations/observations.ts';
import type { Transactions } from '../transactions.ts';
import { makeHeldReviews, type EndedReview } from './held-reviews.ts';
import { makeReviewLists } from './review-lists.ts';
import { makeReviewQueue } from './review-queue.ts';
import { toStoredExchange } from './review-rows.ts';
import type { ReviewTotals } from './review-totals.ts';

type Parts = { engine: ObservationEngine; observations: Observations; totals: ReviewTotals; changes: Changes };

/** Runs of reviewers. Large values are compressed before the transaction that stores them. */
export const makeReviewSlice = (
  db: Database,
  { read, reading, writing, tryWrite }: Transactions,
  { engine, observations, totals, changes }: Parts,
): ReviewStore => {
  const queue = makeReviewQueue(db, { changes, totals });
  const reviews = makeHeldReviews(db, { queue, changes });
  const lists = makeReviewLists(db);
  const putAnswer = writing(reviews.putAnswer);
  return {
    putReviewRun: writing(queue.put),
    claimReviewRun: writing(queue.claim),
    extendReviewRun: writing(queue.extend),
    releaseReviewRun: writing(queue.release),
    putReview: writing(reviews.put),
    reserveReview: writing(reviews.reserve),
    putReviewAnswer: async (holder, position, { review, exchange, states }) =>
      putAnswer(holder, position, review, {
        ...(await toStoredExchange(exchange)),
        states: await compress(Buffer.from(states)),
      }),
    endReviewRun: makeEndReviewRun(engine, {
      findHeldRun: (holder) =>
        read(() => {
          const run = queue.findHeld(holder);
          return run && { sessionId: run.sessionId, isDry: run.dry === 1 };
        }),
      applyReviewRunEnd: async (holder, { state, problem, reviews: given, atMs }, plan) => {
        const ended = await Promise.all(given.map(toEnded));
        return tryWrite(() => {
          const run = queue.findHeld(holder);
          if (!run || !observations.apply(plan)) return null;
          if (state === 'failed' && ended.length === 0) queue.giveUp(run, state, problem, atMs);
          else {
            reviews.end(run, ended, atMs);
            queue.end(run, state, problem, atMs);
          }
          return lists.find(run.id);
        });
      },
    }),
    cancelReviewRun: writing((id, nowMs) => {
      queue.cancel(id, nowMs);
      return lists.find(id);
    }),
    listReviewRuns: reading(lists.list),
    findReviewRun: reading(lists.find),
    readReviewExchange: reading(reviews.findExchange),
    listReviewedStates: reading(lists.listStates),
    listReviewerTotals: reading(totals.list),
    sumReviewCosts: reading(reviews.sumCosts),
    nextReviewRunMs: reading(queue.next),
  };
};

const toEnded = async ({ exchange, states, ...review }: ReviewRunEnd['reviews'][number]): Promise<EndedReview> => ({
  review,
  exchange: exchange && (await toStoredExchange(exchange)),
  reviewed: review.outcome === 'reviewed' && states !== null ? { states: await compress(Buffer.from(states)) } : null,
});
