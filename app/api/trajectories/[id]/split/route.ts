import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const POST = toRoute(contracts.trajectories.split, ({ params }) => getContainer().trajectories.split(params.id));
