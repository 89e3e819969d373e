import { summaryEndpoints } from '../../contracts/summaries.ts';
import { getContainer } from '../container.ts';
import { toLinesRoute, toRoute, type RoutesOf } from '../route.ts';

export const summaryRoutes: RoutesOf<typeof summaryEndpoints> = {
  list: toRoute(summaryEndpoints.list, ({ query: { cursor = null, limit, sort, ...asked } }) =>
    getContainer().summaries.list(asked, { cursor, limit, leastSureFirst: sort === 'confidence' }),
  ),
  analytics: toRoute(summaryEndpoints.analytics, ({ query }) => getContainer().summaries.analytics(query)),
  groups: toRoute(summaryEndpoints.groups, async ({ query: { by, ...asked } }) => ({
    groups: await getContainer().summaries.groups(asked, by),
  })),
  costs: toRoute(summaryEndpoints.costs, async ({ query }) => ({ costs: await getContainer().summaries.costs(query) })),
  settings: toRoute(summaryEndpoints.settings, () => getContainer().summaries.settings()),
  export: toLinesRoute(summaryEndpoints.export, ({ query }) => getContainer().summaries.export(query)),
  versions: toRoute(summaryEndpoints.versions, async ({ query }) => ({
    versions: await getContainer().summaries.versions(query),
  })),
  regenerate: toRoute(summaryEndpoints.regenerate, ({ body, request }) => getContainer().summaries.regenerate(body, request.signal)),
};
