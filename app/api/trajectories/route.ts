import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { importTrajectories } from '@/lib/server/uploads.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.trajectories.list, ({ query: { cursor = null, limit, ...filter } }) =>
  getContainer().trajectories.list(filter, { cursor, limit }),
);
export const POST = toRoute(contracts.trajectories.create, ({ query, request }) => importTrajectories(getContainer(), query, request));
