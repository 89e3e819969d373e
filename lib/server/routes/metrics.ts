import { metricsEndpoints } from '../../contracts/metrics.ts';
import { getContainer } from '../container.ts';
import { toRoute, type RoutesOf } from '../route.ts';

export const metricsRoutes: RoutesOf<typeof metricsEndpoints> = {
  putOutcome: toRoute(metricsEndpoints.putOutcome, ({ body }) => getContainer().metrics.putOutcome(body)),
  report: toRoute(metricsEndpoints.report, ({ query: { since } }) => getContainer().metrics.report(since)),
  cohorts: toRoute(metricsEndpoints.cohorts, ({ query }) => getContainer().cohorts.compare(query)),
  values: toRoute(metricsEndpoints.values, ({ query: { split } }) => getContainer().cohorts.listValues(split)),
  turns: toRoute(metricsEndpoints.turns, ({ query }) => getContainer().cohorts.listTurns(query)),
  credits: toRoute(metricsEndpoints.credits, ({ query: { cursor = null, limit } }) => getContainer().metrics.credits({ cursor, limit })),
  block: toRoute(metricsEndpoints.block, ({ params, body }) => getContainer().metrics.block(params.id, body.blocked)),
};
