import { dataEndpoints } from '../../contracts/data.ts';
import { getContainer } from '../container.ts';
import { toFileRoute, toRoute, type RoutesOf } from '../route.ts';

export const dataRoutes: RoutesOf<typeof dataEndpoints> = {
  describe: toRoute(dataEndpoints.describe, () => getContainer().archive.describe()),
  task: toRoute(dataEndpoints.task, async () => ({ task: getContainer().archive.task() })),
  backup: toRoute(dataEndpoints.backup, async ({ body }) => getContainer().archive.backup(body.file)),
  startDownload: toRoute(dataEndpoints.startDownload, async () => getContainer().archive.startDownload()),
  download: toFileRoute(dataEndpoints.download, () => getContainer().archive.takeDownload()),
  compact: toRoute(dataEndpoints.compact, async () => getContainer().archive.compact()),
  allowDeleted: toRoute(dataEndpoints.allowDeleted, ({ body }) => getContainer().archive.allowAgain(body.path)),
  previewDeletion: toRoute(dataEndpoints.previewDeletion, ({ query }) => getContainer().data.preview(query)),
  delete: toRoute(dataEndpoints.delete, ({ query }) => getContainer().data.remove(query)),
};
