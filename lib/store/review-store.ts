import type { ReportedObservation } from '../observations/detection.ts';
import type { Page } from '../domain/page.ts';
import type { Review, ReviewExchange, ReviewerTotals, ReviewRun, ReviewRunState, ReviewSource } from '../domain/review.ts';

/** A run that is asked for. `input` is JSON: what the run is about beside the session; it holds no secrets. */
export type NewReviewRun = {
  id: string;
  sessionId: string;
  event: string;
  source: ReviewSource;
  isDry: boolean;
  /** At most one run of a session with the same key waits without having begun: a newer `input` replaces the older one. */
  dedupeKey: string | null;
  input: string;
  createdAtMs: number;
};

/** How often a run is begun whose process dies each time. */
export const maxReviewAttempts = 3;

/** Why a run failed whose process died each time; `names`: reviewers without an answer. */
export const describeGivenUp = (names: readonly string[] = []): string =>
  [
    `Gave up after ${maxReviewAttempts} attempts: each time, the program stopped before the run was done.`,
    ...(names.length === 0 ? [] : [`Not reviewed: ${names.join(', ')}.`]),
    'Start a new run.',
  ].join(' ');

/** A run that a process has to itself until its lease ends, and what earlier attempts have done of it. */
export type ClaimedReviewRun = {
  id: string;
  sessionId: string;
  event: string;
  source: ReviewSource;
  isDry: boolean;
  input: string;
  attempts: number;
  /** All attempts failed: nobody is asked any more, and what was answered is stored. */
  givesUp: boolean;
  createdAtMs: number;
  /** Reviewers with an answer: they are not asked again. */
  answered: { reviewerId: string; answer: StoredAnswer }[];
  /** The other reviews, as they were left. */
  unanswered: Review[];
};

/** Read from the answer of a model, so that it survives until the whole run is stored. */
export type StoredAnswer = { review: Review; exchange: ReviewExchange; states: string };

/** Who holds a run. `owner` is a name that no other claim has. */
export type Holder = { runId: string; owner: string };

/** Last look of a reviewer at a session: `states` (JSON) holds the data needed to say what changed since. */
export type ReviewedState = { reviewerId: string; states: string; endedAtMs: number };

/** The end of a run, with all observations that come of it. `resolved`: those that their own reviewer calls fixed. */
export type ReviewRunEnd = {
  state: Extract<ReviewRunState, 'done' | 'failed' | 'canceled'>;
  problem: string | null;
  reviews: readonly (Review & { exchange: ReviewExchange | null; states: string | null })[];
  reported: readonly ReportedObservation[];
  resolved: readonly { observationId: string; by: string; note: string }[];
  atMs: number;
};

export type ReviewFilter = { sessionId?: string | undefined; reviewerId?: string | undefined; state?: ReviewRunState | undefined };

export interface ReviewStore {
  /** Queues a run. One of a `command` or an `agent` is first claimed by its id alone: whoever asked carries it out. `isNew` false: one with its key waits already, whose id is answered. Fails with `not_found` without the session. */
  putReviewRun(run: NewReviewRun): Promise<{ id: string; isNew: boolean }>;
  /**
   * The run `id`, or the oldest that waits; null: none. It is the caller's until `untilMs`. Only one run of a session is running at a
   * time. Runs whose lease has ended are first taken from their holders: they wait again. After 3 attempts, a run is claimed once more,
   * only to store what was answered; if that does not end it either, it fails.
   */
  claimReviewRun(owner: string, nowMs: number, untilMs: number, id?: string): Promise<ClaimedReviewRun | null>;
  /** Makes a lease longer. `canceled`: somebody canceled the run; `lost`: it is another's now, or over. */
  extendReviewRun(holder: Holder, untilMs: number): Promise<'held' | 'canceled' | 'lost'>;
  /** Gives a run back, to be claimed by the next one, without counting the attempt: the process ends. A canceled one is over. */
  releaseReviewRun(holder: Holder, nowMs: number): Promise<void>;
  /** Replaces what is shown of a reviewer while its run goes on; false: the run is not the holder's. */
  putReview(holder: Holder, position: number, review: Review): Promise<boolean>;
  /**
   * Reserves the possible cost of a review: `over_budget` where this and all that was spent and reserved since `sinceMs` exceed `budgetUsd`
   * (null: no limit). A reservation counts until the review has an answer, or its run ends; where the cost of requests is not known, it
   * counts all day. For requests that were under way when a run was taken or given back, it becomes `interruptedUsd` of the review. Fails
   * with `not_found` before the first `putReview` of the reviewer.
   */
  reserveReview(
    holder: Holder,
    reviewerId: string,
    reservation: { usd: number; budgetUsd: number | null; sinceMs: number },
  ): Promise<'reserved' | 'over_budget' | 'lost'>;
  /** Keeps an answer of a model; false: the run is not the holder's. */
  putReviewAnswer(holder: Holder, position: number, answer: StoredAnswer): Promise<boolean>;
  /**
   * Ends a run and stores all of its observations and resolutions, in one transaction; null: the run is not the holder's, and nothing is
   * stored. `reviews` replace those that were put; a run that failed without any keeps what was put of it. Resolves only what its own
   * reviewer reported, is not resolved yet, and is not among `reported`. Numbers of findings, and the observations of those in `exchange`, follow from what is stored; those of a rehearsal stay
   * as they are given, and it stores no observations.
   */
  endReviewRun(holder: Holder, end: ReviewRunEnd): Promise<ReviewRun | null>;
  /** Cancels a run that waits or runs; others stay as they are. Null: there is none. */
  cancelReviewRun(id: string, nowMs: number): Promise<ReviewRun | null>;
  /** Newest first. At least the newest 10,000 are kept, those of the last two days, and the last one in which each reviewer was asked. */
  listReviewRuns(filter: ReviewFilter, page: { cursor: string | null; limit: number }): Promise<Page<ReviewRun>>;
  findReviewRun(id: string): Promise<ReviewRun | null>;
  /** Input and answer of a reviewer in a run; null: it was not asked, or is not one of the newest 2,000. */
  readReviewExchange(runId: string, reviewerId: string): Promise<ReviewExchange | null>;
  /** Last successful look of each reviewer at a session. Dry runs don't count. */
  listReviewedStates(sessionId: string): Promise<ReviewedState[]>;
  /** By reviewer, over runs that are over, also those that are no longer kept. Findings of rehearsals don't count. */
  listReviewerTotals(): Promise<Map<string, ReviewerTotals>>;
  /** Cost of reviewers since then. `unpriced`: reviews whose cost is not known, or is known for only some of their requests. */
  sumReviewCosts(sinceMs: number): Promise<{ usd: number; unpriced: number }>;
  /** When the next run may be claimed: a time in the past where one waits, the end of a lease where one runs; null: none. */
  nextReviewRunMs(): Promise<number | null>;
}
