import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const POST = toRoute(contracts.reviews.preview, ({ body }) => getContainer().reviews.preview(body));
