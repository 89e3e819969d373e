import { contracts } from '@/lib/contracts/index.ts';
import { getContainer } from '@/lib/server/container.ts';
import { toRoute } from '@/lib/server/route.ts';
import { toUploadForm } from '@/lib/server/uploads.ts';

export const POST = toRoute(contracts.imports.putFiles, async ({ params, request }) => ({
  results: await getContainer().imports.putFiles(params.id, toUploadForm(request)),
}));
