import type { Page } from '@playwright/test';
import { contracts } from '../lib/contracts/index.ts';
import { first } from './ask.ts';
import { expect, test } from './fixtures.ts';
import {
  attentionQuery,
  current,
  detail,
  getState,
  keyOf,
  listGroups,
  notice,
  post,
  rowOf,
  rows,
  report,
  view,
} from './observations-view.ts';

const selected = (page: Page) => page.getByRole('region', { name: 'Selected' });
/** The row that is current has the focus. */
const expectFocusOnCurrent = async (page: Page) => {
  await expect(current(page)).toHaveCount(1);
  await expect(current(page).locator('[data-row-focus]')).toBeFocused();
};
const resolveElsewhere = (url: string, fingerprint: string) =>
  post(`${url}${contracts.observations.triage.path}`, { action: 'resolve', by: 'mara', target: { groups: [{ fingerprint }] } });
const holdAnswers = () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  return { held, letGo: () => letGo() };
};
const severities = ['critical', 'high', 'medium'] as const;

test.describe('where the focus is', () => {
  test('Enter opens the evidence of the row that J led to, whatever was clicked before, at once', async ({ page, wholeDemoServer }) => {
    await page.goto(`${wholeDemoServer.url}/sessions`);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sessions' }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await expect(current(page)).toHaveCount(1);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expectFocusOnCurrent(page);
    const at = await keyOf(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sessions\/[^?]+\?call=\d+/u);
    await page.goBack();
    await expect(current(page)).toHaveAttribute('data-row', at);

    await page.getByRole('radio', { name: 'Individual observations' }).click();
    await page.getByRole('radio', { name: 'Groups' }).click();
    await page.keyboard.press('j');
    await expectFocusOnCurrent(page);

    // Nothing is known yet of the row that the second key opens.
    const before = await keyOf(page);
    await page.route('**/api/observations?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sessions\/[^?]+\?call=\d+/u);
    await page.goBack();
    await expect(current(page)).toHaveCount(1);
    expect(await keyOf(page)).not.toBe(before);
  });

  test('Back leads to the row that was opened, however fast the keys were', async ({ page, wholeDemoServer }) => {
    await page.goto(`${wholeDemoServer.url}/observations`);
    await expect(current(page)).toHaveCount(1);
    const keys = await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-row') ?? ''));
    const [one = '', , three = ''] = keys;
    // A group that is known already opens at once.
    const known = page.waitForResponse((response) => response.url().includes(`fingerprint=${three}`));
    await page.locator(`[data-row="${three}"] [data-row-focus]`).click();
    await known;
    await page.locator(`[data-row="${one}"] [data-row-focus]`).click();
    await expect(page).toHaveURL(new RegExp(`at=${one}`, 'u'));
    // Slow enough for the router to fall behind the keys.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(async () => {
      for (const key of ['j', 'j', 'Enter']) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
    await expect(page).toHaveURL(/\/sessions\/[^?]+\?call=\d+/u);
    await page.goBack();
    await expect(current(page)).toHaveAttribute('data-row', three);
  });

  test('an observation reported without a session says so', async ({ page, emptyServer }) => {
    await report(emptyServer, { content: 'Nowhere found' });
    await page.goto(`${emptyServer.url}/observations`);
    await expect(current(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText('“Nowhere found” was reported without a session');
  });

  test('stays with the list after the form, an action on a selection, and what takes it back', async ({ page, emptyServer }) => {
    await report(emptyServer, ...severities.flatMap((severity) => [{ severity }, { severity, content: `Other ${severity}` }]));
    await page.goto(`${emptyServer.url}/observations`);
    await expect(rows(page)).toHaveCount(6);
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    await expect(detail(page).getByRole('radio', { name: /^Fixed/u })).toBeFocused();
    await page.keyboard.press('Escape');
    await expectFocusOnCurrent(page);

    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await expect(selected(page)).toContainText('2 selected');
    const at = await keyOf(page);
    await page.keyboard.press('r');
    await expect(selected(page).getByRole('radio', { name: /^Fixed/u })).toBeFocused();
    await page.keyboard.press('Escape');
    await expectFocusOnCurrent(page);
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(4);
    await expectFocusOnCurrent(page);
    expect(await keyOf(page)).not.toBe(at);
    await expect(detail(page).getByRole('heading', { level: 2 })).toHaveText(
      (await current(page).locator('[data-row-focus]').innerText()).trim(),
    );
    await page.keyboard.press('u');
    await expect(rows(page)).toHaveCount(6);
    await expect(current(page)).toHaveAttribute('data-row', at);
    await expectFocusOnCurrent(page);
    await page.keyboard.press('a');
    await expect(rows(page)).toHaveCount(5);
    await expectFocusOnCurrent(page);
    expect(await keyOf(page)).not.toBe(at);
  });
});

test.describe('what is not in the list is not current', () => {
  test('all of it resolved, nothing is, and no key acts on anything', async ({ page, emptyServer }) => {
    await report(emptyServer, { content: 'One' }, { content: 'Two' });
    await page.clock.install();
    await page.goto(`${emptyServer.url}/observations`);
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press('Control+a');
    await expect(selected(page)).toContainText('2 selected of 2 matching');
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible();
    await expect(detail(page)).toHaveText('Nothing selected.');
    await expect(notice(page)).toContainText('Resolved as fixed: 2 groups.');
    await page.clock.runFor(9_000);
    await expect(notice(page)).toHaveText('');
    for (const key of ['u', 'a', 'x', 'Enter']) await page.keyboard.press(key);
    await expect(notice(page)).toHaveText('');
    expect((await listGroups(emptyServer, 'state=fixed')).total).toBe(2);
  });

  test('resolved elsewhere, what stands at its place is; unless it is being written about', async ({ page, emptyServer }) => {
    const reported = await report(emptyServer, { content: 'One' }, { content: 'Two' }, { content: 'Three' }, { content: 'Four' });
    await page.goto(`${emptyServer.url}/observations`);
    await expect(rows(page)).toHaveCount(4);
    await page.keyboard.press('j');
    const [second, third] = [await keyOf(page), await rows(page).nth(2).getAttribute('data-row')];
    await resolveElsewhere(emptyServer.url, second);
    await expect(rows(page)).toHaveCount(3);
    await expect(current(page)).toHaveAttribute('data-row', third ?? '');
    await expect(page).toHaveURL(new RegExp(`at=${third}`, 'u'));
    await expectFocusOnCurrent(page);
    await expect(notice(page)).toContainText('left this list: it is now high, fixed (mara).');
    await expect(notice(page).getByRole('button', { name: 'Show' })).toBeVisible();

    await expect(async () => {
      await page.keyboard.press('r');
      await expect(detail(page).getByRole('form', { name: 'Resolve' })).toBeVisible({ timeout: 300 });
    }).toPass();
    await resolveElsewhere(emptyServer.url, third ?? '');
    await expect(rows(page)).toHaveCount(2);
    await expect(detail(page).getByRole('form', { name: 'Resolve' })).toBeVisible();
    await expect(current(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(current(page)).toHaveCount(1);
    expect(reported.map(({ fingerprint }) => fingerprint)).toContain(await keyOf(page));
  });

  for (const reads of ['before', 'after'] as const) {
    test(`a key that was meant for one that has just left does nothing to the next, ${reads} it is known what became of it`, async ({
      page,
      emptyServer,
    }) => {
      await report(emptyServer, { content: 'One' }, { content: 'Two' }, { content: 'Three' });
      await page.clock.install();
      await page.goto(`${emptyServer.url}/observations`);
      await expect(rows(page)).toHaveCount(3);
      await page.keyboard.press('j');
      await expect(page).toHaveURL(/at=/u);
      const at = await keyOf(page);
      const answers = holdAnswers();
      await page.route(`**/api/observations/groups/${at}?*`, async (route) => {
        if (reads === 'before') await answers.held;
        await route.continue();
      });
      // Time goes by steps from here: how fast this machine is decides nothing.
      await page.clock.pauseAt(Date.now() + 60_000);
      await resolveElsewhere(emptyServer.url, at);
      await expect(async () => {
        await page.clock.runFor(50);
        expect(await keyOf(page)).not.toBe(at);
      }).toPass();
      const became = 'left this list: it is now high, fixed (mara).';
      if (reads === 'after') await expect(notice(page)).toContainText(became);
      await page.keyboard.press('a');
      const place = 'This one took its place. Nothing was done.';
      await expect(notice(page)).toContainText(reads === 'after' ? `${became} ${place}` : `Another item just left the list. ${place}`);
      answers.letGo();
      await expect(notice(page)).toContainText(`${became} ${place}`);
      await expect(notice(page).getByRole('button', { name: 'Show' })).toBeVisible();
      await expect(rows(page)).toHaveCount(2);
      expect((await listGroups(emptyServer, 'state=acknowledged')).total).toBe(0);
      await page.clock.runFor(700);
      await page.keyboard.press('a');
      await expect.poll(async () => (await listGroups(emptyServer, 'state=acknowledged')).total).toBe(1);
    });
  }

  test('one’s own change can still be undone after another observation leaves the list', async ({ page, emptyServer }) => {
    await report(emptyServer, { content: 'One' }, { content: 'Two' }, { content: 'Three' });
    await page.goto(`${emptyServer.url}/observations`);
    await expect(rows(page)).toHaveCount(3);
    await expect(current(page)).toHaveCount(1);
    const own = await keyOf(page);
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText('Resolved as fixed');
    await resolveElsewhere(emptyServer.url, await keyOf(page));
    await expect(notice(page)).toContainText('left this list: it is now high, fixed (mara).');
    await expect(notice(page)).toContainText('Resolved as fixed');
    await page.keyboard.press('u');
    await expect(notice(page)).toContainText('Undone.');
    await expect(current(page)).toHaveAttribute('data-row', own);
    expect(await getState(emptyServer, own)).toBe('open');
  });

  test('a URL of a resolved observation says where it is', async ({ page, emptyServer }) => {
    const [reported] = await report(emptyServer, { content: 'Done with' }, { content: 'Another' });
    const { fingerprint } = first(reported ? [reported] : [], 'observation');
    await resolveElsewhere(emptyServer.url, fingerprint);
    await page.goto(`${emptyServer.url}/observations?at=${fingerprint}`);
    await expect(current(page)).toContainText('Another');
    await expect(notice(page)).toContainText('“Done with” is not in this list: it is high, fixed.');
    await notice(page).getByRole('button', { name: 'Show' }).click();
    await expect(current(page)).toContainText('Done with');
    await expect(detail(page).getByRole('heading', { name: 'Done with' })).toBeVisible();
  });
});

test.describe('a request that fails', () => {
  test.use({ expectedProblem: /503/u });

  test('what is typed after a reason was picked is the note, and it is kept', async ({ page, emptyServer }) => {
    const [reported] = await report(emptyServer, { content: 'Edited a generated file' }, { content: 'Another' });
    const { fingerprint } = first(reported ? [reported] : [], 'observation');
    await page.goto(`${emptyServer.url}/observations?at=${fingerprint}`);
    const form = detail(page).getByRole('form', { name: 'Resolve' });
    await expect(detail(page).getByRole('heading', { name: 'Edited a generated file' })).toBeVisible();
    await page.route('**/api/observations/triage', (route) => route.fulfill({ status: 503, body: '' }));
    await page.keyboard.press('r');
    await page.keyboard.press('2');
    await page.keyboard.type('not a problem, see 3');
    await page.keyboard.press('Control+Enter');
    await expect(notice(page)).toContainText('It is unknown whether anything was changed.');
    await expect(detail(page).getByRole('heading', { name: 'Edited a generated file' })).toBeVisible();
    await page.unroute('**/api/observations/triage');
    await page.keyboard.press('r');
    await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('not a problem, see 3');
    await expect(form.getByRole('radio', { name: /^False positive/u })).toBeChecked();
    await page.keyboard.press('Control+Enter');
    await expect(notice(page)).toContainText('Resolved as false positive');
    await page.goto(`${emptyServer.url}/observations?status=all&severity=all&at=${fingerprint}`);
    await expect(detail(page).getByRole('region', { name: 'History' })).toContainText('“not a problem, see 3”');
  });
});

test('keys step over what is collapsed, and nothing acts on it', async ({ page, emptyServer }) => {
  await report(emptyServer, ...severities.flatMap((severity) => [1, 2].map((at) => ({ severity, content: `${severity} ${at}` }))));
  await page.goto(`${emptyServer.url}/observations?status=unresolved`);
  await expect(rows(page)).toHaveCount(6);
  const head = page.getByRole('button', { name: /^High/u, expanded: true });
  await rowOf(page, 'high 1').getByRole('button').click();
  await head.click();
  await expect(rows(page)).toHaveCount(4);
  await expect(current(page)).toContainText('medium');
  await expect(notice(page)).toBeEmpty();
  await page.keyboard.press('k');
  await expect(current(page)).toContainText('critical');
  await expectFocusOnCurrent(page);
  await page.keyboard.press('Shift+J');
  await expect(current(page)).toContainText('medium');
  await expect(selected(page)).toContainText('2 selected');
  await page.keyboard.press('Control+a');
  await expect(selected(page)).toContainText('4 selected');
  await page.keyboard.press('a');
  await expect(notice(page)).toContainText('Acknowledged: 4 groups.');
  expect((await listGroups(emptyServer, 'state=open')).items.map(({ severity }) => severity)).toEqual(['high', 'high']);
  // Every severity collapsed leaves the heads; expanded, what comes back is no news.
  for (const name of [/^Critical/u, /^Medium/u]) await page.getByRole('button', { name, expanded: true }).click();
  await expect(rows(page)).toHaveCount(0);
  for (const name of [/^Critical/u, /^High/u, /^Medium/u]) await page.getByRole('button', { name, expanded: false }).click();
  await expect(rows(page)).toHaveCount(6);
  await expect(page.getByRole('button', { name: /^\d+ new$/u })).toBeHidden();
});

test('a collapsed severity with hundreds of rows does not keep the list fetching', async ({ page, emptyServer }) => {
  test.setTimeout(90_000);
  await report(
    emptyServer,
    { severity: 'critical', content: 'The first' },
    { severity: 'medium', content: 'The last' },
    ...Array.from({ length: 900 }, (_, at) => ({ content: `Thing ${at}` })),
  );
  await page.goto(`${emptyServer.url}/observations`);
  await expect(view(page, /^Needs attention/u)).toHaveText('Needs attention902');
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/api/observations/groups?'))));
  await page.getByRole('button', { name: /^High/u, expanded: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rowOf(page, 'The last')).toBeVisible();
  await page.waitForTimeout(800);
  expect(asked).toBeLessThan(4);
  const indexes = await page.locator('[aria-rowindex]').evaluateAll((all) => all.map((row) => Number(row.getAttribute('aria-rowindex'))));
  expect(indexes).toEqual([1, 2, 3, 4, 5, 6]);
  await expect(page.getByRole('table', { name: 'Observations' })).toHaveAttribute('aria-rowcount', '6');
});

test('what was news stays news over a reload and a walk, and what one did oneself is none', async ({ page, emptyServer }) => {
  await page.clock.install({ time: Date.now() });
  await page.goto(`${emptyServer.url}/observations`);
  await expect(page.getByRole('heading', { name: 'No observations yet' })).toBeVisible();
  const isBold = (title: string) => rowOf(page, title).getByText('(changed since your last visit)');
  await page.goto(`${emptyServer.url}/sessions`);
  await page.clock.setSystemTime(Date.now() + 3_600_000);
  await report(emptyServer, { content: 'Came meanwhile' }, { content: 'To be handled' });
  await page.goto(`${emptyServer.url}/observations?status=unresolved`);
  await expect(isBold('Came meanwhile')).toBeAttached();
  await rowOf(page, 'To be handled').getByRole('button').click();
  await page.keyboard.press('a');
  await expect(rowOf(page, 'To be handled')).toContainText('Acknowledged');
  await expect(isBold('To be handled')).not.toBeAttached();
  await page.reload();
  await expect(isBold('Came meanwhile')).toBeAttached();
  await expect(isBold('To be handled')).not.toBeAttached();
  await page.goto(`${emptyServer.url}/sessions`);
  await page.goBack();
  await expect(isBold('Came meanwhile')).toBeAttached();
  await page.goto(`${emptyServer.url}/sessions`);
  await page.clock.setSystemTime(Date.now() + 2 * 3_600_000);
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  await expect(isBold('Came meanwhile')).not.toBeAttached();
});

test.describe('where the detail is a sheet', () => {
  test.use({ viewport: { width: 1100, height: 800 } });

  test('X selects without a step before, and the way back is the row', async ({ page, emptyServer }) => {
    await report(emptyServer, { content: 'One' }, { content: 'Two' }, { content: 'Three' });
    await page.goto(`${emptyServer.url}/observations`);
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press('x');
    await expect(selected(page)).toContainText('1 selected');
    await page.keyboard.press('Escape');
    await expect(selected(page)).toBeHidden();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const at = await keyOf(page);
    await page.keyboard.press('Escape');
    await expect(detail(page)).toBeHidden();
    await expect(page.locator(`[data-row="${at}"] [data-row-focus]`)).toBeFocused();
    await page.keyboard.press('j');
    await expect(current(page)).toHaveCount(1);
    expect(await keyOf(page)).not.toBe(at);
    await page.keyboard.press('k');
    await expect(current(page)).toHaveAttribute('data-row', at);
  });
});

test('in a list that is shorter than its pane nothing moves when something arrives above', async ({ page, emptyServer }) => {
  await report(emptyServer, { content: 'First' }, { content: 'Second' });
  await page.goto(`${emptyServer.url}/observations`);
  await rowOf(page, 'Second').getByRole('button').click();
  const before = await current(page).boundingBox();
  await report(emptyServer, { severity: 'critical', content: 'Worse than that' });
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  expect((await current(page).boundingBox())?.y).toBe(before?.y);
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(rowOf(page, 'Worse than that')).toBeInViewport();
  await expect(page.getByRole('button', { name: '1 new' })).toBeHidden();
});

test.describe('when somebody else was faster', () => {
  test.use({ expectedProblem: /409|ERR_FAILED|ERR_CONNECTION/u });

  test('what the form was opened on counts, not what became of it while it was filled in', async ({ page, emptyServer }) => {
    const [reported] = await report(emptyServer, { content: 'Edited a generated file' }, { content: 'Another' });
    const { fingerprint } = first(reported ? [reported] : [], 'observation');
    await page.goto(`${emptyServer.url}/observations?at=${fingerprint}`);
    await expect(detail(page).getByRole('heading', { name: 'Edited a generated file' })).toBeVisible();
    await page.keyboard.press('r');
    await page.keyboard.press('2');
    await resolveElsewhere(emptyServer.url, fingerprint);
    await expect(rows(page)).toHaveCount(1);
    await expect(detail(page).getByRole('region', { name: 'History' })).toContainText('mara');
    await expect(detail(page)).toContainText('Its status changed to fixed');
    await page.keyboard.press('Enter');
    const conflict = page.getByRole('alert', { name: 'Changed in the meantime' });
    await expect(conflict).toContainText('Edited a generated file is fixed now: mara');
    expect(await getState(emptyServer, fingerprint)).toBe('fixed');

    // Done anyway and taken back, it is what it was made elsewhere, and the cursor is where it was.
    const at = (await listGroups(emptyServer, attentionQuery)).items.map((group) => group.fingerprint);
    await expect(current(page)).toHaveAttribute('data-row', at[0] ?? '');
    await page.keyboard.press('d');
    await expect(notice(page)).toContainText('Resolved as false positive');
    await page.keyboard.press('u');
    await expect(notice(page)).toContainText('“Edited a generated file” is not in this list: it is high, fixed.');
    await expect(current(page)).toHaveAttribute('data-row', at[0] ?? '');
    await page.keyboard.press('Escape');
    // For a moment after the other one left, keys say that alone.
    await expect(async () => {
      await page.keyboard.press('u');
      await expect(notice(page)).toContainText('Already open. Nothing was changed.', { timeout: 500 });
    }).toPass();
  });

  test('what would be refused is not offered, and both ways out have their key', async ({ page, emptyServer }) => {
    const [reported] = await report(emptyServer, { content: 'Edited a generated file' });
    const { fingerprint } = first(reported ? [reported] : [], 'observation');
    await page.route('**/api/events?*', (route) => route.abort());
    await page.goto(`${emptyServer.url}/observations?status=all&severity=all&at=${fingerprint}`);
    await expect(detail(page).getByRole('heading', { name: 'Edited a generated file' })).toBeVisible();
    await resolveElsewhere(emptyServer.url, fingerprint);
    await page.keyboard.press('a');
    const conflict = page.getByRole('alert', { name: 'Changed in the meantime' });
    await expect(conflict).toContainText('is fixed now: mara');
    await expect(conflict).toContainText('It is resolved. Reopen it first.');
    await expect(conflict.getByRole('button', { name: /^Do it anyway/u })).toHaveCount(0);
    await page.keyboard.press('d');
    await page.keyboard.press('Escape');
    await expect(conflict).toBeHidden();
    expect(await getState(emptyServer, fingerprint)).toBe('fixed');

    await expect(current(page)).toContainText('Fixed');
    await post(`${emptyServer.url}${contracts.observations.triage.path}`, {
      action: 'reopen',
      by: 'mara',
      target: { groups: [{ fingerprint }] },
    });
    await page.keyboard.press('r');
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    await expect(conflict).toBeVisible();
    await page.keyboard.press('d');
    await expect(notice(page)).toContainText('Resolved as won’t fix');
    expect(await getState(emptyServer, fingerprint)).toBe('wont_fix');
    expect((await listGroups(emptyServer, attentionQuery)).total).toBe(0);
  });
});
