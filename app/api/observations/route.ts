import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.observations.list, (input) => getContainer().observations.list(input));
export const POST = toRoute(contracts.observations.create, (input) => getContainer().observations.create(input));
