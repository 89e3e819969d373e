import { contracts } from '../lib/contracts/index.ts';
import { ask, first, listSessions, waitForObservers } from './ask.ts';
import { expect, test } from './fixtures.ts';
import { openSession, readCall } from './session-view.ts';

const getAssessments = (url: string, id: string) => ask(contracts.assessments.list.response, `${url}/api/sessions/${id}/assessments`);

/** The session whose loop rests on most calls, and what was found in it. */
const getLooping = async (url: string) => {
  const { items } = await listSessions(url, 'hasFindings=true&sort=findings&order=desc');
  const all = await Promise.all(items.slice(0, 20).map(async ({ id }) => ({ id, ...(await getAssessments(url, id)) })));
  const looping = all.flatMap(({ id, episodes, assessments }) => {
    const loop = episodes.find(({ finding }) => finding.category === 'Repetitive Pattern' && finding.severity === 'warning');
    return loop ? [{ id, episodes, assessments, loop, calls: [...new Set(assessments.map(({ callIndex }) => callIndex))] }] : [];
  });
  return first(
    looping.filter(({ calls }) => calls.length > 2).sort((a, b) => b.loop.finding.callCount - a.loop.finding.callCount),
    'session that loops',
  );
};

test.beforeEach(({ demoServer }) => waitForObservers(demoServer.url));

test('a looping session says where the loop began and what it wasted', async ({ page, demoServer }) => {
  const { id, loop } = await getLooping(demoServer.url);
  const view = await openSession(page, `${demoServer.url}/sessions/${id}`);
  const head = page.locator('header').filter({ hasText: 'Wasted' }).filter({ visible: true });
  await expect(head).toContainText('Looped');
  await expect(head).toContainText(loop.finding.title);
  await expect(head).toContainText(/Wasted \d+ calls/u);
  const [begin] = loop.finding.calls;
  await head.getByRole('button', { name: new RegExp(`^#${begin}\\b`, 'u') }).click();
  await expect.poll(() => readCall(page)).toBe(begin);
  await expect(view.selectedRow).toBeInViewport();
  await expect(view.turns.getByRole('img', { name: 'high' }).first()).toBeVisible();
});

