import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.summaries.list, ({ query: { cursor = null, limit, sort, ...asked } }) =>
  getContainer().summaries.list(asked, { cursor, limit, leastSureFirst: sort === 'confidence' }),
);
export const POST = toRoute(contracts.summaries.regenerate, ({ body, request }) =>
  getContainer().summaries.regenerate(body, request.signal),
);
