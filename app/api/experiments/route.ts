import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.experiments.list, ({ query }) => getContainer().experiments.list(query));
export const POST = toRoute(contracts.experiments.create, ({ body }) => getContainer().experiments.create(body));
