import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { contracts } from '../lib/contracts/index.ts';
import { first, getFailingSession, listSessions } from './ask.ts';
import { expect, test } from './fixtures.ts';
import { importText, startServer } from './start-server.ts';
import { openSession } from './session-view.ts';
import { chooseFiles } from './choose-files.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';

// A browser reports every answer over 399 on its console.
test.use({ expectedProblem: /Failed to load resource: the server responded with a status of (404|500)/u });

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const isCut = (locator: Locator): Promise<boolean> => locator.evaluate((box) => box.scrollWidth > box.clientWidth);
const failWith500 = (page: Page, address: string) =>
  page.route(address, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: { detail: 'It failed.', code: 'internal' } }),
  );

test('the top bar fits into windows of every width, with an import and followed folders, and shows its result whole', async ({
  page,
  emptyServer,
}) => {
  await importText(emptyServer.url, 'bar-1.jsonl', toFile(makeClaudeLines({ sessionId: 'bar-1' }).prompt('Go on')));
  const past = (await (await fetch(`${emptyServer.url}/api/imports`)).json()) as { items: object[] };
  const folder = { addedAt: new Date(0).toISOString(), fromCommandLine: false, problem: null, isPartial: false };
  const watched = ['/a', '/b', '/c', '/d', '/e'].map((one) => ({ ...folder, path: one }));
  const counts = { files: 113, newFiles: 30, grew: 0, unchanged: 0, skipped: 80, notRead: 3 };
  let run: object = { status: 'open', finishedAt: null, filesDone: 83, bytes: 100, bytesRead: 73 };
  await page.route('**/api/imports?*', (route) => route.fulfill({ json: { ...past, items: [{ ...past.items[0], ...counts, ...run }] } }));
  await page.route('**/api/watched', (route) => route.fulfill({ json: { watched } }));
  await page.goto(`${emptyServer.url}/sessions`);
  const bar = page.getByRole('banner');
  const expectToFit = async () => {
    for (const width of [640, 768, 1024, 1200, 1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await bar.evaluate((box) => box.scrollWidth - box.clientWidth), `at ${width}`).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
    }
  };
  await expect(bar.getByRole('link', { name: '83 of 113' })).toBeVisible();
  await expectToFit();
  run = { status: 'done', finishedAt: new Date().toISOString(), filesDone: 113, bytes: 100, bytesRead: 100 };
  await importText(emptyServer.url, 'bar-2.jsonl', toFile(makeClaudeLines({ sessionId: 'bar-2' }).prompt('Go on')));
  const result = bar.getByRole('status', { name: 'Import finished' });
  await expect(result).toContainText('30 new, 80 skipped, 3 not read');
  await expectToFit();
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await isCut(result.getByText('30 new'))).toBe(false);
});

test('a URL of a missing session links to the list and offers no retry', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/sessions/no-such-session`);
  await expect(page.getByRole('heading', { name: 'Session not found', level: 1 })).toBeVisible();
  await expect(page.getByText('There is no session no-such-session.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
  await page.getByRole('link', { name: 'Go to sessions' }).click();
  await expect(page).toHaveURL(`${demoServer.url}/sessions`);
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible();
});

test('an open session that is deleted elsewhere is gone from its page', async ({ page, emptyServer: { url } }) => {
  const talk = makeClaudeLines({ sessionId: 'elsewhere' });
  const { results } = await importText(url, 'elsewhere.jsonl', toFile(talk.prompt('Sum them'), talk.response('Done.')));
  const id = results[0]?.sessions[0]?.id ?? '';
  await openSession(page, `${url}/sessions/${id}`);
  const deletion = `${url}/api/data/deletion?session=${id}`;
  const { token } = contracts.data.previewDeletion.response.parse(await (await fetch(deletion)).json());
  expect((await fetch(`${deletion}&token=${token}`, { method: 'DELETE', headers: { origin: url } })).status).toBe(200);
  await expect(page.getByRole('heading', { name: 'Session not found', level: 1 })).toBeVisible();
  await expect(page.getByText('Sum them')).toHaveCount(0);
});

test('a URL of a missing import shows the newest one', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/import?import=no-such-import`);
  await expect(page.getByRole('heading', { name: 'Import not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Show latest import' }).click();
  await expect(page.getByRole('heading', { name: /^Imported/u })).toBeVisible();
});

