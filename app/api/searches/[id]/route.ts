import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const PUT = toRoute(contracts.search.save, ({ params, body }) => getContainer().search.save(params.id, body));
export const DELETE = toRoute(contracts.search.deleteSaved, ({ params }) => getContainer().search.deleteSaved(params.id));
