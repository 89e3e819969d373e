import path from 'node:path';
import { toDatabasePath } from '../../db/data-folder.ts';
import { restoreDatabase } from '../../db/restore-database.ts';
import { printCounted } from '../../lib/print/number.ts';
import { processVariables } from '../../lib/server/env.ts';
import { toFileStamp } from '../../lib/services/data/archive-service.ts';
import { migrationsFolder, withArchive } from '../open-archive.ts';

/** `data restore FILE`: puts a backup in the place of the archive, which is kept beside it. */
export const restoreArchive = async (file: string): Promise<number> => {
  const databaseFile = toDatabasePath(processVariables());
  const asideFile = `${databaseFile}.before-restore-${toFileStamp(Date.now())}`;
  const hadOne = await restoreDatabase({ backup: path.resolve(file), databaseFile, migrationsFolder, asideFile });
  const { counts } = await withArchive(({ store }) => store.describeArchive());
  process.stdout.write(`${databaseFile} is restored from ${file}: ${printCounted(counts.sessions, 'session')}.\n`);
  if (hadOne) process.stdout.write(`What was there before is kept in ${asideFile}.\n`);
  return 0;
};
