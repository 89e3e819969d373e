import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { describeStore } from '../contract/describe-store.ts';
import { testedLimits } from '../contract/store-subject.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');

/** A new archive, made once: creating the tables anew takes longer than most tests. */
const newFolder = mkdtempSync(path.join(tmpdir(), 'observatory-new-'));
const newFile = path.join(newFolder, 'observatory.db');
beforeAll(() => openStore(newFile, { migrationsFolder }).close());
afterAll(() => rmSync(newFolder, { recursive: true }));

describeStore('SQLite', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'observatory-store-'));
  const file = path.join(folder, 'observatory.db');
  copyFileSync(newFile, file);
  const connect = () => openStore(file, { migrationsFolder, limits: testedLimits });
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