for (const [what, query, reported] of [
  ['record', 'record=no-such-record', 'There is no record no-such-record in this session.'],
  ['call', 'call=99999', 'There is no call #99999 in this session.'],
] as const) {
  test(`an address without its ${what} says so at every width and leads to the start of the session`, async ({ page, demoServer }) => {
    const session = await getFailingSession(demoServer.url);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.goto(`${demoServer.url}/sessions/${session.id}?${query}`);
      await expect(page.getByText(reported).filter({ visible: true })).toHaveCount(1);
      await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
      await expect(page.getByText('#99999', { exact: true })).toBeHidden();
      await page.getByRole('button', { name: 'Go to the start of the session' }).filter({ visible: true }).click();
      await expect(page).toHaveURL(`${demoServer.url}/sessions/${session.id}`);
      await expect(page.getByText(reported).filter({ visible: true })).toHaveCount(0);
    }
  });
}

test('an empty archive shows only what helps, and nothing is cut off', async ({ page, emptyServer }) => {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.goto(`${emptyServer.url}/sessions`);
    await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
    await expect(page.getByRole('search', { name: 'Filter sessions' })).toBeHidden();
    await expect(page.getByText('0 sessions')).toBeHidden();
    const command = page.getByText(/^npm run/u);
    expect(await isCut(command)).toBe(false);
    const box = await command.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThan(size.width);
    await page.goto(`${emptyServer.url}/import`);
    await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Past imports' })).toBeHidden();
  }
  const talk = makeClaudeLines({ sessionId: 'first' });
  await importText(emptyServer.url, 'first.jsonl', toFile(talk.prompt('Begin')));
  await expect(page.getByRole('heading', { name: 'Past imports' })).toBeVisible();
  await page.goto(`${emptyServer.url}/sessions`);
  await expect(page.getByRole('search', { name: 'Filter sessions' })).toBeVisible();
});

