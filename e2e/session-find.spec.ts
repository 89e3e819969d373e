import { first, getFailingSession, listCalls, listSessions } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { openSession, readCall } from './session-view.ts';
import { importText } from './start-server.ts';

const talk = makeClaudeLines({ sessionId: 'find-session' });
const deep = [...Array.from({ length: 60 }, (_, at) => `line ${at + 1}`), 'the Needle 100% (a|b)', 'end'].join('\n');
const file = toFile(
  talk.prompt('Look for a needle'),
  ...[1, 2, 3].flatMap((at) => [
    talk.call(`r${at}`, 'Read', { file_path: `/home/ada/shop/${at === 2 ? 'needle' : 'hay'}-${at}.ts` }),
    talk.result(`r${at}`, 'straw'),
  ]),
  ...Array.from({ length: 60 }, (_, at) => talk.response(`Straw number ${at + 1}.`)),
  talk.call('b1', 'Bash', { command: 'cat all' }),
  talk.result('b1', deep),
  talk.response('That was all.'),
);

test('/ finds a text in every record, opens what holds it, and the address keeps it', async ({ page, emptyServer }) => {
  const { results } = await importText(emptyServer.url, 'find.jsonl', file);
  const { id } = first(first(results, 'result').sessions, 'session');
  const view = await openSession(page, `${emptyServer.url}/sessions/${id}`);
  await page.keyboard.press('/');
  const field = page.getByRole('textbox', { name: 'Find in this session' });
  await expect(field).toBeFocused();
  await page.keyboard.type('needle');
  const status = page.getByRole('search', { name: 'Find in this session' }).getByRole('status');
  await expect(status).toHaveText('3 found');
  const mark = view.selectedRow.locator('mark');

  // Enter searches for text that is still being typed, and walks the matches of a finished search.
  await expect(page).toHaveURL(/[?&]find=needle(?:&|$)/u);
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('1 of 3');
  await expect(mark.first()).toHaveText('needle');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('2 of 3');
  await expect.poll(() => readCall(page)).toBe(2);
  await expect(mark.first()).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('3 of 3');
  await expect(mark.filter({ hasText: 'Needle' })).toBeInViewport();
  expect(await mark.first().evaluate((element) => getComputedStyle(element).fontWeight)).toBe('600');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('1 of 3');
  await page.keyboard.press('Shift+Enter');
  await expect(status).toHaveText('3 of 3');

  await expect.poll(() => readCall(page)).toBe(4);
  await expect(page).toHaveURL(/[?&]find=needle/u);
  await page.reload();
  await expect(status).toHaveText('3 of 3');
  await expect(mark.filter({ hasText: 'Needle' })).toBeInViewport();

  for (const text of ['100% (A|B)', '"', "'", 'a* OR (', '\\', '%', '😀']) {
    await field.fill(text);
    await expect(status).toHaveText(/ of |found/u);
  }
  await field.fill('100% (A|B)');
  await expect(status).toHaveText('1 of 1');
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(page).not.toHaveURL(/find=/u);
  await expect(view.selectedRow.locator('[data-row-focus]').first()).toBeFocused();
  await expect(view.transcript.locator('mark')).toHaveCount(0);
});

