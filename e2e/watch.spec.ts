import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listSessions } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { startServer } from './start-server.ts';

test('a folder is previewed before it is followed, and a home folder needs a second thought', async ({ page }) => {
  const server = await startServer();
  try {
    const projects = path.join(server.folder, 'projects');
    await mkdir(projects);
    for (const name of ['a', 'b'])
      await writeFile(path.join(projects, `${name}.jsonl`), toFile(makeClaudeLines({ sessionId: name }).prompt(`Do ${name}`)));
    await writeFile(path.join(projects, 'empty.jsonl'), '');
    await page.goto(`${server.url}/import`);
    await page.getByRole('button', { name: 'Follow folders' }).click();
    const dialog = page.getByRole('dialog', { name: 'Follow folders' });
    const field = dialog.getByLabel('Folder path');
    const show = async (folder: string) => {
      await field.fill(folder);
      await field.press('Enter');
    };

    await show('~/nowhere');
    await expect(dialog.getByText('There is no folder')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Follow', exact: true })).toHaveCount(0);

    const topOf = async () => (await dialog.boundingBox())?.y;
    const top = await topOf();
    let answer = () => {};
    const counted = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/watched/preview?*', (route) => counted.then(() => route.continue()));
    await show('~');
    await expect(dialog.getByText('Counting session files…')).toBeVisible();
    answer();
    await expect(dialog.getByRole('alert')).toContainText('is your whole home folder');
    await expect(dialog.getByText('projects/a.jsonl')).toBeVisible();
    await expect(dialog.getByText('Counting session files…')).toHaveCount(0);
    expect(await topOf()).toBe(top);
    await expect(dialog.getByRole('button', { name: 'Follow it anyway' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    expect((await listSessions(server.url)).total).toBe(0);

    await show('~/projects');
    await expect(dialog.getByText('3 session files')).toBeVisible();
    await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(dialog.getByText('No followed folders.')).toHaveCount(0);
    await expect(dialog.getByRole('listitem').filter({ hasText: projects })).toBeVisible();
    await expect(dialog.getByRole('link', { name: '3 files: 2 new, 1 skipped' })).toBeVisible();
    await expect.poll(async () => (await listSessions(server.url)).total).toBe(2);
    // Whichever comes first: the answer that the top bar asked for, or the rest of the page.
    const opener = page.getByRole('button', { name: /^Follow folders/u });
    for (let time = 0; time < 6; time += 1) {
      await page.reload();
      await expect(opener).toContainText('1');
    }
    await opener.click();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(dialog.getByText('No followed folders.')).toBeVisible();
  } finally {
    await page.close();
    await server.stop();
  }
});

test('a folder found on this machine is previewed, too, and only a warning is confirmed', async ({ page }) => {
  const server = await startServer();
  try {
    const sessions = path.join(server.folder, '.claude', 'projects', 'app');
    await mkdir(sessions, { recursive: true });
    await writeFile(path.join(sessions, 'a.jsonl'), toFile(makeClaudeLines({ sessionId: 'a' }).prompt('Do a')));
    const requested: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().endsWith('/api/watched')) requested.push(request.postDataJSON());
    });
    await page.goto(`${server.url}/import`);
    await page.getByRole('button', { name: 'Follow folders' }).click();
    const dialog = page.getByRole('dialog', { name: 'Follow folders' });

    await dialog.getByRole('listitem').filter({ hasText: '1 Claude Code session' }).getByRole('button').click();
    const preview = dialog.getByRole('region', { name: /^Preview of .*projects$/u });
    await expect(preview).toBeFocused();
    await expect(preview.getByText('1 session file,')).toBeVisible();
    await expect(preview.getByText('app/a.jsonl')).toBeVisible();
    expect(requested).toEqual([]);
    expect((await listSessions(server.url)).total).toBe(0);
    await preview.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect.poll(async () => (await listSessions(server.url)).total).toBe(1);

    await dialog.getByLabel('Folder path').fill('~');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Follow it anyway' }).click();
    await expect(dialog.getByRole('listitem').getByText(server.folder, { exact: true })).toBeVisible();
    expect(requested).toEqual([
      { path: path.join(server.folder, '.claude', 'projects'), confirmed: false },
      { path: server.folder, confirmed: true },
    ]);
  } finally {
    await page.close();
    await server.stop();
  }
});

test('the first page says what was found, and Enter imports and follows it, and opens the newest own session', async ({ page }) => {
  const server = await startServer();
  try {
    const write = async (name: string, text: string, ageMs: number) => {
      const file = path.join(server.folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
      const at = new Date(Date.now() - ageMs);
      await utimes(file, at, at);
    };
    const makeText = (sessionId: string, atMs = Date.now()) =>
      toFile(makeClaudeLines({ sessionId, startMs: atMs }).prompt(`Do ${sessionId}`));
    await write('.claude/projects/app/old.jsonl', makeText('old'), 9 * 3_600_000);
    await write('.claude/projects/app/new.jsonl', makeText('new'), 2 * 3_600_000 + 60_000);
    await write('.claude/projects/app/empty.jsonl', '', 3_600_000 * 3);
    await page.goto(server.url);
    const first = page.getByRole('region', { name: 'Your sessions' });
    await expect(first).toContainText('2 Claude Code sessions');
    await expect(first).toContainText('newest 2 h ago');
    const button = first.getByRole('button', { name: 'Import and follow' });
    await expect(button).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sessions\/[^/]+$/u);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Do new');
    // Over before the top bar asked for it.
    await expect(page.getByRole('status', { name: 'Import finished' })).toContainText('2 new, 1 skipped');

    await page.goto(`${server.url}/sessions`);
    const links = page.locator('[data-session-link]');
    await expect(links).toHaveCount(2);
    await expect(page.getByRole('row', { name: /Do new/u })).toContainText('Live');
    await expect(first).toBeHidden();
  } finally {
    await page.close();
    await server.stop();
  }
});

test('the rest of a canceled import is offered at once, and read', async ({ page, emptyServer: { url, folder } }) => {
  const projects = path.join(folder, 'projects');
  await mkdir(projects);
  // As many as keep the server busy until Cancel was pressed.
  const names = Array.from({ length: 800 }, (_, index) => `s${index}`);
  await Promise.all(
    names.map((name) => writeFile(path.join(projects, `${name}.jsonl`), toFile(makeClaudeLines({ sessionId: name }).prompt(`Do ${name}`)))),
  );
  await page.goto(`${url}/import`);
  await page.getByRole('button', { name: 'Follow folders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Follow folders' });
  await dialog.getByLabel('Folder path').fill(projects);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
  const row = dialog.getByRole('listitem').filter({ hasText: projects });
  await row.getByRole('button', { name: 'Cancel' }).click();
  const rest = row.getByRole('button', { name: 'Import the rest' });
  await expect(rest).toBeVisible();
  expect((await listSessions(url)).total).toBeLessThan(names.length);
  await rest.click();
  await expect.poll(async () => (await listSessions(url)).total, { timeout: 30_000 }).toBe(names.length);
  await expect(row.getByRole('link', { name: /^800 files: / })).toBeVisible();
  await expect(rest).toHaveCount(0);
});

test.describe('of several folders', () => {
  test.use({ expectedProblem: /409 \(Conflict\) \S*\/api\/watched/u });

  test('one that is refused hides neither that nor what the others brought', async ({ page, emptyServer: { url, folder } }) => {
    for (const place of ['.claude/projects/app', '.codex/sessions']) await mkdir(path.join(folder, place), { recursive: true });
    await writeFile(path.join(folder, '.claude/projects/app/a.jsonl'), toFile(makeClaudeLines({ sessionId: 'a' }).prompt('Do a')));
    await writeFile(path.join(folder, '.codex/sessions/b.jsonl'), '{}\n');
    await page.route('**/api/watched', (route) => {
      if (!(route.request().postData() ?? '').includes('.codex')) return route.continue();
      const json = { detail: 'Not this one.', code: 'conflict' };
      return route.fulfill({ status: 409, contentType: 'application/problem+json', json });
    });
    await page.goto(url);
    const first = page.getByRole('region', { name: 'Your sessions' });
    await first.getByRole('button', { name: 'Import and follow' }).click();
    await expect(first.getByRole('alert')).toContainText('Not this one.');
    await expect(page.getByRole('status', { name: 'Import finished' })).toContainText('1 new');
    await expect(first.getByRole('alert')).toBeVisible();
  });
});
