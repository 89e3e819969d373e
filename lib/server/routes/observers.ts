import { observerEndpoints } from '../../contracts/observers.ts';
import { getContainer } from '../container.ts';
import { toRoute, type RoutesOf } from '../route.ts';

export const observerRoutes: RoutesOf<typeof observerEndpoints> = {
  get: toRoute(observerEndpoints.get, () => getContainer().observers.get()),
  put: toRoute(observerEndpoints.put, ({ body }) => getContainer().observers.put(body)),
  replay: toRoute(observerEndpoints.replay, () => getContainer().observers.replay()),
  startTrial: toRoute(observerEndpoints.startTrial, ({ body }) => getContainer().observers.startTrial(body.config)),
  getTrial: toRoute(observerEndpoints.getTrial, ({ params }) => getContainer().observers.getTrial(params.id)),
  cancelTrial: toRoute(observerEndpoints.cancelTrial, ({ params }) => getContainer().observers.cancelTrial(params.id)),
};
