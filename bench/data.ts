import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { openDatabase } from '../db/open-database.ts';
import { exportFormat, type ExportFormat } from '../lib/domain/export.ts';
import { makeDataService } from '../lib/services/data/data-service.ts';
import { makeExportService } from '../lib/services/export/export-service.ts';
import { redact } from '../lib/redaction/redact.ts';
import { makeSqliteStore } from '../lib/store/sqlite/sqlite-store.ts';
import type { Store } from '../lib/store/store.ts';
import { benchNowMs, inFolder, openArchive, timeMs, writeLongSession } from './archive.ts';
import { atLeast, atMost, quantile, type Figure } from './figure.ts';
import { runImport } from './import-speed.ts';
import { writeSmallSessions } from './small-files.ts';

const records = 20_000;
const deletedSessions = 20;
/** The share of the floor's speed that each format must reach. */
const exportShares: Record<ExportFormat, number> = { original: 0.7, markdown: 1, html: 1, atif: 1 };

const inStore = async <Result>(databaseFile: string, task: (store: Store) => Promise<Result>): Promise<Result> => {
  const store = makeSqliteStore(openDatabase({ file: databaseFile, migrationsFolder: path.resolve('db/migrations') }));
  try {
    return await task(store);
  } finally {
    await store.close();
  }
};

const listIds = async (store: Store, limit: number): Promise<string[]> => {
  const { items } = await store.listSessions({}, 'started', true, { cursor: null, limit });
  return items.map(({ id }) => id);
};

/** Milliseconds to take secrets out of each line of a file, and to do nothing with it. */
const timeRedacting = async (file: string): Promise<number> => {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const startedAt = performance.now();
  for (const line of lines) redact(line);
  return performance.now() - startedAt;
};

const measureExports = async (store: Store, file: string): Promise<Figure[]> => {
  const [id = ''] = await listIds(store, 1);
  const service = makeExportService({ store, now: Date.now });
  const floorMs = await timeRedacting(file);
  const figures: Figure[] = [];
  for (const format of exportFormat.options) {
    let characters = 0;
    const ms = await timeMs(async () => {
      for await (const part of (await service.export(id, { format, includeSecrets: false })).parts) characters += part.length;
    });
    const speed = `${(characters / 1_000 / ms).toFixed(1)} MB/s`;
    figures.push(atLeast(`data: export as ${format} (${speed}) beside redacting the lines alone`, floorMs / ms, exportShares[format], ''));
  }
  return figures;
};

const measureBackup = async (store: Store, databaseFile: string): Promise<Figure> => {
  await store.purge();
  const [backup, copy] = [`${databaseFile}.backup`, `${databaseFile}.copy`];
  const floorMs = await timeMs(async () => {
    await copyFile(databaseFile, copy);
    const db = new Database(copy, { readonly: true });
    db.pragma('integrity_check');
    db.close();
  });
  const ms = await timeMs(() => store.backup(backup));
  return atMost('data: backup beside copying the file and checking the copy', ms / floorMs, 2.5, '');
};

/**
 * Milliseconds that a session takes to import, to delete as the page does, and the archive to copy, among this many other sessions. What
 * is deleted leaves no bytes in the search index, so that is written anew each time.
 */
const timeDeleting = async (folder: string, others: number) => {
  const databaseFile = path.join(folder, `${others}.db`);
  const files = path.join(folder, `files-${others}`);
  await writeSmallSessions(files, 1, others + deletedSessions);
  const { ms } = await runImport(files, databaseFile);
  const copyMs = await timeMs(() => copyFile(databaseFile, `${databaseFile}.copy`));
  const deleteMs = await inStore(databaseFile, async (store) => {
    const service = makeDataService({ store, now: () => benchNowMs });
    const times: number[] = [];
    for (const session of await listIds(store, deletedSessions))
      times.push(await timeMs(async () => service.remove({ session, token: (await service.preview({ session })).token })));
    return quantile(times, 0.5);
  });
  return { importMs: ms / (others + deletedSessions), copyMs, deleteMs };
};

const measureDeletion = async (folder: string): Promise<Figure[]> => {
  const few = await timeDeleting(folder, 50);
  const many = await timeDeleting(folder, 500);
  return [
    atMost('data: deletion of a session among 50 beside importing it', few.deleteMs / few.importMs, 5, ''),
    atMost('data: deletion of a session among 500 beside copying the archive', many.deleteMs / many.copyMs, 6, ''),
  ];
};

/** Export, backup and deletion, each beside a floor that is measured in the same run. */
export const measureData = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const databaseFile = path.join(folder, 'observatory.db');
    const file = await writeLongSession(path.join(folder, 'files'), records);
    const archive = openArchive(databaseFile);
    await archive.importPath(file);
    await archive.close();
    const figures = await inStore(databaseFile, async (store) => [
      ...(await measureExports(store, file)),
      await measureBackup(store, databaseFile),
    ]);
    return [...figures, ...(await measureDeletion(folder))];
  });
