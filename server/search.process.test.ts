import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { makeLargeFile, postCall } from '../e2e/load.ts';
import { importText, startServer, type RunningServer } from '../e2e/start-server.ts';
import { openStore } from '../db/open-store.ts';
import { contracts } from '../lib/contracts/index.ts';
import { parseQuery } from '../lib/search/query.ts';

/** A hook at the end of a session, as its agent starts it. */
const runStopHook = async ({ folder }: RunningServer, sessionId: string, transcript: string): Promise<void> => {
  const child = spawn(process.execPath, [path.resolve('dist/hook.mjs')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      HOME: folder,
      OBSERVATORY_DB: path.join(folder, 'observatory.db'),
      OBSERVATORY_HOOK_MS: '4000',
    },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(
    JSON.stringify({
      session_id: sessionId,
      transcript_path: transcript,
      cwd: folder,
      permission_mode: 'default',
      hook_event_name: 'Stop',
    }),
  );
  await once(child, 'close');
};

const isBuilt = existsSync(path.resolve('dist/server.mjs')) && existsSync(path.resolve('.next/BUILD_ID'));

const search = async ({ url }: RunningServer, query: string) => {
  const response = await fetch(`${url}/api/search?q=${encodeURIComponent(query)}`);
  return contracts.search.search.response.parse(await response.json());
};

describe.skipIf(!isBuilt)('search', () => {
  it('finds what an agent just reported at once, and names the place of a mistake', { timeout: 60_000 }, async () => {
    const server = await startServer();
    try {
      for (const count of [1, 2, 3]) {
        const from = performance.now();
        expect((await postCall(server.url, 'agents:live', count)).ok).toBe(true);
        const { hits } = await search(server, `"step ${count}"`);
        expect(hits).toMatchObject([{ kind: 'tool_call', tool: 'Bash', callIndex: count }]);
        // Far above what it takes, for machines under load.
        expect(performance.now() - from).toBeLessThan(3_000);
      }
      const refused = await fetch(`${server.url}/api/search?q=${encodeURIComponent('lock kind:answer')}`);
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('at character 6 of the query')]);
    } finally {
      await server.stop();
    }
  });

  it('finds all of a long transcript that a hook stored, without a further import', { timeout: 120_000 }, async () => {
    const server = await startServer();
    try {
      const lines = makeClaudeLines({ sessionId: 'long-session' });
      const transcript = path.join(server.folder, 'long-session.jsonl');
      await writeFile(transcript, toFile(...Array.from({ length: 2_500 }, (_, at) => lines.prompt(`marmalade ${at}`))));
      await runStopHook(server, 'long-session', transcript);
      // Looks at the index alone: a search would index a part itself.
      const db = new Database(path.join(server.folder, 'observatory.db'), { readonly: true });
      const indexed = db.prepare<[], number>('SELECT count(*) FROM search_words_docsize').pluck();
      const stored = db.prepare<[], number>('SELECT count(*) FROM records').pluck();
      await expect.poll(() => stored.get(), { timeout: 30_000, interval: 50 }).toBe(2_500);
      const from = performance.now();
      await expect.poll(() => indexed.get(), { timeout: 20_000, interval: 20 }).toBe(2_500);
      expect(performance.now() - from).toBeLessThan(3_000);
      db.close();
      expect((await search(server, 'marmalade')).total).toBe(2_500);
    } finally {
      await server.stop();
    }
  });

  it('is whole after kill -9 while it was filled, and what was lost is built again', { timeout: 120_000 }, async () => {
    const first = await startServer();
    const databaseFile = path.join(first.folder, 'observatory.db');
    try {
      const importing = importText(first.url, 'large.jsonl', makeLargeFile('large', 6_000_000)).catch(() => null);
      const countCalls = async () => (await search(first, 'kind:tool_call')).total;
      await expect.poll(countCalls, { timeout: 60_000, interval: 50 }).toBeGreaterThan(10);
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
        expect(second.log()).toContain('the search index does not match the archive and is built again');
      } finally {
        await second.stop();
      }
    } finally {
      await rm(first.folder, { recursive: true, force: true });
    }
  });
});
