import type { Page } from '@playwright/test';
import { contracts } from '../lib/contracts/index.ts';
import { ask, first } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { current, detail, getState, notice, post, rowOf, rows, report } from './observations-view.ts';
import { importText } from './start-server.ts';

const { observations } = contracts;
const doElsewhere = (url: string, fingerprint: string, action: 'acknowledge' | 'resolve') =>
  post(`${url}${observations.triage.path}`, { action, by: 'mara', target: { groups: [{ fingerprint }] } });
const form = (page: Page) => detail(page).getByRole('form', { name: 'Resolve' });
const button = (page: Page, name: RegExp) => detail(page).getByRole('button', { name });
const twoLines = 'A generated file was edited by hand six times, and each time the generator wrote it anew';

test('an undo on this page is not announced as somebody else’s change; somebody else’s is', async ({ page, emptyServer }) => {
  const [reported] = await report(emptyServer, { content: 'Edited a generated file' });
  const { fingerprint } = first(reported ? [reported] : [], 'observation');
  await page.goto(`${emptyServer.url}/observations?status=unresolved`);
  await expect(detail(page).getByRole('heading', { name: 'Edited a generated file' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(detail(page).getByRole('region', { name: 'History' })).toContainText('Acknowledged by');
  await page.keyboard.press('u');
  await page.keyboard.press('r');
  await expect(form(page)).toBeVisible();
  await expect(notice(page)).toContainText('Undone.');
  await expect(detail(page).getByRole('region', { name: 'History' })).toContainText('Undone: open again');
  await expect(current(page)).toContainText('Open');
  await expect(detail(page)).not.toContainText('in the meantime');
  await doElsewhere(emptyServer.url, fingerprint, 'acknowledge');
  await expect(detail(page)).toContainText('Its status changed to acknowledged in the meantime. See the history.');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('an undo by button counts as one’s own change, too', async ({ page, emptyServer }) => {
    const [reported] = await report(emptyServer, { content: 'Edited a generated file' }, { content: 'Another' });
    await page.goto(`${emptyServer.url}/observations?status=unresolved&at=${reported?.fingerprint}`);
    await button(page, /^Acknowledge/u).click();
    await expect(detail(page).getByRole('region', { name: 'History' })).toContainText('Acknowledged by');
    await notice(page).getByRole('button', { name: 'Undo' }).click();
    await button(page, /^Resolve as/u).click();
    await expect(detail(page).getByRole('region', { name: 'History' })).toContainText('Undone: open again');
    await expect(form(page)).toBeVisible();
    await expect(detail(page)).not.toContainText('in the meantime');
  });
});

test('keys act on what is selected, so the buttons of the current one name none', async ({ page, emptyServer }) => {
  await report(emptyServer, { content: 'One' }, { content: 'Two' });
  await page.goto(`${emptyServer.url}/observations`);
  await expect(button(page, /^Acknowledge A$/u)).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Acknowledge A' })).toBeVisible();
  await expect(button(page, /^Acknowledge$/u)).toBeVisible();
  await expect(button(page, /^Resolve as…$/u)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, /^Resolve as… R$/u)).toBeVisible();
});

for (const width of [1440, 1100]) {
  test(`the buttons stay where they are while the status changes, ${width} wide`, async ({ page, emptyServer }) => {
    await report(emptyServer, { content: twoLines }, { content: `${twoLines}!` });
    await page.setViewportSize({ width, height: 860 });
    await page.goto(`${emptyServer.url}/observations?status=unresolved`);
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press('j');
    await expect(button(page, /^Acknowledge/u)).toBeVisible();
    const before = await button(page, /^Acknowledge/u).boundingBox();
    await page.keyboard.press('a');
    await expect(detail(page).getByText('Acknowledged', { exact: true }).first()).toBeVisible();
    expect(await button(page, /^Acknowledge/u).boundingBox()).toEqual(before);
    await page.keyboard.press(width === 1440 ? 'j' : 'k');
    expect(await button(page, /^Acknowledge/u).boundingBox()).toEqual(before);
  });
}

test('each reason stands in one line at every width', async ({ page, emptyServer }) => {
  const [reported] = await report(emptyServer, { content: 'Edited a generated file' });
  for (const width of [1440, 1280, 1100, 390]) {
    await page.setViewportSize({ width, height: 860 });
    await page.goto(`${emptyServer.url}/observations?at=${reported?.fingerprint}`);
    await button(page, /^Resolve as/u).click();
    const reasons = form(page).locator('label');
    await expect(reasons).toHaveCount(4);
    const heights = await reasons.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().height));
    expect(Math.max(...heights), `at ${width} px`).toBeLessThan(30);
  }
});

