import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { contracts } from '../lib/contracts/index.ts';
import { ask, first, listSessions } from './ask.ts';
import { chooseFiles } from './choose-files.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';

const makeSession = (sessionId: string, ...beside: string[]): string => {
  const talk = makeClaudeLines({ sessionId });
  return toFile(
    talk.prompt(`Task of ${sessionId}`),
    talk.call('t1', 'Bash', { command: 'ls' }),
    ...beside,
    talk.result('t1', 'a.ts'),
    talk.response('Done.'),
  );
};
const toPayload = (name: string, text: string | Buffer) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
const files = [
  toPayload('whole.jsonl', makeSession('whole-session')),
  toPayload('broken.jsonl', makeSession('broken-session', '{"type":"assistant", \u001b[31m this is torn')),
  toPayload('empty.jsonl', ''),
  toPayload('settings.json', '{"color":"blue","size":3}'),
  toPayload('logs.zip', Buffer.from('504b0304140000000800', 'hex')),
];
const row = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Files of the import' })
    .locator('div')
    .filter({ has: page.locator(`[data-row="${name}"]`) })
    .last();
const progress = (page: Page) => page.getByRole('region', { name: 'Progress' });

test('each file gets its result: what was read, what was skipped and where, what is no trajectory and why', async ({
  page,
  emptyServer,
}) => {
  await page.goto(`${emptyServer.url}/import`);
  await chooseFiles(page, 'files', files);
  await expect(progress(page).getByRole('heading', { name: /^Imported/u })).toBeVisible();
  await expect(progress(page)).toContainText('5 files');
  await expect(progress(page)).toContainText('2 sessions');
  await expect(progress(page)).toContainText('2 calls');
  await expect(row(page, 'whole.jsonl')).toContainText('Claude Code');
  await expect(row(page, 'whole.jsonl')).toContainText('New');
  await expect(row(page, 'broken.jsonl')).toContainText('New, partially imported');
  await expect(progress(page)).toContainText('2 new, 3 skipped');
  await expect(page.getByRole('region', { name: 'Skipped' })).toContainText(/Empty\s*1/u);
  const past = page.getByRole('region', { name: 'Past imports' }).getByRole('listitem').first();
  await expect(past).toContainText(/: 2 new, 3 skipped \(.*1 empty.*\)/u);
  await expect(row(page, 'empty.jsonl')).toContainText(/empty/iu);
  await expect(row(page, 'settings.json')).toContainText(/recognized|expected|trajectory/iu);
  await expect(row(page, 'logs.zip')).toContainText(/zip/iu);
  await page.getByRole('button', { name: /to review in broken\.jsonl$/u }).click();
  await expect(page.getByText('line 3', { exact: true })).toBeVisible();
  await expect(page.getByText('this is torn')).toBeVisible();
  await page.getByRole('button', { name: 'Show line' }).click();
  await expect(page.getByLabel('Line 3')).toHaveText('{"type":"assistant", ␛[31m this is torn');
  await page.getByRole('button', { name: 'Hide line' }).click();
  await expect(page.getByLabel('Line 3')).toBeHidden();
  const { items } = await listSessions(emptyServer.url);
  expect(items).toHaveLength(2);
  const whole = first(
    items.filter(({ nativeId }) => nativeId === 'whole-session'),
    'imported session',
  );
  await page.getByRole('textbox', { name: 'Title, project or path' }).fill('of whole');
  await expect(row(page, 'broken.jsonl')).toHaveCount(0);
  await page.getByRole('link', { name: /^Task of whole-session/u }).click();
  await expect(page).toHaveURL(`${emptyServer.url}/sessions/${whole.id}`);
  await expect(page.getByRole('region', { name: 'Transcript', exact: true })).toContainText('Task of whole-session');
});

test('importing the same bytes again reports that nothing changed', async ({ page, emptyServer }) => {
  await page.goto(`${emptyServer.url}/import`);
  const [whole] = files;
  await chooseFiles(page, 'files', whole ?? []);
  await expect(row(page, 'whole.jsonl')).toContainText('New');
  await chooseFiles(page, 'files', whole ?? []);
  await expect(row(page, 'whole.jsonl')).toContainText('Unchanged, nothing written');
  expect((await listSessions(emptyServer.url)).total).toBe(1);
});