test('on a phone, what is found in arguments is marked in the row, where no record stands beside it', async ({ page, emptyServer }) => {
  const lines = makeClaudeLines({ sessionId: 'find-phone' });
  const call = (id: string, name: string, input: Record<string, unknown>) => [lines.call(id, name, input), lines.result(id, 'straw')];
  const calls = [
    ...call('1', 'Read', { file_path: `/home/ada/shop/${'deep/'.repeat(20)}needle.ts` }),
    ...call('2', 'Grep', { pattern: 'hay', glob: '*.needle' }),
    ...call('3', 'Bash', { command: 'ls', description: 'Looks for the needle' }),
    ...call('4', 'Task', { description: 'Look', prompt: 'Find the needle' }),
    ...call('5', 'TodoWrite', { todos: [{ content: 'Find the needle', status: 'pending' }] }),
    ...call('6', 'mcp__box__open', { label: 'a needle' }),
  ];
  const { results } = await importText(emptyServer.url, 'phone.jsonl', toFile(lines.prompt('Go'), ...calls));
  const { id } = first(first(results, 'result').sessions, 'session');
  await page.setViewportSize({ width: 390, height: 844 });
  const view = await openSession(page, `${emptyServer.url}/sessions/${id}?find=needle`);
  const search = page.getByRole('search', { name: 'Find in this session' });
  await expect(search.getByRole('status')).toHaveText('6 found');
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await search.getByRole('textbox').press('Enter');
    await expect.poll(() => readCall(page)).toBe(number);
    await expect(view.selectedRow.locator('mark').first(), `call ${number}`).toBeInViewport();
  }
});

test('the address holds filter, opened rows, strip and record, and back and forward lead through them', async ({ page, demoServer }) => {
  const { id } = await getFailingSession(demoServer.url);
  const failing = (await listCalls(demoServer.url, id)).filter(({ outcome }) => outcome === 'error').map(({ callIndex }) => callIndex);
  await page.goto(`${demoServer.url}/sessions`);
  const view = await openSession(page, `${demoServer.url}/sessions/${id}`);
  await page.getByRole('radio', { name: /^Errors/u }).click();
  await expect(page).toHaveURL(/[?&]show=errors/u);
  await expect(view.transcript.locator('[data-row]')).toHaveCount(failing.length);
  await page.keyboard.press('j');
  await expect.poll(() => readCall(page)).toBe(failing[0]);
  // A failed call is open until somebody closes it.
  await expect(view.selectedRow.getByRole('button', { expanded: true }).first()).toBeVisible();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(new RegExp(`open=-c${failing[0]}`, 'u'));
  await page.keyboard.press('v');
  await expect(page.getByRole('table', { name: /calls in order$/u })).toBeVisible();
  await expect(page).toHaveURL(/[?&]chart=table/u);
  await page.reload();
  await expect(page.getByRole('radio', { name: /^Errors/u })).toBeChecked();
  await expect(page.getByRole('table', { name: /calls in order$/u })).toBeVisible();
  await expect(view.selectedRow.getByRole('button', { expanded: false }).first()).toBeVisible();

  await page.getByRole('radio', { name: 'All' }).click();
  await expect(page).not.toHaveURL(/show=/u);
  await page.goBack();
  await expect(page).toHaveURL(/[?&]show=errors/u);
  await expect(page.getByRole('radio', { name: /^Errors/u })).toBeChecked();
  await page.goForward();
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`${demoServer.url}/sessions/${id}`);
  await page.goBack();
  await expect(page).toHaveURL(`${demoServer.url}/sessions`);
  await expect(page.locator('[data-session-link]').first()).toBeVisible();
});

test('V shows the strip as a table whose rows link to calls', async ({ page, demoServer }) => {
  const { items } = await listSessions(demoServer.url, 'sort=calls&order=desc');
  const session = first(items, 'session');
  const calls = await listCalls(demoServer.url, session.id);
  const view = await openSession(page, `${demoServer.url}/sessions/${session.id}`);
  await page.keyboard.press('v');
  const table = page.getByRole('table', { name: `${session.toolCalls} calls in order` });
  await expect(table).toHaveAttribute('aria-rowcount', String(session.toolCalls + 1));
  const row = table.getByRole('row').nth(3);
  const call = first(
    calls.filter(({ callIndex }) => callIndex === 3),
    'third call',
  );
  await expect(row).toContainText(call.outcome);
  await expect(row).toContainText(call.name);
  await row.getByRole('button', { name: '#3' }).click();
  await expect.poll(() => readCall(page)).toBe(3);
  await expect(view.selectedRow).toBeInViewport();
  await page.keyboard.press('v');
  await expect(view.strip).toBeVisible();
});
