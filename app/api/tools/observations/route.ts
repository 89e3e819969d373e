import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toToolRoute } from '@/lib/server/route.ts';

export const POST = toToolRoute(contracts.observations.tool, ({ body }) => getContainer().observations.tool(body));
