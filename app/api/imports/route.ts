import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { openImport } from '@/lib/server/uploads.ts';
import { toRoute } from '@/lib/server/route.ts';

export const GET = toRoute(contracts.imports.list, ({ query }) =>
  getContainer().imports.list({ cursor: query.cursor ?? null, limit: query.limit }),
);
export const POST = toRoute(contracts.imports.create, ({ query, request }) => openImport(getContainer().imports, query, request));