test('a strip that could not be read keeps its height, so that nothing below it moves', async ({ page, demoServer }) => {
  const session = await getFailingSession(demoServer.url);
  const { transcript } = await openSession(page, `${demoServer.url}/sessions/${session.id}`);
  await expect(page.getByRole('slider')).toBeVisible();
  const before = await transcript.boundingBox();
  await failWith500(page, '**/api/sessions/*/overview*');
  // From page to page within the browser, so that it asks by itself.
  await page.goto(`${demoServer.url}/sessions?sort=errors`);
  await page.locator(`[data-session-link][href^="/sessions/${session.id}"]`).first().click();
  await expect(page.getByText('The overview could not be loaded.')).toBeVisible();
  expect(Math.abs(((await transcript.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(2);
  await page.unroute('**/api/sessions/*/overview*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('slider')).toBeVisible();
});

test('a subagent that fails to load says so in its place and can be retried', async ({ page, demoServer }) => {
  const { items } = await listSessions(demoServer.url, 'includeChildren=true');
  const { id, parentId } = first(
    items.filter(({ relation, toolCalls }) => relation === 'subagent' && toolCalls > 0),
    'subagent with calls',
  );
  await failWith500(page, `**/api/sessions/${id}/rows*`);
  await failWith500(page, `**/api/sessions/${id}/overview*`);
  const { transcript } = await openSession(page, `${demoServer.url}/sessions/${parentId}?agent=${id}`);
  const failure = transcript.getByRole('alert').filter({ hasText: 'The subagent could not be loaded. It failed.' });
  const ownCall = transcript.getByText(/^a1(?:–|$)/u);
  await expect(failure).toBeVisible();
  await expect(ownCall).toHaveCount(0);
  await page.unroute(`**/api/sessions/${id}/rows*`);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(ownCall).toBeVisible();
  await expect(failure).toHaveCount(0);
  // Without its overview, none of its calls would open to a subagent of its own.
  const ofItsOwn = transcript.getByRole('alert').filter({ hasText: 'Its own subagents could not be loaded. It failed.' });
  await expect(ofItsOwn).toBeVisible();
  await page.unroute(`**/api/sessions/${id}/overview*`);
  await ofItsOwn.getByRole('button', { name: 'Retry' }).click();
  await expect(ofItsOwn).toHaveCount(0);
});

test('past imports that fail to load say so and can be retried', async ({ page, demoServer }) => {
  await failWith500(page, '**/api/imports*');
  await page.goto(`${demoServer.url}/import`);
  await expect(page.getByRole('alert').filter({ hasText: 'Past imports could not be loaded' })).toBeVisible();
  await page.unroute('**/api/imports*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: /^Imported/u })).toBeVisible();
});

test('format names with the same prefix are never cut off', async ({ page, emptyServer }) => {
  await page.goto(`${emptyServer.url}/import`);
  await chooseFiles(page, 'folder', 'lib/formats/__fixtures__');
  await expect(page.getByRole('heading', { name: 'Imported __fixtures__' })).toBeVisible();
  const names = ['Claude Code stream-json output', 'Claude Code subagent description', 'chat conversations, one per line'];
  for (const width of [390, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const card = page.getByRole('region', { name: 'Formats' });
    for (const name of names) expect(await isCut(card.getByRole('term').filter({ hasText: name })), `${name} at ${width} px`).toBe(false);
    expect(await isCut(card), `the card at ${width} px`).toBe(false);
  }
  await page.getByRole('textbox', { name: 'Title, project or path' }).fill('claude-code');
  const cells = page.getByRole('region', { name: 'Files of the import' }).getByText(/^Claude Code .*(output|description)$/u);
  expect(await cells.count()).toBeGreaterThan(1);
  for (const cell of await cells.all()) {
    const [words, row] = [await cell.boundingBox(), await cell.locator('..').boundingBox()];
    expect((words?.height ?? Infinity) <= (row?.height ?? 0)).toBe(true);
    expect(await isCut(cell)).toBe(false);
  }
  expect(first((await listSessions(emptyServer.url)).items, 'session').id).not.toBe('');
});

test('a damaged database is named on every page, and what is whole can still be read', async ({ page }) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-e2e-'));
  try {
    const before = await startServer({ folder });
    const talk = makeClaudeLines({ sessionId: 'kept' });
    const lines = Array.from({ length: 400 }, (_, at) => talk.response(`${at} ${'word '.repeat(800)}`));
    await importText(before.url, 'kept.jsonl', toFile(talk.prompt('Keep this'), ...lines));
    await before.stop();
    const file = path.join(folder, 'observatory.db');
    const bytes = await readFile(file);
    for (let at = Math.floor(bytes.length * 0.8); at < bytes.length - 20_000; at += 12_288) bytes.fill(0xa5, at, at + 3_000);
    await writeFile(file, bytes);
    const server = await startServer({ folder });
    try {
      await expect
        .poll(async () => ((await (await fetch(`${server.url}/api/health`)).json()) as { status: string }).status, { timeout: 30_000 })
        .toBe('damaged');
      await page.goto(`${server.url}/sessions`);
      await expect(page.getByRole('alert').filter({ hasText: 'The database is damaged.' })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Sessions' })).toContainText('Keep this');
      const refused = await fetch(`${server.url}/api/watched`, { method: 'PUT', body: JSON.stringify({ path: folder, confirmed: true }) });
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([500, 'damaged']);
    } finally {
      await page.close();
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test.describe('a server that is gone', () => {
  test.use({ expectedProblem: /net::ERR_|Failed to fetch/u });

  test('is named on the page, which keeps what it has, says what was not carried out, and goes on when it is back', async ({ page }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-e2e-'));
    let server = await startServer({ folder });
    try {
      const talk = makeClaudeLines({ sessionId: 'gone' });
      const lines = [talk.prompt('Keep this'), talk.response('Kept.')];
      const { results } = await importText(server.url, 'gone.jsonl', toFile(...lines));
      const address = `${server.url}/sessions/${results[0]?.sessions[0]?.id}`;
      const { transcript } = await openSession(page, address);
      const bar = page.getByRole('status', { name: 'Connection' });
      const star = page.getByRole('button', { name: 'Star', exact: true });
      await expect(star).toBeVisible();
      await expect(transcript).toContainText('Kept.');
      await server.kill();
      await expect(bar).toContainText(/The server has not responded since \d\d:\d\d\./u);
      await star.click();
      await expect(bar).toContainText('What you just tried was not carried out.');
      await expect(page.getByRole('tooltip')).toContainText('Not starred: The server is not responding, so this was not carried out.');
      await page.getByRole('link', { name: 'Search', exact: true }).click();
      await page.keyboard.press('g');
      await page.keyboard.press('i');
      await expect(page).toHaveURL(address);
      await expect(transcript).toContainText('Kept.');

      server = await startServer({ folder, args: ['--port', new URL(server.url).port] });
      await importText(server.url, 'gone.jsonl', toFile(...lines, talk.response('And more.')));
      await expect(bar).toBeEmpty({ timeout: 15_000 });
      // The new server loads the pages first.
      await expect(transcript).toContainText('And more.', { timeout: 20_000 });
      // A browser that thinks it has no network still reaches this machine.
      await page.evaluate(() => window.dispatchEvent(new Event('offline')));
      await page.getByRole('button', { name: /^(?:Star|Not starred)/u }).click();
      await expect(page.getByRole('button', { name: 'Remove star' })).toBeVisible();
    } finally {
      await page.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
