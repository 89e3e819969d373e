import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { writeDemoFiles } from '../db/demo/write-demo-files.ts';
import { countRunningImports, waitForObservers } from './ask.ts';
import { importTalks } from './search-data.ts';
import { importText, sendJson, startServer, startWarmServer, type Served, type WarmServer } from './start-server.ts';

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

type WorkerFixtures = Record<'demoServer' | 'wholeDemoServer' | 'talksServer' | 'sharedServer', Served> & { warmServer: WarmServer };
type Fixtures = { emptyServer: Served; expectedProblem: RegExp | null; watchPage: undefined };

const perWorker = { scope: 'worker', timeout: 120_000 } as const;

/** A server that `fill` puts sessions into. */
const serveWith =
  (fill: (server: Served) => Promise<unknown>) =>
  async ({}, use: (server: Served) => Promise<void>) => {
    const server = await startServer();
    await fill(server);
    await use(server);
    await server.stop();
  };

/**
 * `demoServer` holds the demo sessions, `wholeDemoServer` what the page's demo consists of (experiments and triage, too), `talksServer`
 * the two sessions of `importTalks`; they are shared by a worker's tests, which must not change them. `sharedServer` is shared, too: a
 * test imports sessions of its own there, under ids that no other test uses, and looks at these alone. It counts nothing, and neither
 * deletes, follows folders, changes the configuration nor stops the server: for that, `emptyServer` serves an archive of the test's own. Every test fails on
 * an error in the browser's console, but for `expectedProblem`, and on any request to another host.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  demoServer: [serveWith(importDemo), perWorker],
  wholeDemoServer: [serveWith(loadDemo), perWorker],
  talksServer: [serveWith(importTalks), perWorker],
  sharedServer: [serveWith(() => Promise.resolve()), perWorker],
  warmServer: [
    async ({}, use) => {
      const server = await startWarmServer();
      await use(server);
      await server.stop();
    },
    perWorker,
  ],
  emptyServer: async ({ context, warmServer }, use) => {
    await use(await warmServer.open());
    // A page whose server ends reports a lost connection.
    await Promise.all(context.pages().map((page) => page.close()));
    await warmServer.close();
  },
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
