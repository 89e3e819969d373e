import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.reviews.get, ({ params }) => getContainer().reviews.get(params.id));
export const DELETE = toRoute(contracts.reviews.cancel, ({ params }) => getContainer().reviews.cancel(params.id));
