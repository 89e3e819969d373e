import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { importText, type Served } from './start-server.ts';

const key = `ghp_${'aB3dE5fG7hJ9kL1m'.repeat(2)}wxyz`;

const importSolved = async ({ url }: Served): Promise<string> => {
  const lines = makeClaudeLines({ sessionId: 'solved' });
  const text = toFile(
    lines.prompt('That migration failed with a lock, please fix it'),
    lines.call('toolu_1', 'Bash', { command: `PRAGMA busy_timeout=5000 --token ${key}` }),
    lines.result('toolu_1', 'ok'),
    lines.response('It waits for the lock now.'),
    lines.prompt('Another migration, please explain it'),
    lines.response('It adds a column.'),
  );
  const { results } = await importText(url, 'solved.jsonl', text);
  return results[0]?.sessions[0]?.id ?? '';
};

test('a prompt is tried: examples, their scores by word, why others are left out, and the section', async ({ page, emptyServer }) => {
  const id = await importSolved(emptyServer);
  await page.goto(`${emptyServer.url}/retrieval?tab=examples`);
  await expect(page.getByRole('heading', { name: 'Try a prompt' })).toBeVisible();
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  // The server draws the page before the browser listens to keys; the header listens first, and takes the key for its own field.
  await expect(async () => {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press('/');
    await expect(prompt).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('migration failed lock');
  await expect(prompt).toHaveValue('migration failed lock');
  await page.keyboard.press('Control+Enter');
  const examples = page.getByRole('list', { name: 'Examples' });
  await expect(examples.locator('[data-example-link]')).toHaveText(['That migration failed with a lock, please fix it']);
  await expect(examples).toContainText('succeeded');
  await expect(examples.getByLabel('Score by word')).toContainText('lock');
  await expect(page.getByRole('list', { name: 'Left out' })).toContainText('sharing too few of the words');
  const section = page.getByLabel('Section', { exact: true });
  await expect(section).toContainText(/^<past_trajectories>\n# Past Trajectories[^]*<\/past_trajectories>$/u);
  await expect(page.getByLabel('Length')).toHaveValue('4000');
  await expect(section).toContainText('[redacted: ');
  await expect(page.locator('main')).not.toContainText(key);
  await expect(page).toHaveURL(/prompt=migration\+failed\+lock/u);

  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/sessions/${id}\\?record=`, 'u'));
  await page.goBack();
  await expect(section).toBeVisible();
});

test('a session is found by what happened in it, and the page says how', async ({ page, emptyServer }) => {
  const lines = makeClaudeLines({ sessionId: 'deployed' });
  const text = toFile(
    lines.prompt('Please deploy the new invoices index'),
    lines.call('toolu_1', 'Bash', { command: 'npx knex migrate:latest' }),
    lines.result('toolu_1', 'migration failed with error: lock timeout'),
    lines.response('The index is built now.'),
  );
  await importText(emptyServer.url, 'deployed.jsonl', text);
  await page.goto(`${emptyServer.url}/retrieval?tab=examples&prompt=migration+failed+lock`);
  const examples = page.getByRole('list', { name: 'Examples' });
  await expect(examples.locator('[data-example-link]')).toHaveText(['Please deploy the new invoices index']);
  await expect(examples).toContainText('found by its results: migration, failed, lock');
  await expect(page.getByLabel('Section', { exact: true })).toContainText('- found by its results: migration, failed, lock');
});

test('what agents were given is listed, and nothing found says why', async ({ page, emptyServer }) => {
  await importSolved(emptyServer);
  const body = JSON.stringify({ prompt: 'fix the migration', session_id: 'claude-code:running', turn_idx: 3 });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${emptyServer.url}/api/retrieve`, { method: 'POST', body, headers });
  await page.goto(`${emptyServer.url}/retrieval?prompt=zebra`);
  await expect(page.getByText('No past prompt matches any of these words, and no result or answer has half of them.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Given to agents' })).toContainText('fix the migration');
  await expect(page.getByRole('region', { name: 'Given to agents' })).toContainText('1 example');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('form, examples and section fit', async ({ page, demoServer }) => {
    await page.goto(`${demoServer.url}/retrieval?prompt=splitting+an+invoice+over+three+people+loses+a+cent`);
    await expect(page.locator('[data-example-link]').first()).toBeVisible();
    await expect(page.getByLabel('Section', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
