import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.retrieval.list, ({ query: { session, cursor = null, limit } }) =>
  getContainer().retrieval.list({ session, cursor, limit }),
);
