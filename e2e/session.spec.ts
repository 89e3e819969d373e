import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ask, first, getFailingSession, listCalls, listSessions } from './ask.ts';
import { contracts } from '../lib/contracts/index.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, importDemo, test } from './fixtures.ts';
import { openSession, readCall, sessionView } from './session-view.ts';
import { importText, startServer } from './start-server.ts';

test('E and ⇧E walk the failing calls, and the inspector says why each failed', async ({ page, demoServer }) => {
  const { id } = await getFailingSession(demoServer.url);
  const failing = (await listCalls(demoServer.url, id)).filter(({ outcome }) => outcome === 'error').map(({ callIndex }) => callIndex);
  expect(failing.length).toBeGreaterThan(2);
  const view = await openSession(page, `${demoServer.url}/sessions/${id}`);
  for (const call of failing.slice(0, 3)) {
    await page.keyboard.press('e');
    await expect.poll(() => readCall(page)).toBe(call);
    await expect(view.fact('Call')).toContainText(`#${call}`);
    await expect(view.fact('Outcome')).toContainText('Error');
    await expect(view.selectedRow).toBeInViewport();
  }
  await page.keyboard.press('Shift+E');
  await expect.poll(() => readCall(page)).toBe(failing[1]);
  await page.keyboard.press('Shift+E');
  await page.keyboard.press('Shift+E');
  await expect.poll(() => readCall(page)).toBe(failing[0]);
});

test('[ and ] walk the turns, and a click in the outline leads to one', async ({ page, demoServer }) => {
  const { items } = await listSessions(demoServer.url, 'sort=turns&order=desc');
  const { id, turns } = first(items, 'session');
  expect(turns).toBeGreaterThan(2);
  const view = await openSession(page, `${demoServer.url}/sessions/${id}`);
  const current = view.turns.locator('[aria-current=true]');
  const head = page.getByRole('region', { name: 'Transcript pane' }).locator('header');
  await expect(view.turns.getByRole('button').first()).toBeVisible();
  await page.keyboard.press(']');
  await expect(current).toBeVisible();
  const start = Number(/^T(\d+)/u.exec(await current.innerText())?.[1]);
  await page.keyboard.press(']');
  await expect(current).toContainText(`T${start + 1}`);
  await expect(head).toContainText(`T${start + 1}`);
  await page.keyboard.press('[');
  await expect(current).toContainText(`T${start}`);
  await view.turns
    .getByRole('button')
    .filter({ hasText: new RegExp(`^T${start + 2}(?!\\d)`, 'u') })
    .click();
  await expect(current).toContainText(`T${start + 2}`);
  await expect(head).toContainText(`T${start + 2}`);
});

