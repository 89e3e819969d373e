import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';
import { toUpload } from '@/lib/server/uploads.ts';

export const POST = toRoute(contracts.imports.putFile, ({ params, query, request }) =>
  getContainer().imports.putFile(params.id, toUpload(query.path, request)),
);
