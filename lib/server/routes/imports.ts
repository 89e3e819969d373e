import { importEndpoints } from '../../contracts/imports.ts';
import { getContainer } from '../container.ts';
import { toRoute, type RoutesOf } from '../route.ts';
import { openImport, toUpload, toUploadForm } from '../uploads.ts';

export const importRoutes: RoutesOf<typeof importEndpoints> = {
  list: toRoute(importEndpoints.list, ({ query }) => getContainer().imports.list({ cursor: query.cursor ?? null, limit: query.limit })),
  create: toRoute(importEndpoints.create, ({ query, request }) => openImport(getContainer().imports, query, request)),
  get: toRoute(importEndpoints.get, ({ params }) => getContainer().imports.get(params.id)),
  putUnsent: toRoute(importEndpoints.putUnsent, ({ params, body }) => getContainer().imports.putUnsent(params.id, body.files)),
  cancel: toRoute(importEndpoints.cancel, ({ params }) => getContainer().imports.cancel(params.id)),
  putFile: toRoute(importEndpoints.putFile, ({ params, query, request }) =>
    getContainer().imports.putFile(params.id, toUpload(query.path, request)),
  ),
  putFiles: toRoute(importEndpoints.putFiles, async ({ params, request }) => ({
    results: await getContainer().imports.putFiles(params.id, toUploadForm(request)),
  })),
  finish: toRoute(importEndpoints.finish, async ({ params, query }) => {
    const finished = await getContainer().imports.finish(params.id);
    return query.results === 'none' ? { ...finished, results: [] } : finished;
  }),
  issueLine: toRoute(importEndpoints.issueLine, ({ params }) => getContainer().imports.getIssueLine(params.id, params.line)),
  getUpgrade: toRoute(importEndpoints.getUpgrade, async () => ({ upgrade: await getContainer().imports.findUpgrade() })),
  listWatched: toRoute(importEndpoints.listWatched, () => Promise.resolve({ watched: getContainer().watch.list() })),
  findAgentFolders: toRoute(importEndpoints.findAgentFolders, async () => ({ found: await getContainer().watch.find() })),
  previewWatched: toRoute(importEndpoints.previewWatched, ({ query }) => getContainer().watch.preview(query.path)),
  putWatched: toRoute(importEndpoints.putWatched, ({ body }) => getContainer().watch.add(body.path, { isConfirmed: body.confirmed })),
  deleteWatched: toRoute(importEndpoints.deleteWatched, ({ query }) => getContainer().watch.remove(query.path)),
};
