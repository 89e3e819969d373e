import { snapshotEndpoints } from '../../contracts/snapshots.ts';
import { getContainer } from '../container.ts';
import { toRoute, type RoutesOf } from '../route.ts';

export const snapshotRoutes: RoutesOf<typeof snapshotEndpoints> = {
  children: toRoute(snapshotEndpoints.children, ({ params, query }) =>
    getContainer().snapshots.children(params.id, params.position, query),
  ),
  value: toRoute(snapshotEndpoints.value, ({ params, query }) => getContainer().snapshots.value(params.id, params.position, query)),
  search: toRoute(snapshotEndpoints.search, ({ params, query }) => getContainer().snapshots.search(params.id, params.position, query)),
  diff: toRoute(snapshotEndpoints.diff, ({ params, query }) => getContainer().snapshots.diff(params.id, query)),
};
