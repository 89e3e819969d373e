import { contracts } from '@/lib/contracts/index.ts';
import { toObservationList } from '@/lib/contracts/observation-filter-query.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.observations.list, ({ query }) => getContainer().observations.list(toObservationList(query)));
export const POST = toRoute(contracts.observations.create, ({ body }) => getContainer().observations.create(body));
