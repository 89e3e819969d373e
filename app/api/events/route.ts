import { contracts } from '@/lib/contracts/index.ts';
import { toSubscription } from '@/lib/server/changes.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toEventRoute } from '@/lib/server/route.ts';

export const GET = toEventRoute(contracts.system.events, ({ query, request }) =>
  getContainer().changes.open(toSubscription(query, request)),
);
