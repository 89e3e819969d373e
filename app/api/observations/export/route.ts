import { contracts } from '@/lib/contracts/index.ts';
import { toObservationFilter } from '@/lib/contracts/observation-filter-query.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toLinesRoute } from '@/lib/server/route.ts';

export const GET = toLinesRoute(contracts.observations.export, ({ query }) =>
  getContainer().observations.export(toObservationFilter(query), { includeSecrets: query.include_secrets }),
);