test('what an agent did without a prompt is turn T0, and T– as soon as a prompt follows', async ({ page, emptyServer: { url } }) => {
  const lines = makeClaudeLines({ sessionId: 'no-prompt' });
  const work = [
    lines.call('c1', 'Bash', { command: 'npm test' }),
    lines.result('c1', 'All tests passed.'),
    lines.response('The tests pass now. Nothing else was changed.'),
  ];
  await importText(url, 'no-prompt.jsonl', toFile(...work));
  await page.goto(`${url}/sessions`);
  const row = page.getByRole('row').filter({ hasText: 'The tests pass now.' });
  await expect(row).toContainText('no prompt');
  await row.getByRole('link').click();
  const { turns, transcript } = sessionView(page);
  await expect(turns.getByRole('button')).toHaveText(/^T0No prompt · The tests pass now\./u);
  await expect(transcript.getByRole('listitem')).toHaveCount(2);

  await importText(url, 'no-prompt.jsonl', toFile(...work, lines.prompt('Then fix the docs'), lines.response('Done.')));
  await expect(turns.getByRole('button')).toHaveText([/^T–No prompt · The tests pass now\./u, /^T0Then fix the docs/u]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Then fix the docs');
  await page.keyboard.press('[');
  await expect(turns.locator('[aria-current=true]')).toContainText('T–');
});

test('O opens a call in place and closes it again', async ({ page, demoServer }) => {
  const { id } = await getFailingSession(demoServer.url);
  const call = first(
    (await listCalls(demoServer.url, id)).filter(({ outcome }) => outcome === 'error'),
    'failing call',
  );
  const view = await openSession(page, `${demoServer.url}/sessions/${id}?call=${call.callIndex}`);
  const line = view.selectedRow.getByRole('button', { expanded: true }).first();
  await expect(line).toBeVisible();
  await page.keyboard.press('o');
  await expect(view.selectedRow.getByRole('button', { expanded: false }).first()).toBeVisible();
  await page.keyboard.press('o');
  await expect(line).toBeVisible();
});

test('Z zooms the strip to the selection and 0 shows all calls', async ({ page, demoServer }) => {
  const { items } = await listSessions(demoServer.url, 'sort=calls&order=desc');
  const session = first(items, 'session');
  const view = await openSession(page, `${demoServer.url}/sessions/${session.id}?call=${Math.ceil(session.toolCalls / 2)}`);
  await expect(view.fact('Call')).toBeVisible();
  await expect(view.strip.locator('svg')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page).toHaveURL(/[?&]zoom=\d+-\d+/u);
  await expect(view.strip).toHaveAccessibleName(/zoomed to \d+ to \d+/u);
  await page.keyboard.press('0');
  await expect(page).not.toHaveURL(/zoom=/u);
  await expect(view.strip).toHaveAccessibleName(`Playhead over ${session.toolCalls} calls`);
});

test('the filter Errors leaves only failing calls', async ({ page, demoServer }) => {
  const { id, toolErrors } = await getFailingSession(demoServer.url);
  const calls = await listCalls(demoServer.url, id);
  const failing = new Set(calls.filter(({ outcome }) => outcome === 'error').map(({ callIndex }) => `#${callIndex}`));
  const view = await openSession(page, `${demoServer.url}/sessions/${id}`);
  await page.getByRole('radio', { name: `Errors ${toolErrors}` }).click();
  const shownCalls = async () => (await view.transcript.getByText(/^#\d+/u).allInnerTexts()).map((text) => text.trim());
  await expect.poll(async () => (await shownCalls()).length > 0 && (await shownCalls()).every((call) => failing.has(call))).toBe(true);
  await page.getByRole('radio', { name: 'All' }).click();
  await expect.poll(async () => (await shownCalls()).some((call) => !failing.has(call))).toBe(true);
});

const findFailingSubagent = async (url: string) => {
  const { items } = await listSessions(url, 'includeChildren=true');
  return first(
    items.filter(({ relation, toolErrors, parentId }) => {
      const parent = items.find(({ id }) => id === parentId);
      return relation === 'subagent' && toolErrors > 0 && parent?.toolErrors === 0;
    }),
    'subagent with errors whose parent has none',
  );
};

test('a subagent is read in place: keys, links, the inspector and the verdict reach its records', async ({ page, demoServer }) => {
  const child = await findFailingSubagent(demoServer.url);
  const url = `${demoServer.url}/sessions/${child.parentId}`;
  const { lanes } = await ask(contracts.sessions.overview.response, `${demoServer.url}/api/sessions/${child.parentId}/overview`);
  const lane = first(
    lanes.filter(({ sessionId }) => sessionId === child.id),
    'lane of the subagent',
  );
  const failed = first(
    (await listCalls(demoServer.url, lane.sessionId)).filter(({ outcome }) => outcome === 'error'),
    'failed call',
  );
  const view = await openSession(page, url);
  await expect(page.getByRole('button', { name: `${child.toolErrors} failed in a subagent` })).toBeVisible();

  // E opens the subagent at its failed call; the address and the inspector name it.
  await page.keyboard.press('e');
  await expect(page).toHaveURL(new RegExp(`agent=${lane.sessionId}`, 'u'));
  await expect(view.selectedRow).toContainText(`a${failed.callIndex}`);
  await expect(view.fact('Call')).toContainText(`a${failed.callIndex}`);
  await expect(view.fact('Subagent')).toContainText(`of #${lane.firstCall}`);
  await expect(view.strip).toHaveAttribute('aria-valuenow', `${lane.firstCall}`);

  // K and J walk its rows, whatever their kind, and the address follows.
  await page.keyboard.press('k');
  await expect(page).not.toHaveURL(new RegExp(`call=${failed.callIndex}&`, 'u'));
  await expect(page).toHaveURL(new RegExp(`agent=${lane.sessionId}`, 'u'));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/record=/u);
  await expect(page).toHaveURL(new RegExp(`agent=${lane.sessionId}`, 'u'));
  const record = new URL(page.url()).searchParams.get('record');

  // A link without what was opened leads to the record all the same.
  await page.goto(`${url}?agent=${lane.sessionId}&record=${record}`);
  await expect(view.selectedRow).toBeInViewport();
  await expect(view.selectedRow).toHaveAttribute('data-row', new RegExp(`^c${lane.firstCall}_s`, 'u'));
  await page.keyboard.press('Escape');
  await expect(view.selectedRow).toHaveCount(0);

  // A match in the subagent opens it, and the bar names the subagent.
  const text = first((failed.resultText ?? '').trim().split('\n'), 'line').slice(0, 40);
  const query = new URLSearchParams({ q: text, subagents: 'true' });
  const { total, calls, agents } = await ask(
    contracts.sessions.find.response,
    `${demoServer.url}/api/sessions/${child.parentId}/find?${query}`,
  );
  const at = agents.findIndex((agent, index) => agent > 0 && calls[index] === failed.callIndex);
  await openSession(page, `${url}?find=${encodeURIComponent(text)}`);
  const status = page.getByRole('search', { name: 'Find in this session' }).getByRole('status');
  await expect(status).toHaveText(`${total} found`);
  for (let step = 0; step <= at; step += 1) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(status).toHaveText(new RegExp(`^${step + 1} of ${total}`, 'u'));
  }
  await expect(status).toHaveText(`${at + 1} of ${total}, in subagent ${lane.label} of #${lane.firstCall}`);
  await expect(page).toHaveURL(new RegExp(`agent=${lane.sessionId}`, 'u'));
  await expect(view.selectedRow).toContainText(`a${failed.callIndex}`);
  await expect(view.selectedRow.locator('mark').first()).toBeInViewport();
  await expect(view.fact('Subagent')).toContainText(`of #${lane.firstCall}`);
  // It stays open.
  await page.getByRole('link', { name: /^Open .* session/u }).click();
  await expect(page).toHaveURL(`${demoServer.url}/sessions/${lane.sessionId}`);
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(child.parentTitle ?? '');
});

test('a failed call that goes on with a subagent is open at first; a click selects it, and the next closes it', async ({
  page,
  emptyServer,
}) => {
  const lead = makeClaudeLines({ sessionId: 'lead-session' });
  const worker = makeClaudeLines({ sessionId: 'lead-session', agentId: 'aa11' });
  const told = 'agentId: aa11 (use SendMessage to continue this agent)';
  const calls = [
    ...[lead.call('t1', 'Task', { prompt: 'Look' }), lead.result('t1', told)],
    ...[lead.call('t2', 'Task', { prompt: 'Go on', resume: 'aa11' }), lead.result('t2', `It gave up.\n${told}`, true)],
  ];
  const { results } = await importText(emptyServer.url, 'lead-session.jsonl', toFile(lead.prompt('Delegate'), ...calls));
  await importText(emptyServer.url, 'agent-aa11.jsonl', toFile(worker.prompt('Look'), worker.response('Nothing.')));
  const { id } = first(first(results, 'result').sessions, 'session');
  const view = await openSession(page, `${emptyServer.url}/sessions/${id}`);
  const row = view.transcript.locator('[data-row=c2]');
  const line = row.locator('[data-row-focus]').first();
  await expect(row).toContainText('It gave up.');
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await line.click();
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expect(row).toContainText('It gave up.');
  await line.click();
  await expect(row).not.toContainText('It gave up.');
  await expect(line).toHaveAttribute('aria-expanded', 'false');
});

test('E says that it waits for a subagent, and lands in it', async ({ page, demoServer }) => {
  const child = await findFailingSubagent(demoServer.url);
  const failed = first(
    (await listCalls(demoServer.url, child.id)).filter(({ outcome }) => outcome === 'error'),
    'failed call',
  );
  /** Answers nothing of the subagent at this place until it is let go. */
  const hold = async (place: string) => {
    let letGo = (): void => undefined;
    const free = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(new RegExp(`/api/sessions/${child.id}/${place}`, 'u'), async (route) => {
      await free;
      await route.continue();
    });
    return letGo;
  };
  const view = await openSession(page, `${demoServer.url}/sessions/${child.parentId}`);
  const keys = page.getByRole('status', { name: 'Keys' });
  const giveCalls = await hold('tool-calls');
  const giveRows = await hold('rows');
  await page.keyboard.press('e');
  await expect(keys).toHaveText('Looking for errors…');
  giveCalls();
  await expect(keys).toHaveText('Loading the subagent…');
  await expect(view.selectedRow).toHaveCount(0);
  giveRows();
  await expect(view.selectedRow).toContainText(`a${failed.callIndex}`);
  await expect(view.selectedRow).toBeInViewport();
  await expect(keys).toHaveText('');
});

test('a copied link opens the same record, and again after a restart of the server', async ({ page, context }) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-e2e-'));
  const before = await startServer({ folder });
  try {
    await importDemo(before, 8);
    const { id } = await getFailingSession(before.url);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: before.url });
    const view = await openSession(page, `${before.url}/sessions/${id}`);
    await page.keyboard.press('e');
    await expect(view.fact('Outcome')).toContainText('Error');
    const call = await view.fact('Call').innerText();
    await page.keyboard.press('c');
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(readClipboard).toContain(`${before.url}/sessions/${id}?record=`);
    const link = await readClipboard();
    await openSession(page, link);
    await expect(view.fact('Call')).toHaveText(call, { useInnerText: true });
    await expect(view.selectedRow).toBeInViewport();
    await page.close();
    await before.stop();
    const after = await startServer({ folder });
    const again = await context.newPage();
    const there = await openSession(again, link.replace(before.url, after.url));
    await expect(there.fact('Call')).toHaveText(call, { useInnerText: true });
    await expect(sessionView(again).selectedRow).toBeInViewport();
    await again.close();
    await after.stop();
  } finally {
    await before.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('session facts fit on one line at 1440 px, however long the branch is, and the cost is not cut off', async ({ page, emptyServer }) => {
  const talk = makeClaudeLines({ sessionId: 'long-branch', gitBranch: `fix/${'attribution-of-comments-'.repeat(6)}again` });
  const text = toFile(talk.prompt('Task'), talk.call('t1', 'Bash', { command: 'ls' }), talk.result('t1', 'a.ts'), talk.response('Done.'));
  const { results } = await importText(emptyServer.url, 'long-branch.jsonl', text);
  const { id } = first(first(results, 'result').sessions, 'session');
  await page.setViewportSize({ width: 1440, height: 900 });
  const view = await openSession(page, `${emptyServer.url}/sessions/${id}`);
  const facts = page.locator('header dl:visible > div');
  const boxes = await facts.evaluateAll((all) => all.map((fact) => fact.getBoundingClientRect().toJSON() as DOMRect));
  expect(boxes).toHaveLength(9);
  expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1);
  expect(boxes.at(-1)?.right).toBeLessThanOrEqual(1440);
  await view.transcript.getByRole('button', { name: /Bash/u }).click();
  await expect(view.fact('Outcome')).toContainText('from the result’s flag');
});

