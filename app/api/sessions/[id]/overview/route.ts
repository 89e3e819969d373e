import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.sessions.overview, ({ params, query: { ticks: maxTicks, ...calls } }) =>
  getContainer().sessions.overview(params.id, { ...calls, maxTicks }),
);