/** Drops files and folders of the disk on the page, once it is there, as the browser itself does for a user. */
const drop = async (page: Page, paths: string[]) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const hovering = page.getByText('Drop to import', { exact: true });
  // A drop on a node that the page has just taken away reaches nobody, and ends the drag: who drags then begins again from outside.
  await expect(async () => {
    for (const [type, x] of [
      ['dragEnter', 400],
      ['dragOver', 400],
      ['dragOver', 401],
    ] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x, y: 300, data });
    await expect(hovering).toBeVisible({ timeout: 3_000 });
    await devtools.send('Input.dispatchDragEvent', { type: 'drop', x: 401, y: 300, data });
    await expect(hovering).toBeHidden({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
};

test('a folder dropped on any page is imported recursively, the page stays, and a session alone opens from there', async ({
  page,
  emptyServer,
}) => {
  const folder = path.join(emptyServer.folder, 'dropped');
  await mkdir(path.join(folder, 'shop'), { recursive: true });
  await writeFile(path.join(folder, 'one.jsonl'), makeSession('one'));
  await writeFile(path.join(folder, 'shop', 'two.jsonl'), makeSession('two'));
  await page.goto(`${emptyServer.url}/search`);
  await drop(page, [folder]);
  await page.getByRole('link', { name: '2 new' }).click();
  await expect(page.getByRole('heading', { name: 'Imported dropped' })).toBeVisible();
  await expect(row(page, 'dropped/one.jsonl')).toContainText('New');
  await expect(row(page, 'dropped/shop/two.jsonl')).toContainText('New');
  expect((await listSessions(emptyServer.url)).total).toBe(2);

  const alone = path.join(emptyServer.folder, 'alone');
  await mkdir(alone);
  await writeFile(path.join(alone, 'three.jsonl'), makeSession('three'));
  const agent = makeClaudeLines({ sessionId: 'three', agentId: 'aa11' });
  await writeFile(path.join(alone, 'agent-aa11.jsonl'), toFile(agent.prompt('Look'), agent.response('Nothing.')));
  await page.goto(`${emptyServer.url}/search`);
  await drop(page, [alone]);
  await page.getByRole('link', { name: '2 new Open session' }).click();
  await expect(page.getByRole('heading', { name: 'Task of three', level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Import finished' })).toBeHidden();
});

test('a tree of folders is dropped whole: three deep, more files in one folder than the browser lists at a time', async ({
  page,
  emptyServer,
}) => {
  const tree = path.join(emptyServer.folder, 'projects');
  const places = ['', 'shop', 'shop/subagents', 'shop/subagents/deep "one" 100%'];
  const counts = [20, 20, 20, 240];
  const names: string[] = [];
  for (const [at, place] of places.entries()) {
    await mkdir(path.join(tree, place), { recursive: true });
    for (let file = 0; file < (counts[at] ?? 0); file += 1) {
      const name = path.join(place, `${file}.jsonl`);
      await writeFile(path.join(tree, name), makeSession(`tree-${at}-${file}`));
      names.push(`projects/${name}`);
    }
  }
  await mkdir(path.join(tree, 'shop', 'empty'));
  const alone = path.join(emptyServer.folder, 'alone.jsonl');
  await writeFile(alone, makeSession('alone'));
  await page.goto(`${emptyServer.url}/import`);
  await drop(page, [tree, alone]);
  await expect(progress(page).getByRole('heading', { name: 'Imported projects and 1 more' })).toBeVisible({ timeout: 60_000 });
  await expect(progress(page)).toContainText('301 files');
  await expect(progress(page)).toContainText('301 sessions');
  const { items } = await ask(contracts.imports.list.response, `${emptyServer.url}/api/imports`);
  const { results } = await ask(contracts.imports.get.response, `${emptyServer.url}/api/imports/${first(items, 'import').id}`);
  expect(results.map((result) => result.path).toSorted()).toEqual([...names, 'alone.jsonl'].toSorted());
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['imported']));
});

test('a file that disappears before upload fails alone, with the reason', async ({ page, emptyServer }) => {
  const paths = ['a', 'gone', 'z'].map((name) => path.join(emptyServer.folder, `${name}.jsonl`));
  for (const file of paths) await writeFile(file, makeSession(path.basename(file, '.jsonl')));
  await page.goto(`${emptyServer.url}/import`);
  // The file vanishes once the page has it, and before the import is opened.
  await page.route('**/api/imports?label=*', async (route) => {
    await rm(paths[1] ?? '');
    await route.continue();
  });
  await chooseFiles(page, 'files', paths);
  await expect(progress(page).getByRole('heading', { name: /^Imported/u })).toBeVisible();
  await expect(row(page, 'gone.jsonl')).toContainText('can no longer be read');
  await expect(row(page, 'a.jsonl')).toContainText('New');
  await expect(row(page, 'z.jsonl')).toContainText('New');
  expect((await listSessions(emptyServer.url)).total).toBe(2);
});

test('the top bar says why files were skipped where all have one reason', async ({ page, emptyServer }) => {
  await page.goto(`${emptyServer.url}/import`);
  await chooseFiles(page, 'files', [toPayload('empty.jsonl', '')]);
  await expect(progress(page).getByRole('heading', { name: /^Imported/u })).toBeVisible();
  await page.getByRole('link', { name: 'Sessions', exact: true }).first().click();
  await expect(page.getByRole('status', { name: 'Import finished' })).toHaveText('1 skipped (empty)');
});

test('canceling an import keeps complete what was stored', async ({ page, emptyServer }) => {
  const talk = makeClaudeLines({ sessionId: 'long-session' });
  const prompts = 1_000;
  const long = toFile(...Array.from({ length: prompts }, (_, index) => talk.prompt(`Prompt ${index} ${'x'.repeat(400)}`)));
  const paths = ['a', 'b', 'c'].map((name) => path.join(emptyServer.folder, `${name}.jsonl`));
  for (const file of paths) await writeFile(file, long.replaceAll('long-session', path.basename(file, '.jsonl')));
  // The last file never arrives: however slow the machine is, the import is not over before it is cancelled.
  const isLast = (url: URL) => url.pathname.endsWith('/files') && url.searchParams.get('path') === 'c.jsonl';
  await page.route(isLast, () => undefined);
  await page.goto(`${emptyServer.url}/import`);
  await chooseFiles(page, 'files', paths);
  // The server is slow to say what became of the files.
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/imports/*', async (route) => {
    if (route.request().method() === 'DELETE') await answered;
    await route.continue();
  });
  await progress(page).getByRole('button', { name: 'Cancel' }).click();
  const past = page.getByRole('region', { name: 'Past imports' }).getByRole('listitem').first();
  await expect(progress(page).getByRole('heading', { name: /^Canceling…/u })).toBeVisible();
  await expect(progress(page)).not.toContainText('not read');
  await expect(past).toContainText('Canceling…');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Canceling…' })).toBeVisible();
  answer();
  await expect(progress(page).getByRole('heading', { name: /^Canceled/u })).toBeVisible();
  const counts =
    (await progress(page)
      .getByText(/\d not read/u)
      .textContent()) ?? '';
  await expect(past).toContainText(`: ${counts}`);
  await expect(row(page, 'c.jsonl')).toContainText('Canceled before it was sent');
  await expect(progress(page).getByRole('button', { name: 'Cancel' })).toBeHidden();
  const { items } = await listSessions(emptyServer.url);
  expect(items.map(({ nativeId }) => nativeId)).not.toContain('c');
  await page.unroute(isLast);
  await chooseFiles(page, 'files', paths);
  await expect(progress(page).getByRole('heading', { name: /^Imported/u })).toBeVisible();
  const whole = await listSessions(emptyServer.url);
  expect(whole.items.map(({ nativeId, records }) => [nativeId, records]).sort()).toEqual([
    ['a', prompts],
    ['b', prompts],
    ['c', prompts],
  ]);
});

test('file names are visible at every width, and nothing is cut off', async ({ page, emptyServer }) => {
  await page.goto(`${emptyServer.url}/import`);
  await chooseFiles(page, 'files', files);
  await expect(progress(page).getByRole('heading', { name: /^Imported/u })).toBeVisible();
  const zone = page.getByRole('region', { name: 'Add files' });
  const list = page.getByRole('region', { name: 'Files of the import' });
  const rightOf = async (locator: Locator): Promise<number> => {
    const box = await locator.boundingBox();
    return box ? box.x + box.width : Infinity;
  };
  for (const width of [390, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 768 });
    const edge = await rightOf(zone);
    for (const name of ['Choose files', 'Choose a folder', 'Copy command']) {
      expect(await rightOf(zone.getByRole('button', { name })), `${name} at ${width} px`).toBeLessThanOrEqual(edge);
    }
    for (const { name } of files) {
      const file = list.locator(`[data-row="${name}"]`);
      expect((await file.boundingBox())?.width ?? 0, `${name} at ${width} px`).toBeGreaterThan(90);
    }
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth), `sideways at ${width} px`).toBe(0);
  }
});

test.describe('while another program keeps the database', () => {
  test.use({ expectedProblem: /503/u });

  test('an upload is sent again by itself, when the server says to', async ({ page, emptyServer }) => {
    const refused: string[] = [];
    // Each request of the upload finds the database busy once.
    await page.route('**/api/imports**', async (route, request) => {
      const step = `${request.method()} ${new URL(request.url()).pathname.replace(/[0-9a-f-]{36}/u, 'ID')}`;
      if (request.method() !== 'POST' || refused.includes(step)) return route.continue();
      refused.push(step);
      const body = JSON.stringify({ status: 503, code: 'store_busy', detail: 'The database is busy.' });
      return route.fulfill({ status: 503, headers: { 'retry-after': '1', 'content-type': 'application/problem+json' }, body });
    });
    await page.goto(`${emptyServer.url}/import`);
    const large = toPayload(
      'large.jsonl',
      makeSession('large-session', makeClaudeLines({ sessionId: 'x' }).response('x'.repeat(9_000_000))),
    );
    await chooseFiles(page, 'files', [...files.slice(0, 1), large]);
    await expect(progress(page).getByRole('heading', { name: /^Imported/u })).toBeVisible({ timeout: 30_000 });
    await expect(row(page, 'whole.jsonl')).toContainText('Claude Code');
    await expect(row(page, 'large.jsonl')).toContainText('Claude Code');
    expect(refused.sort()).toEqual(['POST /api/imports', 'POST /api/imports/ID/files', 'POST /api/imports/ID/finish']);
  });
});
