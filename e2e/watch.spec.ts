import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listSessions } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { startServer } from './start-server.ts';

test('a folder is previewed before it is watched, and a home folder needs a second thought', async ({ page }) => {
  const server = await startServer();
  try {
    const projects = path.join(server.folder, 'projects');
    await mkdir(projects);
    for (const name of ['a', 'b'])
      await writeFile(path.join(projects, `${name}.jsonl`), toFile(makeClaudeLines({ sessionId: name }).prompt(`Do ${name}`)));
    await page.goto(`${server.url}/import`);
    await page.getByRole('button', { name: 'Watch folders' }).click();
    const dialog = page.getByRole('dialog', { name: 'Watch folders' });
    const field = dialog.getByLabel('Folder path');
    const show = async (folder: string) => {
      await field.fill(folder);
      await field.press('Enter');
    };

    await show('~/nowhere');
    await expect(dialog.getByText('There is no folder')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Watch', exact: true })).toHaveCount(0);

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
    await expect(dialog.getByRole('button', { name: 'Watch it anyway' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    expect((await listSessions(server.url)).total).toBe(0);

    await show('~/projects');
    await expect(dialog.getByText('2 session files')).toBeVisible();
    await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(dialog.getByText('No watched folders.')).toHaveCount(0);
    await expect(dialog.getByText(projects, { exact: true })).toBeVisible();
    await expect.poll(async () => (await listSessions(server.url)).total).toBe(2);
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(dialog.getByText('No watched folders.')).toBeVisible();
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
    await page.getByRole('button', { name: 'Watch folders' }).click();
    const dialog = page.getByRole('dialog', { name: 'Watch folders' });

    await dialog.getByRole('listitem').filter({ hasText: 'Claude Code, 1 session file' }).getByRole('button').click();
    const preview = dialog.getByRole('region', { name: /^Preview of .*projects$/u });
    await expect(preview).toBeFocused();
    await expect(preview.getByText('1 session file,')).toBeVisible();
    await expect(preview.getByText('app/a.jsonl')).toBeVisible();
    expect(requested).toEqual([]);
    expect((await listSessions(server.url)).total).toBe(0);
    await preview.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect.poll(async () => (await listSessions(server.url)).total).toBe(1);

    await dialog.getByLabel('Folder path').fill('~');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Watch it anyway' }).click();
    await expect(dialog.getByText(server.folder, { exact: true })).toBeVisible();
    expect(requested).toEqual([
      { path: path.join(server.folder, '.claude', 'projects'), confirmed: false },
      { path: server.folder, confirmed: true },
    ]);
  } finally {
    await page.close();
    await server.stop();
  }
});
