import type { Review, ReviewExchange } from '../domain/review.ts';
import { buildReported } from './make-observed.ts';
import type { Holder, NewReviewRun, ReviewRunEnd, ReviewStore, StoredAnswer } from './review-store.ts';

/** A run that is asked for, for tests. */
export const buildRun = (over: Partial<NewReviewRun> & { id: string }): NewReviewRun => ({
  sessionId: 's',
  event: 'response:complete',
  source: 'hook',
  isDry: false,
  dedupeKey: null,
  input: '{}',
  createdAtMs: 1,
  ...over,
});

/** Queues a run and claims it at 10, for tests. */
export const holdRun = async (
  store: Pick<ReviewStore, 'putReviewRun' | 'claimReviewRun'>,
  over: Parameters<typeof buildRun>[0],
  untilMs = 1_000,
): Promise<Holder> => {
  await store.putReviewRun(buildRun(over));
  const owner = `${over.id}'s`;
  const claimed = await store.claimReviewRun(owner, 10, untilMs, over.id);
  if (!claimed) throw new Error(`The run ${over.id} could not be claimed.`);
  return { runId: over.id, owner };
};

/** A review of `team/NAME`, for tests. */
export const buildReview = (name: string, over: Partial<Review> = {}): Review => ({
  reviewerId: `team/${name}`,
  reviewer: name,
  bundle: 'team',
  outcome: 'reviewed',
  reason: 'Files changed.',
  model: 'local',
  calls: 1,
  inputTokens: 100,
  outputTokens: 10,
  costUsd: 0.25,
  interruptedUsd: null,
  startedAtMs: 10,
  endedAtMs: 20,
  found: 0,
  foundAgain: 0,
  resolved: 0,
  leftOut: null,
  problem: null,
  ...over,
});

export const buildExchange = (over: Partial<ReviewExchange> = {}): ReviewExchange => ({
  instructions: 'Look at the code.',
  prompt: 'Code',
  answer: '{"observations":[]}',
  findings: [],
  resolved: [],
  ...over,
});

export const buildAnswer = (name: string, over: Partial<Review> = {}): StoredAnswer => ({
  review: buildReview(name, over),
  exchange: buildExchange(),
  states: '{"files":[]}',
});

/** The end of a run over the session `s`, of which `team/a` found `findings` things. */
export const buildRunEnd = (run: string, findings: number): ReviewRunEnd => ({
  state: 'done',
  problem: null,
  reviews: [{ ...buildReview('a'), exchange: buildExchange(), states: JSON.stringify([run]) }],
  reported: Array.from({ length: findings }, (_, at) => buildReported({ sessionId: 's', observer: 'team/a', content: `${at} in ${run}` })),
  resolved: [],
  atMs: 50,
});
