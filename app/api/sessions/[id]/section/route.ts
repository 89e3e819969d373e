import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toMarkdownRoute } from '@/lib/server/route.ts';

export const GET = toMarkdownRoute(contracts.assessments.section, ({ params, query }) =>
  getContainer().assessments.section(params.id, query.at),
);
