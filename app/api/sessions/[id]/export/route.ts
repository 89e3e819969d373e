import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toFileRoute } from '@/lib/server/route.ts';

export const GET = toFileRoute(contracts.sessions.export, ({ params, query }) =>
  getContainer().exports.export(params.id, { format: query.format, includeSecrets: query.include_secrets }),
);
