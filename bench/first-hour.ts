import { rename } from 'node:fs/promises';
import path from 'node:path';
import { inFolder } from './archive.ts';
import { withPage } from './browser.ts';
import { atMost, type Figure } from './figure.ts';
import { withServer } from './server.ts';
import { writeSmallSessions } from './small-files.ts';

/** Files of about 80 kB that come to 100 MB. */
const files = 1_200;

/** A new user's home folder with 100 MB of sessions: from Enter on the first page to the rows of the newest session. */
export const measureFirstHour = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    await writeSmallSessions(folder, 1, files);
    await rename(path.join(folder, 'claude'), path.join(folder, '.claude'));
    return withServer({ folder }, ({ url }) =>
      withPage(async (page) => {
        await page.goto(`${url}/`, { waitUntil: 'load' });
        await page.getByText('Claude Code session').first().waitFor();
        const startedAt = performance.now();
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/sessions\/\w+/u);
        await page.locator('[data-row]').first().waitFor();
        return [atMost('first: from the first page to the newest of 100 MB of sessions', performance.now() - startedAt, 5_000, 'ms')];
      }),
    );
  });
