import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const PUT = toRoute(contracts.metrics.block, ({ params, body }) => getContainer().metrics.block(params.id, body.blocked));
