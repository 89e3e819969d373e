import { assessmentRoutes } from './assessments.ts';
import { dataRoutes } from './data.ts';
import { deliveryRoutes } from './deliveries.ts';
import { experimentRoutes } from './experiments.ts';
import { importRoutes } from './imports.ts';
import { metricsRoutes } from './metrics.ts';
import { observationRoutes } from './observations.ts';
import { observerRoutes } from './observers.ts';
import { retrievalRoutes } from './retrieval.ts';
import { reviewRoutes } from './reviews.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './sessions.ts';
import { snapshotRoutes } from './snapshots.ts';
import { summaryRoutes } from './summaries.ts';
import { systemRoutes } from './system.ts';
import { trajectoryRoutes } from './trajectories.ts';
import type { contracts } from '../../contracts/index.ts';
import type { RoutesOf } from '../route.ts';

type Contracts = typeof contracts;

/** Route of each endpoint in the table. */
export const routes: { [Subject in keyof Contracts]: RoutesOf<Contracts[Subject]> } = {
  sessions: sessionRoutes,
  assessments: assessmentRoutes,
  observers: observerRoutes,
  observations: observationRoutes,
  deliveries: deliveryRoutes,
  imports: importRoutes,
  search: searchRoutes,
  retrieval: retrievalRoutes,
  metrics: metricsRoutes,
  experiments: experimentRoutes,
  trajectories: trajectoryRoutes,
  snapshots: snapshotRoutes,
  summaries: summaryRoutes,
  reviews: reviewRoutes,
  data: dataRoutes,
  system: systemRoutes,
};
