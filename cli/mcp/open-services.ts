import { randomUUID } from 'node:crypto';
import { toDatabasePath } from '../../db/data-folder.ts';
import { openStore } from '../../db/open-store.ts';
import { processVariables } from '../../lib/server/env.ts';
import { makeMetricsService, type MetricsService } from '../../lib/services/metrics/metrics-service.ts';
import { makeAssessmentService, type AssessmentService } from '../../lib/services/observe/assessment-service.ts';
import { makeObservationService, type ObservationService } from '../../lib/services/observations/observation-service.ts';
import { makeRetrievalService, type RetrievalService } from '../../lib/services/retrieval/retrieval-service.ts';
import { openReviews } from '../../lib/services/reviews/open-reviews.ts';
import { makeReviewService, type ReviewService } from '../../lib/services/reviews/review-service.ts';
import type { ReviewDeps } from '../../lib/services/reviews/run-reviews.ts';
import { makeSearchService, type SearchService } from '../../lib/services/search/search-service.ts';
import { makeSummaryService, type SummaryService } from '../../lib/services/summaries/summary-service.ts';
import type { Store } from '../../lib/store/store.ts';
import { migrationsFolder } from '../open-archive.ts';
import { openConfig } from '../open-config.ts';
import { openSummarizers } from '../open-summarizers.ts';

export type Services = {
  store: Store;
  observations: ObservationService;
  assessments: AssessmentService;
  search: SearchService;
  retrieval: RetrievalService;
  metrics: MetricsService;
  summaries: SummaryService;
  reviews: ReviewService;
  reviewing: ReviewDeps;
};
export type LazyServices = { get(): Services; close(): Promise<void> };

const cacheBytes = 8 * 1024 * 1024;
/** Short, because a client is waiting. */
const waitMs = 1_000;

/** Services on the server's database, opened on first use; a failed open is retried on the next use. */
export const makeLazyServices = (): LazyServices => {
  let opened: Services | null = null;
  const open = (): Services => {
    const store = openStore(toDatabasePath(processVariables()), { migrationsFolder, cacheBytes, waitMs });
    const config = openConfig();
    const redacts = () => config.load().redact.on_import;
    const observations = makeObservationService({ store, now: Date.now, makeId: randomUUID, person: 'agent', redacts });
    const reviewing = openReviews({ store, config, variables: processVariables() });
    return {
      store,
      observations,
      assessments: makeAssessmentService({ store, loadObservers: () => config.load().set }),
      search: makeSearchService({ store, now: Date.now }),
      retrieval: makeRetrievalService({ store, now: Date.now }),
      metrics: makeMetricsService({ store, now: Date.now }),
      summaries: makeSummaryService({ store, now: Date.now, summarizers: openSummarizers(config) }),
      reviews: makeReviewService({ ...reviewing, config, makeId: randomUUID }),
      reviewing,
    };
  };
  return {
    get: () => (opened ??= open()),
    close: async () => opened?.store.close(),
  };
};
