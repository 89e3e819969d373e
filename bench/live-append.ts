import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { inFolder, writeLongSession } from './archive.ts';
import { withPage } from './browser.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { getJson, longestSession, withServer } from './server.ts';

const rounds = 20;

const waitForSession = async (url: string): Promise<string> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { total } = await getJson<{ total: number }>(`${url}/api/sessions`);
    if (total > 0) return longestSession(url);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the watched folder was not imported');
};

/** A prompt as the next line of a session, `text` its words. */
const nextLine = (last: Record<string, unknown>, number: number, text: string): string => {
  const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return JSON.stringify({ ...last, type: 'user', uuid, timestamp: new Date().toISOString(), message: { role: 'user', content: text } });
};

/** Brings the transcript's end into view, again and again while rows take their true heights. */
const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let round = 0; round < 40; round += 1) {
      let scroller = document.querySelector('[data-row]')?.parentElement ?? null;
      while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement;
      if (scroller) scroller.scrollTop = scroller.scrollHeight;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });

/** Bar 7: from the append to a followed file to the words on the screen, the slowest of twenty but one. */
export const measureLiveAppend = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const source = await writeLongSession(path.join(folder, 'files'), 2_000);
    const lines = (await readFile(source, 'utf8')).trimEnd().split('\n');
    const entry = lines.map((line) => JSON.parse(line) as Record<string, unknown>).findLast((line) => line.type === 'user');
    const last = { ...entry, toolUseResult: undefined, sourceToolAssistantUUID: undefined };
    await writeFile(source, `${lines.join('\n')}\n`);
    return withServer({ folder, args: ['--watch', path.join(folder, 'files')] }, (server) =>
      withPage(async (page) => {
        await page.goto(`${server.url}/sessions/${await waitForSession(server.url)}`, { waitUntil: 'load' });
        await page.waitForSelector('[data-row]');
        await appendFile(source, `${nextLine(last, rounds, 'Now the session is live.')}\n`);
        await page.getByRole('button', { name: 'Follow' }).click();
        await page.waitForTimeout(500);
        await scrollToEnd(page);
        const times: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const words = `appended line ${round} of the bench`;
          const seen = page.waitForFunction((text) => document.body.innerText.includes(text), words, { polling: 'raf', timeout: 10_000 });
          const startedAt = performance.now();
          await appendFile(source, `${nextLine(last, round, words)}\n`);
          await seen;
          times.push(performance.now() - startedAt);
          await page.waitForTimeout(150);
        }
        return [
          atMost('7 from append to screen: median', quantile(times, 0.5), 250, 'ms'),
          atMost('7 from append to screen: 95 of 100', quantile(times, 0.95), 250, 'ms'),
        ];
      }),
    );
  });
