import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.sessions.list, ({ query: { sort, order, cursor = null, limit, ...filter } }) =>
  getContainer().sessions.list({ filter, sort, descending: order === 'desc', cursor, limit }),
);
