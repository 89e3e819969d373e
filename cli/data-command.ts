import { statSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { printBytes } from '../lib/print/bytes.ts';
import type { DeleteOptions } from './data/delete-data.ts';
import type { RebuildOptions } from './data/rebuild-archive.ts';
import { printJson, printLine } from './print.ts';

type JsonOption = { json: boolean };

/** `data`: what is stored. `end` takes the exit code. */
export const defineData = (command: Command, end: (code: number) => void): void => {
  /** The option may also come before the name of a command. */
  const wantsJson = ({ json }: JsonOption): boolean => json || command.opts<JsonOption>().json;
  command
    .description('say where the archive is, what it holds and what that takes; back it up, restore it, delete from it')
    // Options of a command below are its own.
    .enablePositionalOptions()
    .option('--json', 'print JSON', false)
    .action(async ({ json }: JsonOption) => {
      const { showArchive } = await import('./data/show-archive.ts');
      end(await showArchive(json));
    });

  command
    .command('rebuild')
    .description('decode stored files again with this version of the formats; keeps triage and links')
    .argument('[session or file...]', 'only the files of these sessions, or these files (default: all)')
    .option('--json', 'print one JSON object per file', false)
    .option('--no-observe', 'leave changed sessions to the observers of the server')
    .action(async (places: string[], options: RebuildOptions) => {
      const { rebuildArchive } = await import('./data/rebuild-archive.ts');
      end(await rebuildArchive(places, { ...options, json: wantsJson(options) }));
    });

  command
    .command('backup')
    .description('copy the archive to a new file, also while it is in use, and check the copy')
    .argument('<file>')
    .option('--json', 'print JSON', false)
    .action(async (file: string, options: JsonOption) => {
      const { withArchive } = await import('./open-archive.ts');
      const place = path.resolve(file);
      await withArchive(({ store }) => store.backup(place));
      const bytes = statSync(place).size;
      if (wantsJson(options)) printJson({ path: place, bytes });
      else printLine(`Backed up to ${place} (${printBytes(bytes)}), verified.`);
      end(0);
    });

  command
    .command('restore')
    .description('put a backup in the place of the archive, which is kept beside it; the server must be stopped')
    .argument('<file>')
    .option('--json', 'print JSON', false)
    .action(async (file: string, options: JsonOption) => {
      const { restoreArchive } = await import('./data/restore-archive.ts');
      end(await restoreArchive(file, wantsJson(options)));
    });

  command
    .command('compact')
    .description('give back to the disk what deletions left free')
    .option('--json', 'print JSON', false)
    .action(async (options: JsonOption) => {
      const { withArchive } = await import('./open-archive.ts');
      await withArchive(async ({ store, databaseFile }) => {
        const before = statSync(databaseFile).size;
        await store.compact();
        // Until the log is emptied, the file keeps its size.
        await store.purge();
        const bytes = statSync(databaseFile).size;
        if (wantsJson(options)) printJson({ path: databaseFile, bytesBefore: before, bytes });
        else printLine(`${databaseFile}: ${printBytes(before)} before, ${printBytes(bytes)} now.`);
      });
      end(0);
    });

  command
    .command('delete')
    .description('delete sessions for good, with their subagents and all that was found in them; followed folders do not bring them back')
    .argument('[session]', 'a session, as `session` takes it')
    .option('--project <name>', 'all sessions of this project')
    .option('--import <id>', 'an import, and the sessions that it brought')
    .option('--before <date>', 'all sessions that ended before this day or time')
    .option('--yes', 'do not ask', false)
    .option('--dry-run', 'only say what would be deleted', false)
    .option('--json', 'print JSON', false)
    .action(async (name: string | undefined, options: DeleteOptions) => {
      const { deleteData } = await import('./data/delete-data.ts');
      end(await deleteData(name, { ...options, json: wantsJson(options) }));
    });
};
