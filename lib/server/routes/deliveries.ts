import { deliveryEndpoints } from '../../contracts/deliveries.ts';
import { getContainer } from '../container.ts';
import { toRoute, type RoutesOf } from '../route.ts';

export const deliveryRoutes: RoutesOf<typeof deliveryEndpoints> = {
  list: toRoute(deliveryEndpoints.list, ({ query: { state = null, cursor = null, limit } }) =>
    getContainer().deliveries.list({ state, cursor, limit }),
  ),
  retry: toRoute(deliveryEndpoints.retry, ({ params }) => getContainer().deliveries.retry(params.id)),
  retryAll: toRoute(deliveryEndpoints.retryAll, ({ body }) => getContainer().deliveries.retryAll(body.sink)),
};
