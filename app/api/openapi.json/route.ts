import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { computeOpenApi } from '@/lib/server/openapi.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.system.openapi, async () => computeOpenApi(getContainer().version));
