import { searchEndpoints } from '../../contracts/search.ts';
import { getContainer } from '../container.ts';
import { toRoute, type RoutesOf } from '../route.ts';

export const searchRoutes: RoutesOf<typeof searchEndpoints> = {
  search: toRoute(searchEndpoints.search, ({ query: { q: query, cursor = null, limit } }) =>
    getContainer().search.search({ query, cursor, limit }),
  ),
  sessions: toRoute(searchEndpoints.sessions, ({ query: { q: query, cursor = null, limit } }) =>
    getContainer().search.searchSessions({ query, cursor, limit }),
  ),
  facets: toRoute(searchEndpoints.facets, ({ query }) => getContainer().search.facets(query.q)),
  values: toRoute(searchEndpoints.values, ({ query }) => getContainer().search.values(query)),
  listSaved: toRoute(searchEndpoints.listSaved, () => getContainer().search.listSaved()),
  save: toRoute(searchEndpoints.save, ({ params, body }) => getContainer().search.save(params.id, body)),
  deleteSaved: toRoute(searchEndpoints.deleteSaved, ({ params }) => getContainer().search.deleteSaved(params.id)),
};
