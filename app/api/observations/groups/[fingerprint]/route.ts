import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.observations.group, ({ params: { fingerprint }, query }) =>
  getContainer().observations.group({ fingerprint, zoneMinutes: query.zone }),
);
