import { chromium, type CDPSession, type Page } from 'playwright';
import { browserArguments, provideBrowser } from '../scripts/find-browser.mjs';

/** Opens a page in a browser of its own. */
export async function withPage<Result>(task: (page: Page, devtools: CDPSession) => Promise<Result>): Promise<Result> {
  const executablePath = await provideBrowser();
  if (!executablePath) throw new Error('no Chromium was found, and none could be installed');
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    return await task(page, await page.context().newCDPSession(page));
  } finally {
    await browser.close();
  }
}

/** JavaScript heap in bytes after a collection. */
export async function measureHeap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}
