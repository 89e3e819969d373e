import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.imports.get, ({ params }) => getContainer().imports.get(params.id));
export const DELETE = toRoute(contracts.imports.cancel, ({ params }) => getContainer().imports.cancel(params.id));
