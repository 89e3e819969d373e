import type { Page } from '@playwright/test';
import { first } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { openSession } from './session-view.ts';
import { importText } from './start-server.ts';

const script = '<script>window.hacked=1</script>';
const image = '<img src=x onerror="window.hacked=1">';
const link = '[click](javascript:window.hacked=1) javascript:window.hacked=1';
const escapes = 'before \u001b[31mred\u001b[0m \u001b]0;title\u0007after';
const override = 'invoice\u202efdp.exe';
const separators = 'one\u2028two\u0000three';

const talk = makeClaudeLines({ sessionId: 'hostile-session', cwd: `/home/ada/${image}` });
const hostileFile = toFile(
  talk.title(`${script} ${override}`),
  talk.prompt(`${script} ${image} ${link} ${override} ${separators} ${escapes}`),
  talk.response(`${image} ${link} ${script} ${override}`),
  talk.call('t1', `Bash${script}`, { command: `echo ${image}`, description: script }),
  talk.result('t1', `${script} ${escapes} ${separators} ${override}`, true),
  talk.call('t2', 'Edit', { file_path: `/home/ada/${image}/${override}.ts`, old_string: script, new_string: image }),
  talk.result('t2', image),
  talk.call('t3', 'Bash', { command: 'cat long' }),
  talk.result('t3', 'L'.repeat(1_048_576), true),
  talk.response('M'.repeat(1_048_576)),
);

const expectNoHarm = async (page: Page) => {
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.locator('img[src=x], a[href^="javascript:"]').count()).toBe(0);
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  expect(width[0]).toBe(width[1]);
};

/** Everything that is drawn, attributes too; the data that a page brings in its scripts is not. */
const readDrawnHtml = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const drawn = document.createElement('div');
    drawn.innerHTML = document.body.innerHTML;
    drawn.querySelectorAll('script').forEach((script) => script.remove());
    return drawn.innerHTML;
  });

test('hostile text is shown as text and never executed', async ({ page, emptyServer }) => {
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`);
  });
  const { results } = await importText(emptyServer.url, `${image}.jsonl`, hostileFile);
  const { id } = first(first(results, 'result').sessions, 'session');

  await page.goto(`${emptyServer.url}/sessions`);
  const row = page.getByRole('table', { name: 'Sessions' }).locator('tbody').getByRole('row').filter({ hasText: image });
  await expect(row).toContainText(script);
  await expect(row).toContainText('⟨U+202E⟩');
  await expectNoHarm(page);

  const view = await openSession(page, `${emptyServer.url}/sessions/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${script} invoice⟨U+202E⟩fdp.exe`);
  for (const text of [script, image, link, 'invoice⟨U+202E⟩fdp.exe', 'one⟨U+2028⟩two�three', '␛[31mred']) {
    await expect(view.transcript).toContainText(text);
  }
  await expectNoHarm(page);

  await openSession(page, `${emptyServer.url}/sessions/${id}?call=1`);
  await expect(view.fact('Tool')).toContainText(`Bash${script}`);
  await expect(view.inspector.getByRole('region', { name: 'Result' })).toContainText('⟨U+202E⟩');
  await view.inspector.getByRole('button', { name: /^Raw record/u }).click();
  await expect(view.inspector.locator('pre[aria-label="Raw record"]')).toContainText('window.hacked=1');
  await expectNoHarm(page);

  for (const call of [2, 3]) {
    await openSession(page, `${emptyServer.url}/sessions/${id}?call=${call}`);
    await expect(view.fact('Call')).toContainText(`#${call}`);
    await expect(view.selectedRow).toBeInViewport();
    await expectNoHarm(page);
  }
  expect(await readDrawnHtml(page)).not.toMatch(/[\u202e\u2028\u001b]/u);

  await page.goto(`${emptyServer.url}/import`);
  await expectNoHarm(page);
});

test.describe('the content security policy', () => {
  test.use({ expectedProblem: /Content Security Policy/iu });

  test('blocks inline scripts without the nonce', async ({ page, demoServer }) => {
    const response = await page.goto(`${demoServer.url}/sessions`);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/u);
    expect(/script-src [^;]*/u.exec(policy)?.[0]).not.toContain('unsafe-inline');
    const html = (await response?.text()) ?? '';
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
    await page.route('**/sessions', (route) => route.fulfill({ headers, body: html.replace('</body>', `${script}</body>`) }));
    const refused = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'));
    await page.goto(`${demoServer.url}/sessions`);
    await refused;
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });
});
