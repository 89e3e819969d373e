import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toMarkdownRoute } from '@/lib/server/route.ts';

export const GET = toMarkdownRoute(contracts.observations.section, ({ params }) => getContainer().observations.section(params.id));
