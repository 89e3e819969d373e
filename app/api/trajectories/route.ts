import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.trajectories.list, ({ query: { cursor = null, limit, ...filter } }) =>
  getContainer().trajectories.list(filter, { cursor, limit }),
);
