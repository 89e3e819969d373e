import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.sessions.records, ({ params, query: { from = 0, around, limit } }) =>
  getContainer().sessions.records(params.id, around === undefined ? { from, limit } : { around, limit }),
);
