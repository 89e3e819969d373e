import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { openReceiver } from '../lib/services/deliveries/__fixtures__/receiver.ts';
import { expect, test } from './fixtures.ts';
import { startServer } from './start-server.ts';

test('deliveries are listed, say why they failed, and can be retried', async ({ page }) => {
  let status = 410;
  const receiver = await openReceiver((response) => void response.writeHead(status).end('This hook was removed'));
  const server = await startServer({ variables: { HOOK_KEY: 'a key' } });
  try {
    await page.goto(`${server.url}/observations`);
    await expect(page.getByRole('heading', { name: 'Observations', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Outgoing' })).toBeHidden();
    await writeFile(
      path.join(server.folder, 'observatory.config.yaml'),
      `sinks:
  - { kind: webhook, name: issues, url: "${receiver.url}", secret_env: HOOK_KEY }
  - { kind: webhook, name: chat, url: "https://example.com/hook", secret_env: CHAT_KEY }
  - { kind: file, name: archive, path: observations.jsonl }
`,
    );
    // The sinks begin when the server has seen them.
    await expect
      .poll(async () => (await (await page.request.get(`${server.url}/api/deliveries`)).json()) as unknown)
      .toMatchObject({
        sinks: [{ name: 'issues' }, { name: 'chat', problem: expect.stringContaining('CHAT_KEY') }, { name: 'archive' }],
      });
    await page.waitForTimeout(600);
    const observation = { observer: 'Security Reviewer', content: 'A token is in the log', severity: 'critical' };
    await page.request.post(`${server.url}/api/observations`, { data: { observations: [observation] }, headers: { origin: server.url } });
    await page.reload();
    const button = page.getByRole('button', { name: 'Outgoing' });
    await expect(button).toContainText('1 failed');
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Outgoing' });
    await expect(page).toHaveURL(/outgoing=dead/u);
    await expect(dialog.getByRole('list', { name: 'Failed' })).toContainText('HTTP 410: This hook was removed');
    await expect(dialog.getByRole('list', { name: 'Webhooks and files' }).getByRole('listitem').nth(1)).toContainText(
      'The environment variable CHAT_KEY is not set',
    );
    expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([]);
    status = 204;
    await dialog.getByRole('button', { name: 'Retry: A token is in the log' }).click();
    await expect(dialog.getByRole('radio', { name: 'Sent 2', exact: true })).toBeVisible();
    // The last one is gone, and the focus with it: the tab has it.
    await expect(dialog.getByRole('radio', { name: 'Failed 0', exact: true })).toBeFocused();
    status = 410;
    const two = ['A key is in the log', 'A name is in the log'].map((content) => ({ ...observation, content }));
    await page.request.post(`${server.url}/api/observations`, { data: { observations: two }, headers: { origin: server.url } });
    await expect(dialog.getByRole('radio', { name: 'Failed 2', exact: true })).toBeVisible();
    status = 204;
    await dialog.getByRole('button', { name: 'Retry: A name is in the log' }).click();
    await expect(dialog.getByRole('button', { name: 'Retry: A key is in the log' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Retry all: issues' }).click();
    await expect(dialog.getByRole('radio', { name: 'Sent 6', exact: true })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'Failed 0', exact: true })).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Retry all: issues' })).toBeHidden();
    const config = path.join(server.folder, 'observatory.config.yaml');
    const good = await readFile(config, 'utf8');
    await writeFile(config, 'sinks: [{ kind: pigeon }]\n');
    // A file that breaks while the dialog is open is told there.
    await expect(dialog.getByRole('alert', { name: 'Configuration file problems' })).toBeVisible({ timeout: 10_000 });
    await writeFile(config, good);
    await expect(dialog.getByRole('alert')).toBeHidden({ timeout: 10_000 });
    await dialog.getByRole('radio', { name: /^Sent/u }).click();
    await expect(dialog.getByRole('list', { name: 'Sent' }).getByRole('listitem')).toHaveCount(6);
    expect(receiver.received).toHaveLength(6);
    const [line = ''] = (await readFile(path.join(server.folder, 'observations.jsonl'), 'utf8')).split('\n');
    expect(JSON.parse(line)).toMatchObject({ observer: 'Security Reviewer', severity: 'critical', status: 'open' });
  } finally {
    await page.close();
    await server.stop();
    await receiver.close();
  }
});

test('a configuration file that was always invalid is reported with its line', async ({ page }) => {
  const server = await startServer({ variables: { HOOK_KEY: 'a key' } });
  try {
    const file = path.join(server.folder, 'observatory.config.yaml');
    await writeFile(file, 'sinks:\n  - { kind: webhook, name: issues, url: "ftp://example.com", secret_env: HOOK_KEY }\n');
    await page.goto(`${server.url}/observations?outgoing=pending`);
    const dialog = page.getByRole('dialog', { name: 'Outgoing' });
    const problems = dialog.getByRole('alert', { name: 'Configuration file problems' });
    await expect(problems).toContainText('nothing is sent');
    await expect(problems.getByRole('listitem')).toContainText(/line 2.*must start with https/u);
    expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([]);
    await rm(file);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Observations', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Outgoing' })).toBeHidden();
  } finally {
    await page.close();
    await server.stop();
  }
});
