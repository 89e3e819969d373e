import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const PUT = toRoute(contracts.sessions.star, ({ params, body }) => getContainer().search.setStarred(params.id, body.starred));
