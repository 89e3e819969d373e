import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { openSession } from './session-view.ts';
import { importText, sendJson } from './start-server.ts';

test('a session is deleted from its page after a look at what that takes', async ({ page, emptyServer: { url } }) => {
  const talk = makeClaudeLines({ sessionId: 'gone' });
  const { results } = await importText(url, 'gone.jsonl', toFile(talk.prompt('Use quasar7tokens'), talk.response('Done.')));
  const id = results[0]?.sessions[0]?.id ?? '';
  await openSession(page, `${url}/sessions/${id}`);
  await page.getByRole('button', { name: 'Delete this session' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this session?' });
  await expect(dialog.getByText(/^1 session with 2 records and 0 observations \(/u)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Delete this session' }).filter({ visible: true }).click();
  const asked: string[] = [];
  page.on('response', (response) => response.status() === 404 && asked.push(response.url()));
  await dialog.getByRole('button', { name: 'Delete session' }).click();
  await expect(page).toHaveURL(`${url}/sessions`);
  await expect(page.getByRole('status', { name: 'Last action' })).toContainText('Deleted 1 session with 2 records');
  await expect(page.getByText('Use quasar7tokens')).toHaveCount(0);
  expect((await fetch(`${url}/api/sessions/${id}`)).status).toBe(404);
  expect(await (await fetch(`${url}/api/search?q=quasar7tokens`)).json()).toMatchObject({ total: 0 });
  // Changes were held back, and are not any more.
  await importText(url, 'next.jsonl', toFile(makeClaudeLines({ sessionId: 'next' }).prompt('Come after it')));
  await expect(page.getByText('Come after it')).toBeVisible();
  expect(asked).toEqual([]);
});

test('a session is exported from its page after a look at what is redacted', async ({ page, emptyServer: { url } }) => {
  const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
  const talk = makeClaudeLines({ sessionId: 'leaky' });
  const text = toFile(talk.prompt(`Use ${key}`), talk.response('# Done\n\n<img src=x onerror=alert(1)>'));
  const { results } = await importText(url, 'leaky.jsonl', text);
  await openSession(page, `${url}/sessions/${results[0]?.sessions[0]?.id ?? ''}`);
  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog', { name: 'Export this session' });
  await expect(dialog.getByText(/2 secrets are replaced: 2 anthropic-key\./u)).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Redacted places' })).toContainText('Use [redacted: anthropic-key]');
  const save = async (): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: 'Download' }).click()]);
    await expect(dialog).toBeHidden();
    return readFile(await download.path(), 'utf8');
  };
  const html = await save();
  expect(html).not.toContain(key);
  await page.keyboard.press('x');
  await dialog.getByRole('radio', { name: 'Original' }).click();
  await dialog.getByRole('checkbox', { name: 'Include keys, tokens and passwords' }).check();
  await expect(dialog.getByText('Nothing is redacted')).toBeVisible();
  expect(await save()).toBe(text);

  // The page by itself: nothing of it runs, and it asks for nothing.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setContent(html);
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(page.locator('img, script')).toHaveCount(0);
  expect(asked).toEqual([]);
});

test('the data page says what is stored, backs it up, deletes a project, and allows its file again', async ({
  page,
  emptyServer: { url, folder },
}) => {
  const talk = makeClaudeLines({ sessionId: 'kept-away', cwd: '/home/ada/orchard' });
  const logs = path.join(folder, 'followed');
  await mkdir(logs, { recursive: true });
  await writeFile(path.join(logs, 'a.jsonl'), toFile(talk.prompt('Prune the trees'), talk.response('Done.')));
  await sendJson(url, 'PUT', '/api/watched', { path: logs });
  await expect.poll(async () => (await fetch(`${url}/api/sessions/claude-code:kept-away`)).status).toBe(200);
  await page.goto(`${url}/data`);
  await expect(page.getByRole('region', { name: 'Contents' })).toContainText('Sessions');

  const backup = path.join(folder, 'backup.db');
  await page.getByRole('textbox', { name: 'Back up to a new file' }).fill(backup);
  await page.getByRole('button', { name: 'Back up' }).click();
  await expect(page.getByText(new RegExp(`^Backed up to ${backup} \\([\\d.]+ [kM]B\\), verified$`, 'u'))).toBeVisible();
  const restore = `OBSERVATORY_DB=${path.join(folder, 'observatory.db')} npm run --silent observatory -- data restore ${backup}`;
  await expect(page.getByText(`To restore a backup, stop the server and run ${restore}`)).toBeVisible();
  await page.getByRole('button', { name: 'Back up' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'replaces nothing' })).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download a backup' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^observatory-\d{8}-\d{6}\.db$/u);
  expect((await readFile(await download.path())).subarray(0, 15).toString()).toBe('SQLite format 3');
  await expect(page.getByText(/^observatory-[-\d]+\.db \([\d.]+ [kM]B\), verified and downloaded$/u)).toBeVisible();
  await expect.poll(() => readdir(path.join(folder, 'spool'))).toEqual([]);
  expect((await fetch(`${url}/api/data/download`)).status).toBe(404);
  // One that nobody waits for stays until it is saved.
  await sendJson(url, 'POST', '/api/data/download');
  await page.reload();
  await expect(page.getByText(/\), verified and ready to save$/u)).toBeVisible();
  const { status, headers } = await fetch(`${url}/api/data/download`, { method: 'HEAD' });
  expect([status, Number(headers.get('content-length')) > 4_096, headers.get('accept-ranges')]).toEqual([200, true, 'none']);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save' }).click()]);
  await expect(page.getByText(`${saved.suggestedFilename()} (`).filter({ hasText: 'verified and downloaded' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Save' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Compact' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Compact' }).click();
  await expect(page.getByText('Compacted:')).toBeVisible();

  await page.getByRole('combobox', { name: 'Project' }).selectOption('orchard');
  await page.getByRole('button', { name: 'Preview…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete project “orchard”?' });
  await expect(dialog.getByText(/^1 session with 2 records/u)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete 1 session' }).click();
  await expect(page.getByRole('status', { name: 'Last action' })).toContainText('Deleted 1 session with 2 records');
  const deleted = page.getByRole('list', { name: 'Deleted files' });
  await expect(deleted).toContainText('a.jsonl');
  await deleted.getByRole('button', { name: 'Allow again' }).click();
  await expect(page.getByText('so it is being imported.')).toBeVisible();
  await expect.poll(async () => (await fetch(`${url}/api/sessions/claude-code:kept-away`)).status).toBe(200);
});
