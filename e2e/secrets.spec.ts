import type { Locator, Page } from '@playwright/test';
import { first, waitForObservers } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { detail, report } from './observations-view.ts';
import { openSession } from './session-view.ts';
import { importText, type Served } from './start-server.ts';

/** Made up, and joined here so that none stands in the repository. */
const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
const command = `curl -H "x-api-key: ${key}" https://api.example.org/v1/messages`;
const calls = Array.from({ length: 6 }, (_, at) => at + 1);

const talk = makeClaudeLines({ sessionId: 'leaky-session' });
const leakyFile = toFile(
  talk.prompt(`Call it with ${key}`),
  ...calls.flatMap((at) => [talk.call(`t${at}`, 'Bash', { command }), talk.result(`t${at}`, `curl: (22) 401 for x-api-key: ${key}`, true)]),
  talk.call('t7', 'Bash', { command: 'cat key.pem' }),
  talk.result('t7', `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEAuZ3vQ9tL\n'.repeat(3)}-----END RSA PRIVATE KEY-----`),
  talk.call('t8', 'Edit', {
    file_path: '/home/ada/shop/.env',
    old_string: 'API_KEY=q8Wn3Zr7Lk2Vx9Tb4M',
    new_string: 'API_KEY=Zk3vQ9tLr2Wm8XyBn5',
  }),
  talk.result('t8', 'Edited'),
  talk.response('It is refused.'),
);

const importLeaky = async ({ url }: Served): Promise<string> => {
  const { results } = await importText(url, 'leaky.jsonl', leakyFile);
  await waitForObservers(url);
  return `${url}/sessions/${first(first(results, 'result').sessions, 'session').id}`;
};

const markIn = (place: Locator): Locator => place.locator('[data-secret=anthropic-key]');
const noteIn = (place: Locator): Locator => place.getByRole('note').filter({ hasText: /^Secrets: anthropic-key/u });

const expectMark = async (place: Locator) => {
  await expect(markIn(place).first()).toHaveText(key);
  await expect(markIn(place).first()).toHaveCSS('text-decoration-line', 'underline');
};

const readSelected = (page: Page, mark: Locator): Promise<string> =>
  mark.evaluate((element) => {
    getSelection()?.selectAllChildren(element.parentElement ?? element);
    return getSelection()?.toString() ?? '';
  });

test('a key is marked wherever the pages show it, and its rule is named in words', async ({ page, emptyServer }) => {
  const session = await importLeaky(emptyServer);
  const view = await openSession(page, `${session}?call=1`);
  await expectMark(view.transcript);
  await expectMark(page.getByRole('heading', { level: 1 }));
  await expectMark(view.turns);

  const panel = view.inspector;
  await expectMark(panel.getByRole('region', { name: 'Arguments' }));
  await expectMark(panel.getByRole('region', { name: 'Result' }));
  await expect(noteIn(panel)).toHaveText('Secrets: anthropic-key (2). Shown as stored, redacted in everything that is sent.');
  await panel.getByRole('button', { name: /^Raw record/u }).click();
  await expectMark(panel.locator('pre[aria-label="Raw record"]'));
  await expect(noteIn(panel.getByRole('region', { name: 'Raw record' }))).toBeVisible();

  await page.goto(`${session}?call=6&tab=assessment`);
  await expectMark(panel.getByRole('list', { name: 'Findings' }).first());
  await expect(noteIn(panel).first()).toBeVisible();

  await report(emptyServer, { content: `Leaks ${key}`, sourceType: 'file', sourceRef: `.env?token=${key}` });
  await page.goto(`${emptyServer.url}/observations?view=single`);
  await page.getByRole('row').filter({ hasText: 'Leaks' }).click();
  await expectMark(detail(page).getByRole('heading', { level: 2 }));
  await expectMark(detail(page).getByRole('region', { name: 'Evidence' }));
  await expect(noteIn(detail(page))).toBeVisible();
});

test('a secret is marked across the lines and parts that its text is drawn in', async ({ page, emptyServer }) => {
  const session = await importLeaky(emptyServer);
  const { transcript } = await openSession(page, `${session}?call=7&open=c7.c8`);
  await expect(transcript.locator('[data-secret=private-key]')).toHaveCount(5);
  await expect(transcript.locator('[data-secret=private-key]').last()).toHaveText('-----END RSA PRIVATE KEY-----');
  await expect(transcript.locator('mark [data-secret=secret-value]')).toHaveText(['q8Wn3Zr7Lk2Vx9Tb4M', 'Zk3vQ9tLr2Wm8XyBn5']);
});

test('marked text is copied, selected and found as it is stored', async ({ page, emptyServer, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: emptyServer.url });
  const session = await importLeaky(emptyServer);
  const view = await openSession(page, `${session}?call=2`);
  const panel = view.inspector;
  await panel.getByRole('button', { name: 'Copy result' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`curl: (22) 401 for x-api-key: ${key}`);
  const result = panel.getByRole('region', { name: 'Result' });
  expect(await readSelected(page, markIn(result))).toBe(`curl: (22) 401 for x-api-key: ${key}`);

  // The text to find begins inside the key.
  await page.keyboard.press('/');
  await page.keyboard.type('Q9tLr2Wm');
  await expect(markIn(view.transcript).locator('mark').first()).toHaveText('Q9tLr2Wm');
  await expect(markIn(view.transcript).first()).toHaveText(key);
});