test('a regression shows how long after the fix it came back, in its group and alone', async ({ page, wholeDemoServer }) => {
  const { items } = await ask(observations.list.response, `${wholeDemoServer.url}/api/observations?state=regressed`);
  const { id, fingerprint } = first(items, 'regressed observation');
  const words = /Regressed: returned \d+ d after the fix, by .+ Detector in /u;
  for (const at of [`at=${fingerprint}`, `view=single&at=${id}`]) {
    await page.goto(`${wholeDemoServer.url}/observations?${at}`);
    await expect(detail(page).getByRole('region', { name: 'History' })).toContainText(words);
  }
});

test('additional details are shown as text, in full on demand', async ({ page, emptyServer }) => {
  const long = `<img src=x onerror="document.title='bad'">${'x'.repeat(600)}‮end`;
  const [reported] = await report(
    emptyServer,
    { content: 'SQL from strings', sourceType: 'file', metadata: { cwe: 'CWE-89', tags: ['sql'], excerpt: long, suggestion: 'Bind it.' } },
    { content: 'Nothing beside', metadata: {} },
  );
  await page.goto(`${emptyServer.url}/observations?at=${reported?.fingerprint}`);
  const beside = detail(page).getByRole('region', { name: 'Additional details' });
  await expect(beside.getByRole('term')).toHaveText(['source', 'cwe', 'tags', /^excerpt/u]);
  await expect(beside.getByRole('definition').nth(1)).toHaveText('CWE-89');
  await expect(beside).toContainText('<img src=x');
  await expect(beside).not.toContainText('⟨U+202E⟩end');
  await beside.getByRole('button', { name: 'show all' }).click();
  await expect(beside).toContainText('⟨U+202E⟩end');
  await expect(beside).not.toContainText('Bind it.');
  expect((await beside.boundingBox())?.width).toBeLessThanOrEqual((await detail(page).boundingBox())?.width ?? 0);
  await expect(detail(page)).toContainText('Precision of test-integrity unknown: nothing labeled fixed or false positive yet.');
  await rowOf(page, 'Nothing beside').getByRole('button').click();
  await expect(detail(page).getByRole('heading', { name: 'Nothing beside' })).toBeVisible();
  await expect(detail(page).getByRole('region', { name: 'Evidence' })).toBeVisible();
  await expect(beside).toHaveCount(0);
});

test('a session without a title is shown by the beginning of its id', async ({ page, emptyServer }) => {
  const talk = makeClaudeLines({ sessionId: 'untitled' });
  const call = talk.call('t1', 'Bash', { command: 'make' });
  await importText(emptyServer.url, 'untitled.jsonl', toFile(call));
  const { items } = await ask(contracts.sessions.list.response, `${emptyServer.url}/api/sessions`);
  const { id: sessionId, title } = first(items, 'imported session');
  expect(title).toBeNull();
  await post(`${emptyServer.url}/api/observations`, {
    sessionId,
    observations: [{ observer: 'test-integrity', severity: 'high', content: 'Deleted a test' }],
  });
  await page.goto(`${emptyServer.url}/observations?view=single`);
  const name = `Session ${sessionId.slice(0, 8)}`;
  await expect(current(page)).toContainText(name);
  await expect(detail(page).getByRole('region', { name: 'Evidence' })).toContainText(name);
  await expect(page.getByText(sessionId)).toHaveCount(0);
});

test.describe('when somebody else was faster with the current one', () => {
  test.use({ expectedProblem: /409|ERR_FAILED|ERR_CONNECTION/u });

  test('the conflict appears in the form and keeps the note', async ({ page, emptyServer }) => {
    const [reported] = await report(emptyServer, { content: 'Edited a generated file' }, { content: 'Another' });
    const { fingerprint } = first(reported ? [reported] : [], 'observation');
    await page.route('**/api/events?*', (route) => route.abort());
    await page.goto(`${emptyServer.url}/observations?status=all&severity=all&at=${fingerprint}`);
    await expect(detail(page).getByRole('heading', { name: 'Edited a generated file' })).toBeVisible();
    await doElsewhere(emptyServer.url, fingerprint, 'resolve');
    await page.keyboard.press('r');
    await page.keyboard.press('3');
    await page.keyboard.type('the vendor wants it so');
    await page.keyboard.press('Control+Enter');
    const conflict = page.getByRole('alert', { name: 'Changed in the meantime' });
    await expect(conflict).toHaveCount(1);
    await expect(detail(page).getByRole('alert', { name: 'Changed in the meantime' })).toBeInViewport();
    await expect(conflict).toContainText('is fixed now: mara');
    await expect(conflict).toContainText('Your note: “the vendor wants it so”');
    // Beside another one it is asked at the foot.
    await rowOf(page, 'Another').getByRole('button').click();
    await expect(current(page)).toContainText('Another');
    await expect(conflict).toHaveCount(1);
    await expect(detail(page).getByRole('alert', { name: 'Changed in the meantime' })).toHaveCount(0);
    await page.keyboard.press('d');
    await expect(notice(page)).toContainText('Resolved as won’t fix');
    expect(await getState(emptyServer, fingerprint)).toBe('wont_fix');
  });
});
