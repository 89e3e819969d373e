import { randomUUID } from 'node:crypto';
import { getFailingSession, listSessions } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { openSession } from './session-view.ts';
import { importText } from './start-server.ts';

test('C and the button copy the link and say so, and so does the command that resumes the session', async ({
  page,
  emptyServer,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // No session is older.
  const talk = makeClaudeLines({ sessionId: 'resumed', startMs: Date.UTC(2001, 0, 1) });
  const { results } = await importText(emptyServer.url, 'resumed.jsonl', toFile(talk.prompt('Sum them'), talk.response('Done.')));
  await openSession(page, `${emptyServer.url}/sessions/${results[0]?.sessions[0]?.id}`);
  const said = page.getByRole('status', { name: 'Link' });
  await expect(said).toBeEmpty();
  await page.keyboard.press('c');
  await expect(said).toHaveText('Copied');
  await expect(said).toBeEmpty();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(said).toHaveText('Copied');

  await page.getByRole('button', { name: 'Resume command' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('cd /home/ada/shop && claude --resume resumed');

  const why = page.getByRole('status', { name: 'Keys' });
  for (const [key, text] of [
    ['e', 'No more errors'],
    ['Shift+E', 'No earlier errors'],
    ['f', 'No more findings'],
    ['z', 'Select a call to zoom to it'],
    [']', 'No more turns'],
    ['n', 'No older session'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(why).toHaveText(text);
  }
});

test('the title of the tab names the session, as it is called and while it runs', async ({ page, emptyServer: { url } }) => {
  const sessionId = randomUUID();
  const talk = makeClaudeLines({ sessionId, startMs: Date.now() - 5_000 });
  const text = toFile(talk.prompt('Sum   them'), talk.response('Done.'));
  const { results } = await importText(url, `${sessionId}.jsonl`, text);
  const id = results[0]?.sessions[0]?.id ?? '';
  await openSession(page, `${url}/sessions/${id}`);
  await expect(page).toHaveTitle('Live · Sum them · Trajectory Observatory');
  await importText(url, `${sessionId}.jsonl`, text + toFile(talk.title('A sum '.repeat(40))));
  await expect(page).toHaveTitle(/^Live · A sum A sum .{40,80}… · Trajectory Observatory$/u);
  await page.getByRole('link', { name: 'Sessions', exact: true }).first().click();
  await expect(page).toHaveTitle('Sessions · Trajectory Observatory');
  await page.goto(`${url}/sessions/${id}/assessments`);
  await expect(page).toHaveTitle(/^Assessments · A sum/u);
});

test('a note is written, found in the list, and removed', async ({ page, emptyServer }) => {
  const talk = makeClaudeLines({ sessionId: 'noted' });
  const { results } = await importText(emptyServer.url, 'noted.jsonl', toFile(talk.prompt('Sum them'), talk.response('Done.')));
  const address = `${emptyServer.url}/sessions/${results[0]?.sessions[0]?.id}`;
  await openSession(page, address);
  await page.getByRole('button', { name: 'Add a note' }).click();
  const field = page.getByRole('dialog', { name: 'Note' }).getByRole('textbox', { name: 'Note' });
  await expect(field).toBeFocused();
  await field.fill('Worth a SECOND look');
  // Closed in passing, it keeps what was typed.
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.getByRole('button', { name: 'Add a note' }).click();
  await expect(field).toHaveValue('Worth a SECOND look');
  await page.keyboard.press('Control+Enter');
  const line = page.getByRole('button', { name: 'Note: Worth a SECOND look' });
  await expect(line).toBeVisible();

  await page.goto(`${emptyServer.url}/sessions?q=second`);
  await expect(page.getByRole('table', { name: 'Sessions' })).toContainText('Worth a SECOND look');
  await openSession(page, address);
  await line.click();
  await field.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(line).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add a note' })).toBeVisible();
});

test('on a phone, the head leaves its room to the transcript, and comes back by hand and at the top', async ({ page, demoServer }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await getFailingSession(demoServer.url);
  const { transcript, strip } = await openSession(page, `${demoServer.url}/sessions/${id}`);
  await expect(strip).toBeVisible();
  const heightOf = async () => (await transcript.boundingBox())?.height ?? 0;
  const before = await heightOf();
  await transcript.hover();
  await page.mouse.wheel(0, 40);
  await expect.poll(() => transcript.evaluate(({ scrollTop }) => scrollTop)).toBe(40);
  await expect(strip).toBeVisible();
  await page.mouse.wheel(0, 40);
  await expect(strip).toBeHidden();
  expect(await heightOf()).toBeGreaterThan(before + 150);
  // Nothing is scrolled past meanwhile.
  expect(await transcript.evaluate(({ scrollTop }) => scrollTop)).toBe(80);
  await page.getByRole('button', { name: 'Show the summary' }).click();
  await expect(strip).toBeVisible();
  await page.getByRole('button', { name: 'Hide the summary' }).click();
  await expect(strip).toBeHidden();
  await transcript.hover();
  await page.mouse.wheel(0, -5_000);
  await expect(strip).toBeVisible();
});

test('on a phone, the head stays where all rows would have room without it', async ({ page, emptyServer: { url } }) => {
  const talk = makeClaudeLines({ sessionId: 'short' });
  const answers = Array.from({ length: 12 }, (_, at) => talk.response(`Step ${at}`));
  const { results } = await importText(url, 'short.jsonl', toFile(talk.prompt('Count'), ...answers));
  await page.setViewportSize({ width: 390, height: 844 });
  const { transcript } = await openSession(page, `${url}/sessions/${results[0]?.sessions[0]?.id}`);
  const scrollable = await transcript.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(scrollable).toBeGreaterThan(0);
  await transcript.hover();
  await page.mouse.wheel(0, 1_000);
  await expect.poll(() => transcript.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThanOrEqual(scrollable - 1);
  await expect(page.getByRole('button', { name: 'Hide the summary' })).toBeVisible();
});

test('on a phone, the head shows the summary of the turn, and findings that arrive move nothing in it', async ({ page, emptyServer }) => {
  const sessionId = randomUUID();
  const talk = makeClaudeLines({ sessionId });
  const begun = [
    talk.prompt('Build the shop'),
    talk.call('0', 'Read', { file_path: '/home/ada/shop/a.ts' }),
    talk.result('0', 'x'),
    talk.response('The shop has one file, which I have read from its beginning to its end.'),
    talk.prompt('Go on'),
  ];
  const loop = [1, 2, 3, 4, 5, 6].flatMap((at) => [talk.call(`${at}`, 'Bash', { command: 'make' }), talk.result(`${at}`, 'no rule', true)]);
  const { results } = await importText(emptyServer.url, `${sessionId}.jsonl`, toFile(...begun));
  await page.setViewportSize({ width: 390, height: 844 });
  const { transcript, strip } = await openSession(page, `${emptyServer.url}/sessions/${results[0]?.sessions[0]?.id}`);
  await expect(strip).toBeVisible();
  await expect(page.getByRole('link', { name: /^Summary of T0, confidence \w+: .*one file/u })).toBeVisible();
  const before = (await transcript.boundingBox())?.y;
  await importText(emptyServer.url, `${sessionId}.jsonl`, toFile(...begun, ...loop));
  await expect(page.getByRole('tab', { name: /^Findings/u })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Triage' })).toBeVisible();
  expect((await transcript.boundingBox())?.y).toBe(before);
});

test('N and ⇧N lead through the sessions by start, and the ends have one way only', async ({ page, demoServer }) => {
  const { items } = await listSessions(demoServer.url);
  const [newest, second, third] = items.map(({ id }) => `${demoServer.url}/sessions/${id}`);
  await openSession(page, newest ?? '');
  await expect(page.getByRole('link', { name: 'Newer session' })).toBeHidden();
  const older = page.getByRole('link', { name: 'Older session' });
  const placeAtTheEnd = await older.boundingBox();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(second ?? '');
  await expect(page.getByRole('link', { name: 'Newer session' })).toBeVisible();
  expect((await older.boundingBox())?.x).toBe(placeAtTheEnd?.x);
  await older.click();
  await expect(page).toHaveURL(third ?? '');
  await expect(page.getByRole('link', { name: 'Newer session' })).toHaveAttribute('href', new URL(second ?? '').pathname);
  await page.keyboard.press('Shift+N');
  await expect(page).toHaveURL(second ?? '');

  const failing = (await listSessions(demoServer.url, 'sort=errors&order=desc&hasErrors=true')).items.map(({ id }) => id);
  await page.goto(`${demoServer.url}/sessions?errors=true&sort=errors`);
  await page.locator(`[data-session-link][href^="/sessions/${failing[0]}"]`).click();
  await expect(page.getByRole('link', { name: 'Previous session in the list' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Next session in the list' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(new RegExp(`/sessions/${failing[1]}\\?list=`, 'u'));
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Sessions' }).click();
  await expect(page).toHaveURL(`${demoServer.url}/sessions?errors=true&sort=errors`);
});
