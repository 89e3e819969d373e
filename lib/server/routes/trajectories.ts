import { trajectoryEndpoints } from '../../contracts/trajectories.ts';
import { getContainer } from '../container.ts';
import { toFileRoute, toRoute, type RoutesOf } from '../route.ts';
import { importTrajectories } from '../uploads.ts';

export const trajectoryRoutes: RoutesOf<typeof trajectoryEndpoints> = {
  descriptors: toRoute(trajectoryEndpoints.descriptors, ({ query: { cursor = null, limit } }) =>
    getContainer().trajectories.descriptors({ cursor, limit }),
  ),
  list: toRoute(trajectoryEndpoints.list, ({ query: { cursor = null, limit, ...filter } }) =>
    getContainer().trajectories.list(filter, { cursor, limit }),
  ),
  create: toRoute(trajectoryEndpoints.create, ({ query, request }) => importTrajectories(getContainer(), query, request)),
  get: toRoute(trajectoryEndpoints.get, ({ params, query }) => getContainer().trajectories.get(params.id, query)),
  split: toRoute(trajectoryEndpoints.split, ({ params }) => getContainer().trajectories.split(params.id)),
  unsplit: toRoute(trajectoryEndpoints.unsplit, ({ params }) => getContainer().trajectories.unsplit(params.id)),
  export: toFileRoute(trajectoryEndpoints.export, ({ params, query }) =>
    getContainer().trajectories.export(params.id, { includeSecrets: query.include_secrets }),
  ),
};
