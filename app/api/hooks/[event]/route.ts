import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const POST = toRoute(contracts.reviews.hook, ({ params, body, request }) =>
  getContainer().answerEvent(params.event, body, request.signal),
);
