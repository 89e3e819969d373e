import { contracts } from '@/lib/contracts/index.ts';
import { toObservationFilter } from '@/lib/contracts/observation-filter-query.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.observations.facets, ({ query }) =>
  getContainer().observations.facets({ filter: toObservationFilter(query), view: query.view }),
);
