import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toImageRoute } from '@/lib/server/route.ts';

export const GET = toImageRoute(contracts.sessions.image, ({ params }) =>
  getContainer().sessions.image(params.id, params.recordId, params.number),
);
