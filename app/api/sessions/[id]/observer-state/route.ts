import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.assessments.exportState, ({ params, query }) =>
  getContainer().assessments.exportState(params.id, query.at),
);

export const PUT = toRoute(contracts.assessments.restoreState, ({ params, body }) =>
  getContainer().assessments.restoreState(params.id, body),
);
