import { retrievalEndpoints } from '../../contracts/retrieval.ts';
import { getContainer } from '../container.ts';
import { toRedactedRoute, toRoute, type RoutesOf } from '../route.ts';

export const retrievalRoutes: RoutesOf<typeof retrievalEndpoints> = {
  retrieve: toRedactedRoute(retrievalEndpoints.retrieve, ({ body }) => getContainer().retrieval.retrieve(body)),
  settings: toRoute(retrievalEndpoints.settings, () => getContainer().retrieval.settings()),
  list: toRoute(retrievalEndpoints.list, ({ query: { session, cursor = null, limit } }) =>
    getContainer().retrieval.list({ session, cursor, limit }),
  ),
};
