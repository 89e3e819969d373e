import type { Page } from 'playwright';
import { inFolder } from './archive.ts';
import { withPage } from './browser.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { withServer } from './server.ts';

const count = 10_000;
const severities = ['critical', 'high', 'medium'] as const;

const report = async (url: string): Promise<void> => {
  const observations = Array.from({ length: count }, (_, at) => ({
    observer: 'Reviewer',
    content: `Thing ${at} in \`src/part-${at % 97}.ts\``,
    severity: severities[at % severities.length],
  }));
  const response = await fetch(`${url}/api/observations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ observations }),
  });
  if (!response.ok) throw new Error(`POST /api/observations: ${response.status} ${await response.text()}`);
};

/** From the key to the frame after it. */
const pressKeys = (page: Page, presses: number): Promise<number[]> =>
  page.evaluate(async (most) => {
    const taken: number[] = [];
    for (let at = 0; at < most; at += 1) {
      const began = performance.now();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      taken.push(performance.now() - began);
    }
    return taken;
  }, presses);

/** Between frames, while the list is scrolled through. */
const scroll = (page: Page, frames: number): Promise<number[]> =>
  page.evaluate(async (most) => {
    const scroller = [...document.querySelectorAll('[role=rowgroup]')].at(-1);
    const gaps: number[] = [];
    let last = performance.now();
    for (let at = 0; at < most; at += 1) {
      scroller?.scrollBy(0, 400);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      gaps.push(performance.now() - last);
      last = performance.now();
    }
    return gaps;
  }, frames);

/** From an action and the step to the next row, until that row is the current one. */
const pressActions = (page: Page, presses: number): Promise<number[]> =>
  page.evaluate(async (most) => {
    const taken: number[] = [];
    for (let at = 0; at < most; at += 1) {
      const before = document.querySelector('[data-row][aria-current=true]')?.getAttribute('data-row');
      const began = performance.now();
      for (const key of ['a', 'j']) document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      let isThere = false;
      while (!isThere && performance.now() - began < 5_000) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        isThere = document.querySelector('[data-row][aria-current=true]')?.getAttribute('data-row') !== before;
      }
      taken.push(performance.now() - began);
    }
    return taken;
  }, presses);

const acknowledgeAll = async (page: Page): Promise<number> => {
  await page.getByRole('checkbox', { name: 'Select all matching' }).check();
  const began = performance.now();
  await page.keyboard.press('a');
  await page.getByText(/^Acknowledged: [\d,]+ groups\./u).waitFor({ timeout: 60_000 });
  return performance.now() - began;
};

/** The screen of observations with 10,000 groups, on a warm server. */
export const measureTriagePage = (): Promise<Figure[]> =>
  inFolder((folder) =>
    withServer({ folder }, async (server) => {
      await report(server.url);
      return withPage(async (page) => {
        await page.goto(`${server.url}/observations`);
        await page.locator('[role=row][aria-current=true]').waitFor();
        const keys = await pressKeys(page, 60);
        const actions = await pressActions(page, 12);
        const gaps = await scroll(page, 240);
        const rows = await page.locator('[role=rowgroup] [role=row]').count();
        const allMs = await acknowledgeAll(page);
        const what = `${count.toLocaleString('en')} observations on the screen`;
        return [
          atMost(`${what}: a key, median`, quantile(keys, 0.5), 100, 'ms'),
          atMost(`${what}: an action and a step, median`, quantile(actions, 0.5), 150, 'ms'),
          atMost(`${what}: between frames while scrolling, 95 of 100`, quantile(gaps, 0.95), 100, 'ms'),
          atMost(`${what}: rows that are drawn`, rows, 80, ''),
          atMost(`${what}: all are acknowledged`, allMs / 1_000, 5, 's'),
        ];
      });
    }),
  );
