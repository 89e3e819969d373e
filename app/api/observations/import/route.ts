import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';
import { toBody } from '@/lib/server/uploads.ts';

export const POST = toRoute(contracts.observations.import, ({ query, request }) =>
  getContainer().observations.import({ session: query.session ?? null, lines: toBody(request) }),
);
