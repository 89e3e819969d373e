import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const PUT = toRoute(contracts.sessions.saveView, ({ params, body }) => getContainer().sessions.saveView(params.id, body));
export const DELETE = toRoute(contracts.sessions.deleteView, ({ params }) => getContainer().sessions.deleteView(params.id));
