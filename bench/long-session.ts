import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { inFolder, openArchive, writeLongSession } from './archive.ts';
import { measureHeap, withPage } from './browser.ts';
import { atMost, type Figure } from './figure.ts';
import { longestSession, withServer } from './server.ts';

/** 60 kB more than the page of a session needed before it drew Markdown (b7769aa2, 2026-11-25). */
const maxScriptsKb = 369 + 60;

/** Puts the transcript at a share of its height and answers how long it took until rows with text were on the screen. */
const scrollTo = (page: Page, share: number): Promise<number> =>
  page.evaluate(async (target) => {
    const row = document.querySelector('[data-row]');
    let scroller = row?.parentElement ?? null;
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement;
    if (!scroller) throw new Error('nothing scrolls');
    const box = scroller.getBoundingClientRect();
    const startedAt = performance.now();
    scroller.scrollTop = target * (scroller.scrollHeight - scroller.clientHeight);
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const rows = [...document.querySelectorAll('[data-row]')].filter((entry) => {
        const place = entry.getBoundingClientRect();
        return place.bottom > box.top && place.top < box.bottom;
      });
      const filled =
        rows.length > 0 && rows.every((entry) => entry.textContent.trim().length > 0 && !entry.querySelector('[aria-busy="true"]'));
      if (filled) return performance.now() - startedAt;
      if (performance.now() - startedAt > 10_000) return 10_000;
    }
  }, share);

/** Bytes of the scripts that the page requested before a moment of its own clock, each compressed by gzip. */
const measureScripts = async (page: Page, beforeMs: number): Promise<number> => {
  const urls = await page.evaluate(
    (before) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => startTime < before && new URL(name).pathname.endsWith('.js'))
        .map(({ name }) => name),
    beforeMs,
  );
  const sizes = await Promise.all(
    [...new Set(urls)].map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** `ms` from the request to the first row with text, `drawnAtMs` the same moment by the page's own clock. */
type Load = { ms: number; drawnAtMs: number };

const loadCount = 5;

/** Loads a page of a session, and waits until it has nothing more to request. */
const load = async (page: Page, url: string): Promise<Load> => {
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  const drawn = await page.waitForFunction(() => (document.querySelector('[data-row]')?.textContent ?? '').length > 0 && performance.now());
  const ms = performance.now() - startedAt;
  await page.waitForTimeout(1_000);
  return { ms, drawnAtMs: Number(await drawn.jsonValue()) };
};

/** Bar 6: one long session in the browser. The first load finds the server cold, the others warm. */
export const measureLongSession = (records: number): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const archive = openArchive(path.join(folder, 'observatory.db'));
    await archive.importPath(await writeLongSession(path.join(folder, 'files'), records));
    await archive.close();
    return withServer({ folder }, (server) =>
      withPage(async (page, devtools) => {
        const what = `6 ${records.toLocaleString('en')} records`;
        await page.goto(`${server.url}/sessions`, { waitUntil: 'load' });
        const url = `${server.url}/sessions/${await longestSession(server.url)}`;
        const loads: Load[] = [];
        for (let at = 0; at < loadCount; at += 1) loads.push(await load(page, url));
        const median = loads.toSorted((a, b) => a.ms - b.ms)[Math.floor(loadCount / 2)];
        if (!median) throw new Error('nothing was loaded');
        const scripts = await measureScripts(page, loads.at(-1)?.drawnAtMs ?? 0);
        const scrolls: number[] = [];
        for (const share of [0.5, 0.05, 0.95, 0.33, 0.71, 1, 0]) scrolls.push(await scrollTo(page, share));
        const elements = await page.evaluate(() => document.querySelectorAll('*').length);
        const heap = await measureHeap(devtools);
        return [
          atMost(`${what}: first rows, median of ${loadCount} loads`, median.ms, 600, 'ms'),
          atMost(`${what}: JavaScript until the first rows, gzip`, scripts / 1_000, maxScriptsKb, 'kB'),
          atMost(`${what}: elements`, elements, 5_000, ''),
          atMost(`${what}: heap`, heap / 1_000_000, 100, 'MB'),
          atMost(`${what}: scroll to any place, slowest of ${scrolls.length}`, Math.max(...scrolls), 200, 'ms'),
        ];
      }),
    );
  });
