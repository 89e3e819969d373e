import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.sessions.neighbors, ({ params, query: { sort, order, ...filter } }) =>
  getContainer().sessions.neighbors(params.id, { filter, sort, descending: order === 'desc' }),
);
