import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toFileRoute } from '@/lib/server/route.ts';

export const GET = toFileRoute(contracts.trajectories.export, ({ params, query }) =>
  getContainer().trajectories.export(params.id, { includeSecrets: query.include_secrets }),
);
