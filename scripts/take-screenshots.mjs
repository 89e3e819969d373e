// Takes the pictures of README from the built product with demo data: `npx tsx scripts/take-screenshots.mjs`.
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { writeDemoFiles } from '../db/demo/write-demo-files.ts';
import { setUpReviewers } from '../e2e/reviewers-data.ts';
import { sendJson, startServer } from '../e2e/start-server.ts';
import { buildEntries, buildPages } from './build.mjs';
import { browserArguments, provideBrowser } from './find-browser.mjs';

const out = path.resolve('docs/screenshots');
const screens = [
  { name: '', width: 1440, height: 900 },
  { name: '-narrow', width: 390, height: 844 },
];

await buildEntries();
await buildPages();
const executablePath = await provideBrowser();
if (!executablePath) throw new Error('No Chromium was found, and none could be installed.');
await mkdir(out, { recursive: true });
const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-screenshots-'));
// The home folder of a new user, whose agents wrote made-up sessions; its paths are shown.
const home = path.join(folder, 'home', 'you');
await writeDemoFiles(home, { nowMs: Date.now() - 2 * 3_600_000, count: 24 });
for (const agent of ['claude', 'codex']) await rename(path.join(home, agent), path.join(home, `.${agent}`));
const server = await startServer({ folder: home });
const browser = await chromium.launch({ executablePath, args: browserArguments });

const takeAll = async (pages) => {
  for (const colorScheme of ['light', 'dark']) {
    for (const { name, width, height } of screens) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height }, deviceScaleFactor: 1, reducedMotion: 'reduce' });
      const page = await context.newPage();
      for (const [title, route] of Object.entries(pages)) {
        await page.goto(`${server.url}${route}`, { waitUntil: 'load' });
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(1_500);
        await page.screenshot({ path: path.join(out, `${title}-${colorScheme}${name}.png`) });
      }
      await context.close();
    }
  }
};

try {
  await takeAll({ first: '/sessions' });
  const imported = await fetch(`${server.url}/api/demo`, { method: 'POST', headers: { origin: server.url } });
  if (!imported.ok) throw new Error(`The demo was not imported: ${imported.status} ${await imported.text()}`);
  const { items } = await (await fetch(`${server.url}/api/sessions?sort=errors&project=orchard-ui&limit=1`)).json();
  const trajectories = await (await fetch(`${server.url}/api/trajectories?limit=1`)).json();
  await takeAll({
    sessions: '/sessions',
    session: `/sessions/${items[0].id}`,
    observations: '/observations',
    search: '/search?q=export+failed+timeout',
    summaries: '/summaries',
    retrieval: '/retrieval?prompt=splitting+an+invoice+loses+a+cent,+fix+the+rounding+of+invoices',
    comparison: '/retrieval',
    experiment: '/retrieval?tab=experiments&experiment=demo-a',
    trajectory: `/trajectories/${trajectories.items[0].id}?at=12&from=11`,
    import: '/import',
    data: '/data',
  });
  await setUpReviewers(server);
  const [session] = (await (await fetch(`${server.url}/api/sessions?q=goods`)).json()).items;
  const { id: run } = await sendJson(server.url, 'POST', '/api/reviews', { session: session.id });
  await takeAll({ reviewers: `/reviewers?run=${run}` });
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
