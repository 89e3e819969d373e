import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toMarkdownRoute } from '@/lib/server/route.ts';

export const GET = toMarkdownRoute(contracts.assessments.markdown, ({ params, query }) => getContainer().assessments.markdown(params.id, query.at));
