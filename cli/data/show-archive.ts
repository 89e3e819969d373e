import { listArchiveBytes, listArchiveCounts } from '../../lib/print/archive.ts';
import { withArchive } from '../open-archive.ts';
import { printJson, printLine } from '../print.ts';

/** `data`: the file of the archive, what it holds, and what that takes. */
export const showArchive = (json: boolean): Promise<number> =>
  withArchive(async ({ store, databaseFile }) => {
    const facts = await store.describeArchive();
    const toLine = ([name, value]: [string, string]) => `${name.padEnd(16)} ${value.padStart(12)}`;
    if (json) printJson({ path: databaseFile, ...facts });
    else printLine([databaseFile, '', ...listArchiveCounts(facts).map(toLine), '', ...listArchiveBytes(facts).map(toLine)].join('\n'));
    return 0;
  });
