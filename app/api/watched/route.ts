import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.imports.listWatched, () => Promise.resolve({ watched: getContainer().watch.list() }));
export const PUT = toRoute(contracts.imports.putWatched, ({ body }) =>
  getContainer().watch.add(body.path, { isConfirmed: body.confirmed }),
);
export const DELETE = toRoute(contracts.imports.deleteWatched, ({ query }) => getContainer().watch.remove(query.path));
