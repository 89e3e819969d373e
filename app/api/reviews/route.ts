import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.reviews.list, ({ query: { cursor = null, limit, ...filter } }) =>
  getContainer().reviews.list(filter, { cursor, limit }),
);
export const POST = toRoute(contracts.reviews.start, ({ body }) => getContainer().reviews.start(body, 'page'));
