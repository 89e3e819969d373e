import path from 'node:path';
import { toDatabasePath } from '../../db/data-folder.ts';
import { restoreDatabase } from '../../db/restore-database.ts';
import { printSessionCount } from '../../lib/print/session-count.ts';
import { processVariables } from '../../lib/server/env.ts';
import { toFileStamp } from '../../lib/services/data/archive-service.ts';
import { migrationsFolder, withArchive } from '../open-archive.ts';
import { printJson, printLine } from '../print.ts';

/** `data restore FILE`: puts a backup in the place of the archive, which is kept beside it. */
export const restoreArchive = async (file: string, json: boolean): Promise<number> => {
  const backup = path.resolve(file);
  const databaseFile = toDatabasePath(processVariables());
  const asideFile = `${databaseFile}.before-restore-${toFileStamp(Date.now())}`;
  const hadOne = await restoreDatabase({ backup, databaseFile, migrationsFolder, asideFile });
  const { counts } = await withArchive(({ store }) => store.describeArchive());
  if (json) printJson({ path: databaseFile, restoredFrom: backup, keptIn: hadOne ? asideFile : null, counts });
  else {
    printLine(`${databaseFile} is restored from ${file}: ${printSessionCount(counts)}.`);
    if (hadOne) printLine(`What was there before is kept in ${asideFile}.`);
  }
  return 0;
};
