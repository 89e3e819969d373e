import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const PUT = toRoute(contracts.observations.saveView, ({ params, body }) => getContainer().observations.saveView(params.id, body));
export const DELETE = toRoute(contracts.observations.deleteView, ({ params }) => getContainer().observations.deleteView(params.id));
