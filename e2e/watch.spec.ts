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

    await show('~');
    await expect(dialog.getByRole('alert')).toContainText('is your whole home folder');
    await expect(dialog.getByText('projects/a.jsonl')).toBeVisible();
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
