import { createInterface } from 'node:readline/promises';
import { toDeletionTarget, type DeletionCounts } from '../../lib/domain/deletion.ts';
import { AppError } from '../../lib/domain/errors.ts';
import { printDeletion } from '../../lib/print/deletion.ts';
import { makeDataService } from '../../lib/services/data/data-service.ts';
import { getSessionId } from '../get-session-id.ts';
import { withArchive } from '../open-archive.ts';
import { printJsonLine, printLine, printNote } from '../print.ts';

export type DeleteOptions = { project?: string; import?: string; before?: string; yes: boolean; dryRun: boolean; json: boolean };

/** `data delete [SESSION]`: shows what would go, asks, and deletes it. Returns the exit code: 1 if the answer was no. */
export const deleteData = (name: string | undefined, options: DeleteOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    const service = makeDataService({ store, now: Date.now });
    const { project, import: importId, before } = options;
    const named = { session: name, project, import: importId, before: before === undefined ? undefined : toInstant(before) };
    // Before a session is looked for.
    toDeletionTarget(named);
    if (name !== undefined) named.session = await getSessionId(store, name);
    const { token, ...counts } = await service.preview(named);
    if (counts.sessions === 0 && importId === undefined)
      throw new AppError('not_found', 'No session matches, so nothing was deleted. List them with `observatory sessions`.');
    if (options.dryRun) {
      if (options.json) printJsonLine(counts);
      else printLine(`Would delete ${printDeletion(counts)}.`);
      return 0;
    }
    if (!options.yes && !(await isConfirmed(counts))) {
      printNote('Nothing was deleted.');
      return 1;
    }
    const deleted = await service.remove({ ...named, token });
    if (options.json) printJsonLine(deleted);
    else printLine(`Deleted ${printDeletion(deleted)}.`);
    if (!deleted.purged) printNote('Another process is reading the archive, so some deleted bytes stay in its -wal file until it closes.');
    return 0;
  });

const isConfirmed = async (counts: DeletionCounts): Promise<boolean> => {
  if (!process.stdin.isTTY)
    throw new AppError('invalid_input', `This would delete ${printDeletion(counts)} for good. Confirm it with --yes, or use --dry-run.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/iu.test((await lines.question(`Delete ${printDeletion(counts)} for good? [y/N] `)).trim());
  } finally {
    lines.close();
  }
};

/** A day begins at midnight here. */
const toInstant = (text: string): number => {
  const atMs = Date.parse(/^\d{4}-\d{2}-\d{2}$/u.test(text) ? `${text}T00:00` : text);
  if (Number.isNaN(atMs))
    throw new AppError('invalid_input', `${text} is no date. Write it as 2026-01-31, or with a time as 2026-01-31T12:00Z.`);
  return atMs;
};