test('every cited call is a row of its own, and the sentence follows the last one', async ({ page, demoServer }) => {
  const { id, loop } = await getLooping(demoServer.url);
  const last = loop.finding.calls.at(-1) ?? 0;
  const view = await openSession(page, `${demoServer.url}/sessions/${id}?call=${last}`);
  await expect(view.selectedRow).toHaveAttribute('data-row', `c${last}`);
  await expect(view.selectedRow).toBeInViewport();
  const card = view.transcript
    .getByRole('listitem')
    .filter({ has: page.locator('[data-row][aria-current=true]') })
    .getByRole('group', { name: /^Finding: Loop/u });
  await expect(card).toContainText(loop.finding.title);
  await card.getByRole('button', { name: 'Evidence' }).click();
  const line = card.getByRole('listitem').first();
  const call = Number(/^#(\d+)/u.exec(await line.innerText())?.[1]);
  await line.getByRole('link', { name: `#${call}` }).click();
  await expect.poll(() => readCall(page)).toBe(call);
});

test('F and ⇧F walk the findings, and the filter leaves the calls that they cite', async ({ page, demoServer }) => {
  const { id, episodes } = await getLooping(demoServer.url);
  const begins = episodes.map(({ finding, fromCall }) => Math.min(finding.calls[0] ?? fromCall, fromCall)).sort((a, b) => a - b);
  const view = await openSession(page, `${demoServer.url}/sessions/${id}`);
  const walked = page.getByRole('region', { name: 'Finding', exact: true });
  const keys = new Set<string | null>();
  for (const [at, call] of begins.slice(0, 3).entries()) {
    await page.keyboard.press('f');
    await expect(walked.getByRole('status')).toHaveText(`Finding ${at + 1} of ${begins.length}`);
    await expect.poll(() => readCall(page)).toBe(call);
    // Several may begin at one call: the address follows the key.
    const readKey = () => new URL(page.url()).searchParams.get('finding');
    await expect.poll(() => readKey() !== null && !keys.has(readKey())).toBe(true);
    keys.add(readKey());
  }
  expect(keys.size).toBe(Math.min(3, begins.length));
  await page.keyboard.press('Shift+F');
  await expect.poll(() => readCall(page)).toBe(begins[Math.min(begins.length, 3) - 2]);
  await page.reload();
  await expect(walked.getByRole('status')).toHaveText(`Finding ${Math.min(begins.length, 3) - 1} of ${begins.length}`);
  await page.keyboard.press('j');
  await expect(walked).toBeHidden();
  await page.getByRole('radio', { name: `Findings ${episodes.length}` }).click();
  await expect(page).toHaveURL(/show=findings/u);
  const cited = new Set(episodes.flatMap(({ finding }) => finding.calls));
  const rows = await view.transcript.locator('[data-row]').evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
  expect(rows.length).toBeGreaterThan(2);
  for (const row of rows) expect(cited.has(Number(row?.slice(1)))).toBe(true);
});

test('the strip shows findings over their calls, and a click leads to the first', async ({ page, demoServer }) => {
  const { id, loop } = await getLooping(demoServer.url);
  const view = await openSession(page, `${demoServer.url}/sessions/${id}`);
  const label = view.strip.locator('text', { hasText: new RegExp(`^Loop ×${loop.finding.callCount}$`, 'u') });
  await expect(label).toBeVisible();
  const box = await label.boundingBox();
  if (!box) throw new Error('The label has no place.');
  await page.mouse.move(box.x + 4, box.y + 4);
  await expect(page.getByText(loop.finding.title).last()).toBeVisible();
  await page.mouse.click(box.x + 4, box.y + 4);
  await expect.poll(() => readCall(page)).toBe(loop.finding.calls[0]);
});

test('P plays a session call by call, and pauses where it is', async ({ page, demoServer }) => {
  const { items } = await listSessions(demoServer.url);
  const longest = first(
    items.toSorted((a, b) => b.toolCalls - a.toolCalls),
    'session',
  );
  // How many calls there are is known only after the first would have been left.
  await page.route('**/overview*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await openSession(page, `${demoServer.url}/sessions/${longest.id}`);
  await page.keyboard.press('p');
  const bar = page.getByRole('group', { name: 'Replay' });
  await bar.getByRole('radio', { name: '5×' }).click();
  await expect.poll(() => readCall(page) ?? 0).toBeGreaterThan(3);
  await bar.getByRole('button', { name: 'Pause' }).click();
  await expect(bar.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.waitForTimeout(300);
  const paused = readCall(page);
  await page.waitForTimeout(600);
  expect(readCall(page)).toBe(paused);
  expect(paused).toBeLessThan(longest.toolCalls);
});

test('P replays the session: later assessments are dashed, and Esc closes', async ({ page, demoServer }) => {
  const { id, loop, calls } = await getLooping(demoServer.url);
  await openSession(page, `${demoServer.url}/sessions/${id}`);
  await page.keyboard.press('p');
  const bar = page.getByRole('group', { name: 'Replay' });
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Pause' }).click();
  // The URL follows the playhead with a delay.
  await expect.poll(() => readCall(page) ?? 0).toBeGreaterThan(0);
  // Until the number of calls is known, the slider ends at the first.
  await expect(bar).toContainText(/ of \d/u);
  const slider = bar.getByRole('slider', { name: 'Call' });
  const dashed = page.getByRole('slider', { name: /^Playhead/u }).locator('path[stroke-dasharray="3 2"]');
  await slider.fill(String(Math.max(1, first(calls, 'assessment') - 1)));
  await expect(dashed.first()).toBeVisible();
  await page.getByRole('tab', { name: /^Assessment/u }).click();
  await expect(page.getByText(/^No assessment up to/u)).toBeVisible();
  const head = page.locator('header').filter({ has: bar }).filter({ visible: true });
  await expect(head).not.toContainText('Wasted');
  await expect(head).not.toContainText('Looped');
  await expect(head).toContainText(`Calls${first(calls, 'assessment') - 1}`);
  await expect(head).toContainText('Cost–');
  const reportedAt = loop.assessedAt[0] ?? 0;
  await slider.fill(String(reportedAt));
  await expect(head).toContainText(`As of #${reportedAt}`);
  await expect(page.getByRole('tab', { name: `Assessment #${reportedAt}` })).toBeVisible();
  await expect(page.getByRole('region', { name: loop.observerName })).toContainText(loop.finding.category);
  await expect(page).toHaveURL(/replay=on/u);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(page).not.toHaveURL(/replay=on/u);
});

test('the inspector steps through assessments and links to the comparison', async ({ page, demoServer }) => {
  const { id, calls } = await getLooping(demoServer.url);
  const [older, newer] = [calls.at(-2) ?? 0, calls.at(-1) ?? 0];
  await openSession(page, `${demoServer.url}/sessions/${id}?call=${newer}&tab=assessment`);
  await page.getByRole('button', { name: 'Older assessment' }).click();
  await expect.poll(() => readCall(page)).toBe(older);
  await page.getByRole('button', { name: 'Newer assessment' }).click();
  await page.getByRole('button', { name: /^Observer state/u }).click();
  await expect(page.getByRole('rowheader', { name: 'Stall Detector' })).toBeVisible();
  await page.getByRole('button', { name: /^As (sent|written)/u }).click();
  await expect(page.locator('pre[aria-label="assessment.md"]')).toContainText('Trajectory Assessment');
  await page.getByRole('link', { name: `Compare with #${older}` }).click();
  await expect(page).toHaveURL(new RegExp(`/assessments\\?a=${older}&b=${newer}$`, 'u'));
  await expect(page.getByRole('heading', { name: `From #${older} to #${newer}` })).toBeVisible();
});

test('the comparison shows how the assessment changed from call to call', async ({ page, demoServer }) => {
  const { id, calls } = await getLooping(demoServer.url);
  await page.goto(`${demoServer.url}/sessions/${id}/assessments`);
  const [before, last] = [calls.at(-2) ?? 0, calls.at(-1) ?? 0];
  await expect(page.getByRole('heading', { name: `From #${before} to #${last}` })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'History' }).getByRole('listitem')).toHaveCount(calls.length);
  await page.keyboard.press('[');
  await expect(page.getByRole('heading', { name: `to #${before}` })).toBeVisible();
  await page.keyboard.press(']');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(page).toHaveURL(new RegExp(`a=${before}&b=${last}`, 'u'));
  await page.goto(`${demoServer.url}/sessions/${id}/assessments?a=0&b=${first(calls, 'assessment')}`);
  const table = page.getByRole('table', { name: 'Findings on both sides' });
  await expect(table.getByRole('rowheader', { name: 'New' }).first()).toBeVisible();
  await expect(table).toContainText('before the first assessment');
  await page.keyboard.press('n');
  await expect(page.getByText(/^change 1 of \d+$/u)).toBeVisible();
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/marks=lines/u);
  await page.keyboard.press('v');
  await expect(page.getByRole('cell', { name: `#${first(calls, 'assessment')}`, exact: true })).toBeVisible();
  await table
    .getByRole('link', { name: /^#\d+$/u })
    .last()
    .click();
  await expect(page).toHaveURL(new RegExp(`/sessions/${id}\\?call=\\d+`, 'u'));
});

test('an address that names a call without an assessment is answered in words; one observer narrows the findings alone', async ({
  page,
  demoServer,
}) => {
  const { id, calls, loop } = await getLooping(demoServer.url);
  const last = calls.at(-1) ?? 0;
  await page.goto(`${demoServer.url}/sessions/${id}/assessments?a=0&b=99999`);
  await expect(page.getByText(`There is no assessment at #99999; showing #${last}.`)).toBeVisible();
  await page.goto(`${demoServer.url}/sessions/${id}/assessments?a=0&b=${last}`);
  const text = page.getByRole('region', { name: 'assessment.md compared' });
  await expect(text).toBeVisible();
  await expect(page.getByText('There is no assessment')).toHaveCount(0);
  await expect(text).not.toContainText('the file covers all observers');
  await page.goto(`${demoServer.url}/sessions/${id}/assessments?observer=${loop.observer}`);
  await expect(text).toContainText('the file covers all observers');
});

test('a clean session shows no findings or assessments', async ({ page, demoServer }) => {
  const { items } = await listSessions(demoServer.url);
  const clean = first(
    items.filter(({ findings, toolErrors, toolCalls }) => findings === 0 && toolErrors === 0 && toolCalls > 5),
    'clean session',
  );
  const view = await openSession(page, `${demoServer.url}/sessions/${clean.id}`);
  await expect(view.strip).toBeVisible();
  await expect(page.getByText('Wasted')).toHaveCount(0);
  await expect(page.getByText('Findings', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Assessments/u })).toHaveCount(0);
  await expect(page.getByRole('group', { name: /^Finding: /u })).toHaveCount(0);
  await page.goto(`${demoServer.url}/sessions/${clean.id}/assessments`);
  await expect(page.getByRole('heading', { name: 'No assessments' })).toBeVisible();
  await expect(page.getByText('The observers found nothing.')).toBeVisible();
});
