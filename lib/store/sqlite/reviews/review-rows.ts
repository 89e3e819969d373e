import { reviewRuns, reviews } from '../../../../db/schema.ts';
import { reviewExchange, type Review, type ReviewExchange, type ReviewRun } from '../../../domain/review.ts';
import { compress, decompressText } from '../../compress.ts';
import { parseJson, toJson } from '../json.ts';
import { columnsOf } from '../statements.ts';

/** Columns of reviews that are not shown with them, but for their key. */
export const hiddenColumns = ['reservedUsd', 'findings', 'states', 'exchange'] as const;

/** A review `v`, as it is shown. */
export const shownReview = columnsOf(reviews, 'v', ['sessionId', 'run', 'position', 'dry', ...hiddenColumns]);

/** A run `r` of a session `s`. */
export const listedRun = `${columnsOf(reviewRuns, 'r', ['dedupeKey', 'input', 'owner', 'leaseUntilMs', 'canceled'])},
  s.title AS sessionTitle, s.project, s.synthetic`;

export type ListedRun = Pick<
  typeof reviewRuns.$inferSelect,
  | 'number'
  | 'id'
  | 'sessionId'
  | 'event'
  | 'source'
  | 'dry'
  | 'state'
  | 'attempts'
  | 'createdAtMs'
  | 'startedAtMs'
  | 'endedAtMs'
  | 'problem'
> & { sessionTitle: string | null; project: string | null; synthetic: number };

export const toRun = ({ number: _, dry, synthetic, ...run }: ListedRun, reviewsOfRun: Review[]): ReviewRun => ({
  ...run,
  isDry: dry === 1,
  synthetic: synthetic === 1,
  reviews: reviewsOfRun,
});

export type StoredExchange = { findings: string; exchange: Buffer };

export const toStoredExchange = async ({ findings, resolved, ...exchange }: ReviewExchange): Promise<StoredExchange> => ({
  findings: toJson({ findings, resolved }),
  exchange: await compress(Buffer.from(toJson(exchange))),
});

const outcome = reviewExchange.pick({ findings: true, resolved: true });
const sent = reviewExchange.omit({ findings: true, resolved: true });

export const toExchange = (stored: StoredExchange): ReviewExchange => ({
  ...parseJson(sent, decompressText(stored.exchange)),
  ...parseJson(outcome, stored.findings),
});
