import { listArchiveBytes, listArchiveCounts } from '../../lib/print/archive.ts';
import { withArchive } from '../open-archive.ts';

/** `data`: the file of the archive, what it holds, and what that takes. */
export const showArchive = (json: boolean): Promise<number> =>
  withArchive(async ({ store, databaseFile }) => {
    const facts = await store.describeArchive();
    const toLine = ([name, value]: [string, string]) => `${name.padEnd(16)} ${value.padStart(12)}\n`;
    process.stdout.write(
      json
        ? `${JSON.stringify({ path: databaseFile, ...facts }, null, 2)}\n`
        : `${databaseFile}\n\n${listArchiveCounts(facts).map(toLine).join('')}\n${listArchiveBytes(facts).map(toLine).join('')}`,
    );
    return 0;
  });
