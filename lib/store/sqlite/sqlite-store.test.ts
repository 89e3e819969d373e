import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../../../db/open-store.ts';
import { describeStore } from '../contract/describe-store.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');

describeStore('SQLite in memory', () => {
  const store = openStore(':memory:', { migrationsFolder });
  return { store, dispose: () => store.close() };
});

describeStore('SQLite in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'observatory-store-'));
  const connect = () => openStore(path.join(folder, 'observatory.db'), { migrationsFolder });
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
