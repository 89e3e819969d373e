import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../../db/open-database.ts';
import { describeStore } from '../contract/describe-store.ts';
import { makeSqliteStore } from './sqlite-store.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');

describeStore('SQLite in memory', () => {
  const store = makeSqliteStore(openDatabase({ file: ':memory:', migrationsFolder }));
  return { store, dispose: () => store.close() };
});

describeStore('SQLite in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'observatory-store-'));
  const connect = () => makeSqliteStore(openDatabase({ file: path.join(folder, 'observatory.db'), migrationsFolder }));
  const store = connect();
  return {
    store,
    connect,
    dispose: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});
