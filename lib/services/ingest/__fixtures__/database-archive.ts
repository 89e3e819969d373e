import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../../../../db/open-store.ts';
import type { FileResult } from '../../../domain/import.ts';
import type { SessionRecord } from '../../../domain/record.ts';
import type { Store } from '../../../store/store.ts';
import { importFile } from '../import-file.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../db/migrations');

export const makeEmptyStore = (): Store => openStore(':memory:', { migrationsFolder });

/** Folders and an archive to test imports of databases in: databases lie in `home`, copies of them in `scratch`. */
export type DatabaseArchive = {
  folder: string;
  home: string;
  scratch: string;
  store: Store;
  importInto(into: Store, file: string, shown?: string, signal?: AbortSignal): Promise<FileResult>;
  importPath(file: string, shown?: string): Promise<FileResult>;
  close(): Promise<void>;
};

export const makeDatabaseArchive = async (): Promise<DatabaseArchive> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'observatory-database-'));
  const [home, scratch] = [path.join(folder, 'home'), path.join(folder, 'scratch')];
  await mkdir(home);
  const store = makeEmptyStore();
  const importInto: DatabaseArchive['importInto'] = (into, file, shown = file, signal = new AbortController().signal) =>
    importFile(
      { store: into, now: () => 0, scratchFolder: scratch },
      { file, path: shown, synthetic: false, signal, onProgress: () => undefined },
    );
  const close = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { folder, home, scratch, store, importInto, importPath: (file, shown) => importInto(store, file, shown), close };
};

export const recordsOf = async (from: Store): Promise<SessionRecord[]> => {
  const { items } = await from.listSessions({ includeChildren: true }, 'started', true, { cursor: null, limit: 200 });
  const lists = await Promise.all(items.map((session) => from.listRecords(session.id, 0, 10_000, 1_000)));
  return lists.flat();
};
