import { assessmentEndpoints } from './assessments.ts';
import { dataEndpoints } from './data.ts';
import { deliveryEndpoints } from './deliveries.ts';
import { experimentEndpoints } from './experiments.ts';
import { importEndpoints } from './imports.ts';
import { metricsEndpoints } from './metrics.ts';
import { observationEndpoints } from './observations.ts';
import { observerEndpoints } from './observers.ts';
import { retrievalEndpoints } from './retrieval.ts';
import { reviewEndpoints } from './reviews.ts';
import { searchEndpoints } from './search.ts';
import { sessionEndpoints } from './sessions.ts';
import { snapshotEndpoints } from './snapshots.ts';
import { summaryEndpoints } from './summaries.ts';
import { systemEndpoints } from './system.ts';
import { trajectoryEndpoints } from './trajectories.ts';

/** The only table of endpoints: routes, client, OpenAPI and mocks all come from it. */
export const contracts = {
  sessions: sessionEndpoints,
  assessments: assessmentEndpoints,
  observers: observerEndpoints,
  observations: observationEndpoints,
  deliveries: deliveryEndpoints,
  imports: importEndpoints,
  search: searchEndpoints,
  retrieval: retrievalEndpoints,
  metrics: metricsEndpoints,
  experiments: experimentEndpoints,
  trajectories: trajectoryEndpoints,
  snapshots: snapshotEndpoints,
  summaries: summaryEndpoints,
  reviews: reviewEndpoints,
  data: dataEndpoints,
  system: systemEndpoints,
};

type Contracts = typeof contracts;
type AnyEndpoint = { [Subject in keyof Contracts]: Contracts[Subject][keyof Contracts[Subject]] }[keyof Contracts];

/** Every endpoint by its method and path, such as `GET /api/sessions/[id]`. */
export type Endpoints = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };

/** The method and path of an endpoint. */
export type EndpointName = keyof Endpoints;

export type { Endpoint } from './endpoint.ts';
