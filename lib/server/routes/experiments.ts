import { experimentEndpoints } from '../../contracts/experiments.ts';
import { getContainer } from '../container.ts';
import { toRoute, type RoutesOf } from '../route.ts';

export const experimentRoutes: RoutesOf<typeof experimentEndpoints> = {
  list: toRoute(experimentEndpoints.list, ({ query }) => getContainer().experiments.list(query)),
  create: toRoute(experimentEndpoints.create, ({ body }) => getContainer().experiments.create(body)),
  get: toRoute(experimentEndpoints.get, ({ params }) => getContainer().experiments.get(params.id)),
  update: toRoute(experimentEndpoints.update, ({ params, body }) => getContainer().experiments.update(params.id, body)),
  transition: toRoute(experimentEndpoints.transition, ({ params }) => getContainer().experiments.transition(params.id, params.action)),
  remove: toRoute(experimentEndpoints.remove, ({ params }) => getContainer().experiments.remove(params.id)),
};
