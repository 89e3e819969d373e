import path from 'node:path';
import type { Page } from 'playwright';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { inFolder } from './archive.ts';
import { withPage } from './browser.ts';
import { atLeast, atMost, type Figure } from './figure.ts';
import { getJson, withServer } from './server.ts';

const files = 1_000;

const writeSmallFiles = async (folder: string): Promise<void> => {
  await mkdir(folder);
  for (let at = 0; at < files; at += 1) {
    const talk = makeClaudeLines({ sessionId: `small-${at}` });
    const text = toFile(talk.prompt(`Task ${at}`), talk.call('t1', 'Bash', { command: 'ls' }), talk.result('t1', 'a.ts'));
    await writeFile(path.join(folder, `${at}.jsonl`), text);
  }
};

/** Notes how long the page's main thread was held at a time, from the choice of files on: taking them is the browser's own work. */
const watchBlocks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { blocks: [0] };
    Object.assign(window, { bench: seen });
    const watch = new PerformanceObserver((list) => seen.blocks.push(...list.getEntries().map(({ duration }) => duration)));
    window.addEventListener('change', () => setTimeout(() => watch.observe({ type: 'longtask' }), 0), { capture: true, once: true });
  });

const longestBlock = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { bench } = window as unknown as { bench: { blocks: number[] } };
    return Math.max(...bench.blocks);
  });

/** A folder of small files through the page: how fast, how fluid, and how much is asked for meanwhile. */
export const measurePageImport = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    await writeSmallFiles(path.join(folder, 'small'));
    return withServer({ folder }, ({ url }) =>
      withPage(async (page) => {
        await page.goto(`${url}/import`, { waitUntil: 'load' });
        await page.getByRole('heading', { name: 'Drop files or a folder here' }).waitFor();
        await watchBlocks(page);
        let requests = 0;
        page.on('request', () => (requests += 1));
        await page.getByLabel('Folder to import').setInputFiles(path.join(folder, 'small'));
        const startedAt = performance.now();
        await page.getByRole('heading', { name: 'Imported small' }).waitFor({ timeout: 120_000 });
        const seconds = (performance.now() - startedAt) / 1_000;
        const { total } = await getJson<{ total: number }>(`${url}/api/sessions`);
        if (total !== files) throw new Error(`${total} of ${files} files became sessions`);
        return [
          atLeast(`page: ${files} small files through the browser`, files / seconds, 60, 'files/s'),
          atMost('page: longest block of the main thread meanwhile', await longestBlock(page), 200, 'ms'),
          atMost('page: requests meanwhile', requests, 200, ''),
        ];
      }),
    );
  });
