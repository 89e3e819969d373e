import { systemEndpoints } from '../../contracts/system.ts';
import { toSubscription } from '../changes.ts';
import { getContainer } from '../container.ts';
import { computeOpenApi } from '../openapi.ts';
import { toEventRoute, toRoute, type RoutesOf } from '../route.ts';

export const systemRoutes: RoutesOf<typeof systemEndpoints> = {
  health: toRoute(systemEndpoints.health, async () => {
    const { store, version } = getContainer();
    const about = { version, engine: 'sqlite' };
    if (await store.isDamaged()) return { ...about, status: 'damaged' as const, sessions: null };
    const { total } = await store.sessionFacets();
    return { ...about, status: 'ok' as const, sessions: total };
  }),
  openapi: toRoute(systemEndpoints.openapi, async () => computeOpenApi(getContainer().version)),
  events: toEventRoute(systemEndpoints.events, ({ query, request }) => getContainer().changes.open(toSubscription(query, request))),
};