test('after its file was rewritten a record shows its own raw line, or says that it is gone', async ({ page, emptyServer }) => {
  const write = (sessionId: string, ...texts: string[]) => {
    const talk = makeClaudeLines({ sessionId });
    return texts.map((text) => talk.prompt(text));
  };
  const [sessionId, other] = [randomUUID(), randomUUID()];
  const [before, , kept] = write(sessionId, 'First plan', 'Other plan', 'Third plan');
  const [replaced = ''] = write(other, 'Later plan');
  await importText(emptyServer.url, `${sessionId}.jsonl`, toFile(before ?? ''));
  const rewritten = toFile(replaced.replaceAll(`"${other}"`, `"${sessionId}"`), kept ?? '');
  const { results } = await importText(emptyServer.url, `${sessionId}.jsonl`, rewritten);
  const { id } = first(first(results, 'result').sessions, 'session');
  const { records } = await ask(contracts.sessions.records.response, `${emptyServer.url}/api/sessions/${id}/records`);
  for (const { id: record, text } of records) {
    const { inspector } = await openSession(page, `${emptyServer.url}/sessions/${id}?record=${record}`);
    await inspector.getByRole('button', { name: /^Raw record/u }).click();
    const raw = inspector.locator('pre[aria-label="Raw record"]');
    const gone = inspector.getByText('The file was rewritten, and this line is gone.');
    if (text === 'First plan') await expect(gone).toBeVisible();
    else await expect(raw).toContainText(text);
    await expect(text === 'First plan' ? raw : gone).toHaveCount(0);
  }
  expect(records.map(({ text }) => text).sort()).toEqual(['First plan', 'Later plan', 'Third plan']);
});
