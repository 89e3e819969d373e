import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test as base, type BrowserContext, type TestFixture } from '@playwright/test';
import { writeDemoFiles } from '../db/demo/write-demo-files.ts';
import { openProcessLock } from '../db/process-lock.ts';
import { countRunningImports, waitForObservers } from './ask.ts';
import { importTalks } from './search-data.ts';
import { importText, sendJson, startWarmServer, type Served, type WarmServer } from './start-server.ts';

const demoNowMs = Date.UTC(2026, 9, 1, 12);

/** Writes `count` demo sessions beside the database and imports them. Answers their paths. */
export const importDemo = async (server: Served, count = 40): Promise<string[]> => {
  const folder = path.join(server.folder, 'demo');
  const files = await writeDemoFiles(folder, { nowMs: demoNowMs, count });
  for (const file of files) await importText(server.url, path.relative(folder, file), await readFile(file));
  return files;
};

/** The whole demo, imported and observed. */
export const loadDemo = async ({ url }: Served): Promise<void> => {
  await sendJson(url, 'POST', '/api/demo', {});
  await expect.poll(() => countRunningImports(url), { timeout: 90_000 }).toBe(0);
  await waitForObservers(url);
};

type Fixtures = Record<'emptyServer' | 'demoServer' | 'wholeDemoServer' | 'talksServer', Served> & {
  expectedProblem: RegExp | null;
  watchPage: undefined;
};

/** Waits until nothing is observed, indexed or summarized any more: each copy of the archive would have to do it again. */
const settle = async ({ url, folder }: Served): Promise<void> => {
  await waitForObservers(url);
  const log = path.join(folder, 'observatory.db-wal');
  await expect.poll(() => Date.now() - statSync(log).mtimeMs, { timeout: 60_000 }).toBeGreaterThan(500);
};

/** The folder of an archive that `fill` made, once for all workers. */
const provideArchive = async (name: string, server: WarmServer, fill: (server: Served) => Promise<unknown>): Promise<string> => {
  const archive = path.join(process.env.OBSERVATORY_TEST_ARCHIVES ?? '', name);
  const lock = openProcessLock(`${archive}.lock`);
  let release = lock.take();
  for (; release === null; release = lock.take()) await setTimeout(100);
  if (!existsSync(archive)) {
    const served = await server.open();
    await fill(served);
    await settle(served);
    await server.close(archive);
  }
  release();
  lock.close();
  return archive;
};

type Used = { context: BrowserContext; warmServer: WarmServer };

/** A server with a copy of the archive that `fill` made; without, with an empty one. */
const serve = (
  name?: string,
  fill?: (server: Served) => Promise<unknown>,
): [TestFixture<Served, Used>, { scope: 'test'; timeout: number }] => [
  async ({ context, warmServer }, use) => {
    await use(await warmServer.open(name && fill && (await provideArchive(name, warmServer, fill))));
    // A page whose server ends reports a lost connection.
    await Promise.all(context.pages().map((page) => page.close()));
    await warmServer.close();
  },
  { scope: 'test', timeout: 120_000 },
];

/**
 * A server with an archive of the test's own: `emptyServer` without sessions, `demoServer` with those of the demo, `wholeDemoServer` with
 * what the page's demo consists of (experiments and triage, too), `talksServer` with the two of `importTalks`. Every test fails on an error
 * in the browser's console, but for `expectedProblem`, and on any request to another host.
 */
export const test = base.extend<Fixtures, { warmServer: WarmServer }>({
  emptyServer: serve(),
  demoServer: serve('demo', importDemo),
  wholeDemoServer: serve('whole-demo', loadDemo),
  talksServer: serve('talks', importTalks),
  warmServer: [
    async ({}, use) => {
      const server = await startWarmServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  expectedProblem: [null, { option: true }],
  watchPage: [
    async ({ context, expectedProblem }, use) => {
      const problems: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()} ${message.location().url}`.trim());
      });
      context.on('weberror', (error) => problems.push(`page: ${error.error().message}`));
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (protocol.startsWith('http') && hostname !== '127.0.0.1') problems.push(`request to ${request.url()}`);
      });
      await use(undefined);
      expect(problems.filter((problem) => !expectedProblem?.test(problem))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
