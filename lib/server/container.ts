import { AppError } from '../domain/errors.ts';
import type { ArchiveService } from '../services/data/archive-service.ts';
import type { DataService } from '../services/data/data-service.ts';
import type { DeliveryService } from '../services/deliveries/delivery-service.ts';
import type { ExportService } from '../services/export/export-service.ts';
import type { ExperimentService } from '../services/experiments/experiment-service.ts';
import type { FolderWatch } from '../services/imports/folder-watch.ts';
import type { ImportService } from '../services/imports/import-service.ts';
import type { CohortService } from '../services/metrics/cohort-service.ts';
import type { MetricsService } from '../services/metrics/metrics-service.ts';
import type { AssessmentService } from '../services/observe/assessment-service.ts';
import type { ObservationService } from '../services/observations/observation-service.ts';
import type { ObserversService } from '../services/observers/observers-service.ts';
import type { LiveService } from '../services/live/live-service.ts';
import type { RetrievalService } from '../services/retrieval/retrieval-service.ts';
import type { AnswerEvent } from '../services/reviews/answer-event.ts';
import type { ReviewService } from '../services/reviews/review-service.ts';
import type { SearchService } from '../services/search/search-service.ts';
import type { SessionService } from '../services/sessions.ts';
import type { SnapshotService } from '../services/trajectories/snapshot-service.ts';
import type { TrajectoryService } from '../services/trajectories/trajectory-service.ts';
import type { SummaryService } from '../services/summaries/summary-service.ts';
import type { Store } from '../store/store.ts';
import type { ChangeHub } from './changes.ts';
import type { DemoService } from './demo.ts';

/** Services of the process. */
export type Container = {
  version: string;
  store: Store;
  sessions: SessionService;
  search: SearchService;
  retrieval: RetrievalService;
  experiments: ExperimentService;
  metrics: MetricsService;
  cohorts: CohortService;
  assessments: AssessmentService;
  live: LiveService;
  observers: ObserversService;
  observations: ObservationService;
  deliveries: DeliveryService;
  reviews: ReviewService;
  answerEvent: AnswerEvent;
  summaries: SummaryService;
  imports: ImportService;
  watch: FolderWatch;
  archive: ArchiveService;
  data: DataService;
  exports: ExportService;
  snapshots: SnapshotService;
  trajectories: TrajectoryService;
  changes: ChangeHub;
  demo: DemoService;
  close(): Promise<void>;
};

const key = Symbol.for('trajectory-observatory');
// The server and the pages are separate bundles; they share the container through the global object.
const shared: typeof globalThis & { [key]?: Container } = globalThis;

/** Sets the container of the process. Call once, before the first request. */
export const setContainer = (container: Container): void => {
  shared[key] = container;
};

/** The running server's container. */
export const getContainer = (): Container => {
  const container = shared[key];
  if (!container) throw new AppError('internal', 'The server is not running: pages and the API run inside dist/server.mjs.');
  return container;
};
