import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toLinesRoute } from '@/lib/server/route.ts';

export const GET = toLinesRoute(contracts.summaries.export, ({ query }) => getContainer().summaries.export(query));
