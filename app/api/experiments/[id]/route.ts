import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.experiments.get, ({ params }) => getContainer().experiments.get(params.id));
export const PUT = toRoute(contracts.experiments.update, ({ params, body }) => getContainer().experiments.update(params.id, body));
export const DELETE = toRoute(contracts.experiments.remove, ({ params }) => getContainer().experiments.remove(params.id));
