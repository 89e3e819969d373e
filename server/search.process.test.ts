import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { makeLargeFile, postCall } from '../e2e/load.ts';
import { importText, startServer, type RunningServer } from '../e2e/start-server.ts';
import { openStore } from '../db/open-store.ts';
import { contracts } from '../lib/contracts/index.ts';
import { parseQuery } from '../lib/search/query.ts';

const isBuilt = existsSync(path.resolve('dist/server.mjs')) && existsSync(path.resolve('.next/BUILD_ID'));

const search = async ({ url }: RunningServer, query: string) => {
  const response = await fetch(`${url}/api/search?q=${encodeURIComponent(query)}`);
  return contracts.search.search.response.parse(await response.json());
};

describe.skipIf(!isBuilt)('search', () => {
  it('finds what an agent just reported, within a second, and names the place of a mistake', { timeout: 60_000 }, async () => {
    const server = await startServer();
    try {
      for (const count of [1, 2, 3]) {
        const from = performance.now();
        expect((await postCall(server.url, 'agents:live', count)).ok).toBe(true);
        const { hits } = await search(server, `"step ${count}"`);
        expect(hits).toMatchObject([{ kind: 'tool_call', tool: 'Bash', callIndex: count }]);
        expect(performance.now() - from).toBeLessThan(1_000);
      }
      const refused = await fetch(`${server.url}/api/search?q=${encodeURIComponent('lock kind:answer')}`);
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('at character 6 of the query')]);
    } finally {
      await server.stop();
    }
  });

  it('is whole after kill -9 while it was filled, and what was lost is built again', { timeout: 120_000 }, async () => {
    const first = await startServer();
    const databaseFile = path.join(first.folder, 'observatory.db');
    try {
      const importing = importText(first.url, 'large.jsonl', makeLargeFile('large', 6_000_000)).catch(() => null);
      await setTimeout(1_500);
      await first.kill();
      await importing;
      const open = () => openStore(databaseFile, { migrationsFolder: path.resolve('db/migrations') });
      const store = open();
      while ((await store.indexSome()) > 0);
      expect(await store.checkSearchIndex()).toBe(true);
      const { total } = await store.search(parseQuery('kind:tool_call', 0), { cursor: null, limit: 1 });
      expect(total).toBeGreaterThan(10);
      await store.close();
      const db = new Database(databaseFile);
      db.exec('DELETE FROM search_words WHERE rowid IN (SELECT id FROM search_words_docsize LIMIT 10)');
      db.close();
      const second = await startServer({ folder: first.folder });
      try {
        await expect.poll(async () => (await search(second, 'kind:tool_call')).total, { timeout: 30_000, interval: 500 }).toBe(total);
      } finally {
        await second.stop();
      }
    } finally {
      await rm(first.folder, { recursive: true, force: true });
    }
  });
});
