import type { Page } from '@playwright/test';
import { contracts } from '../lib/contracts/index.ts';
import { first } from './ask.ts';
import { expect, loadDemo, test } from './fixtures.ts';
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
  table,
  report,
  view,
  type Reported,
} from './observations-view.ts';

const { observations } = contracts;
/** In the top bar, with the count of what needs attention. */
const openLink = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Observations/u });

test.describe('a triage without a mouse', () => {
  test.setTimeout(120_000);

  test('acknowledge, resolve with a reason and a note, undo, reopen, and all that matches at once', async ({ page, emptyServer }) => {
    await loadDemo(emptyServer);
    const { items, total } = await listGroups(emptyServer, attentionQuery);
    expect(items.some(({ state }) => state === 'regressed')).toBe(true);
    await page.goto(`${emptyServer.url}/sessions`);
    await expect(page.locator('[data-session-link]').first()).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await expect(page).toHaveURL(/\/observations$/u);
    await expect(view(page, /^Needs attention/u)).toHaveText(`Needs attention${total}`);
    await expect(openLink(page)).toHaveText(`Observations${total} open or regressed, medium or worse`);
    await expect(rows(page)).toHaveCount(total);

    // An acknowledged group leaves the view, the count beside it and the one in the top bar; undo makes the group current again.
    const one = await keyOf(page);
    const next = (await rows(page).nth(1).getAttribute('data-row')) ?? '';
    await page.keyboard.press('a');
    await expect(notice(page)).toContainText('Acknowledged: “');
    await expect(rows(page)).toHaveCount(total - 1);
    await expect(current(page)).toHaveAttribute('data-row', next);
    await expect(current(page).locator('[data-row-focus]')).toBeFocused();
    await expect(view(page, /^Needs attention/u)).toHaveText(`Needs attention${total - 1}`);
    await expect(openLink(page)).toHaveText(`Observations${total - 1} open or regressed, medium or worse`);
    expect(await getState(emptyServer, one)).toBe('acknowledged');
    await page.keyboard.press('u');
    await expect(notice(page)).toContainText('Undone');
    await expect(rows(page)).toHaveCount(total);
    await expect(current(page)).toHaveAttribute('data-row', one);
    expect(await getState(emptyServer, one)).not.toBe('acknowledged');

    await page.keyboard.press('j');
    await expect(current(page)).not.toHaveAttribute('data-row', one);
    const other = await keyOf(page);
    await page.keyboard.press('r');
    await expect(detail(page).getByRole('radio', { name: /^Fixed/u })).toBeFocused();
    await page.keyboard.press('3');
    await expect(detail(page).getByRole('radio', { name: /^Won’t fix/u })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.type('The vendor’s 3rd limit');
    await page.keyboard.press('Control+Enter');
    await expect(notice(page)).toContainText('Resolved as won’t fix: “');
    await expect(rows(page)).toHaveCount(total - 1);
    await expect(current(page)).toHaveCount(1);
    await expect(current(page)).not.toHaveAttribute('data-row', other);
    expect(await getState(emptyServer, other)).toBe('wont_fix');

    await page.keyboard.press('u');
    await expect(notice(page)).toContainText('Undone');
    await expect(current(page)).toHaveAttribute('data-row', other);
    await expect(rows(page)).toHaveCount(total);
    expect(await getState(emptyServer, other)).not.toBe('wont_fix');

    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText('Resolved as fixed: “');
    await page.goto(`${emptyServer.url}/observations?status=fixed&severity=all&at=${other}`);
    await expect(current(page)).toHaveAttribute('data-row', other);
    await page.keyboard.press('u');
    await expect(notice(page)).toContainText('Reopened: “');
    expect(await getState(emptyServer, other)).toBe('open');

    await page.goto(`${emptyServer.url}/observations`);
    await expect(rows(page)).toHaveCount(total);
    await page.getByRole('checkbox', { name: 'Select all matching' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('region', { name: 'Selected' })).toContainText(`${total} selected of ${total} matching`);
    await page.keyboard.press('r');
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText(`Resolved as false positive: ${total} groups.`);
    await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible();
    expect((await listGroups(emptyServer, attentionQuery)).total).toBe(0);
    await page.keyboard.press('u');
    await expect(rows(page)).toHaveCount(total);

    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await expect(page.getByRole('region', { name: 'Selected' })).toContainText('2 selected');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Selected' })).toBeHidden();

    const at = first((await listGroups(emptyServer, attentionQuery)).items, 'group').fingerprint;
    await page.goto(`${emptyServer.url}/observations?at=${at}`);
    await expect(current(page)).toHaveAttribute('data-row', at);
    await page.keyboard.press('j');
    await expect(current(page).getByRole('button')).toBeFocused();
    await expect(current(page)).not.toHaveAttribute('data-row', at);
    await expect(detail(page).getByRole('list', { name: 'Calls' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sessions\/[^?]+\?call=\d+/u);
  });
});

test('an observation reported elsewhere appears and is counted in the top bar', async ({ page, emptyServer }) => {
  await report(
    emptyServer,
    { content: 'First `rm -rf` outside' },
    ...Array.from({ length: 30 }, (_, at) => ({ content: `Older ${at}`, severity: 'medium' as const })),
  );
  await page.goto(`${emptyServer.url}/observations`);
  await expect(current(page)).toContainText('First rm -rf outside');
  await expect(openLink(page)).toHaveText('Observations31 open or regressed, medium or worse');
  const before = await current(page).boundingBox();
  await report(emptyServer, { severity: 'critical', content: 'Worse than that' }, { severity: 'medium', content: 'Less than that' });
  await expect(rowOf(page, 'Less than that')).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Observations/u })).toHaveText(
    'Observations33 open or regressed, medium or worse',
  );
  // The current row is still the same one, where it was.
  await expect(current(page)).toContainText('First rm -rf outside');
  expect((await current(page).boundingBox())?.y).toBe(before?.y);
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(rowOf(page, 'Worse than that')).toBeInViewport();
});

test.describe('when somebody else was faster', () => {
  test.use({ expectedProblem: /409|ERR_FAILED|ERR_CONNECTION/u });

  test('the action is taken back, what changed is shown, and it can be done anyway or left', async ({ page, emptyServer }) => {
    const [reported] = await report(emptyServer, { content: 'Edited a generated file' }, { content: 'Another' });
    const { fingerprint } = first(reported ? [reported] : [], 'observation');
    // Nothing arrives by itself: as on a line that is slow.
    await page.route('**/api/events?*', (route) => route.abort());
    await page.goto(`${emptyServer.url}/observations?status=unresolved&at=${fingerprint}`);
    await expect(detail(page).getByRole('heading', { name: 'Edited a generated file' })).toBeVisible();
    await post(`${emptyServer.url}/api/observations/triage`, {
      action: 'acknowledge',
      by: 'mara',
      note: 'looking at it',
      target: { groups: [{ fingerprint }] },
    });
    await page.keyboard.press('r');
    await page.keyboard.press('4');
    await page.keyboard.press('Enter');
    const conflict = page.getByRole('alert', { name: 'Changed in the meantime' });
    await expect(conflict).toContainText('It is acknowledged now: mara');
    await expect(conflict).toContainText('“looking at it”');
    await expect(rowOf(page, 'Edited a generated file')).toContainText('Acknowledged');
    await conflict.getByRole('button', { name: 'Keep as is' }).click();
    await expect(conflict).toBeHidden();
    expect(await getState(emptyServer, fingerprint)).toBe('acknowledged');

    await post(`${emptyServer.url}/api/observations/triage`, { action: 'reopen', by: 'mara', target: { groups: [{ fingerprint }] } });
    await page.getByRole('button', { name: 'Resolve as…' }).click();
    await page.getByRole('button', { name: /^Resolve(?! as)/u }).click();
    await conflict.getByRole('button', { name: /^Do it anyway/u }).click();
    await expect(notice(page)).toContainText('Resolved as fixed: “Edited a generated file”.');
    expect(await getState(emptyServer, fingerprint)).toBe('fixed');
  });

  test('a bulk action conflicts when the number of matches has changed', async ({ page, emptyServer }) => {
    await report(emptyServer, {}, {});
    await page.route('**/api/events?*', (route) => route.abort());
    const lists = `**${observations.groups.path}?*`;
    const listed = page.waitForResponse(lists);
    await page.goto(`${emptyServer.url}/observations`);
    await expect(rows(page)).toHaveCount(2);
    // A list that is read again would show the third.
    const body = await (await listed).text();
    await page.route(lists, (route) => route.fulfill({ contentType: 'application/json', body }));
    await report(emptyServer, { content: 'One more' });
    await page.getByRole('checkbox', { name: 'Select all matching' }).check();
    await page.keyboard.press('a');
    const conflict = page.getByRole('alert', { name: 'Changed in the meantime' });
    await expect(conflict).toBeVisible();
    expect((await listGroups(emptyServer, 'state=acknowledged')).total).toBe(0);
    await page.unroute(lists);
    // The forced action is the one that was requested, whatever the list is narrowed to by now.
    await page.getByRole('textbox', { name: 'Search observations' }).fill('One more');
    await expect(rows(page)).toHaveCount(1);
    await conflict.getByRole('button', { name: /^Do it anyway/u }).click();
    await expect(notice(page)).toContainText('Acknowledged: 3 groups.');
    expect((await listGroups(emptyServer, 'state=acknowledged')).total).toBe(3);
  });
});

test.describe('before the server has answered', () => {
  // The second of them was given on the version before the first: the server says so, and the page knows that it was itself.
  test.use({ expectedProblem: /409/u });

  test('keys that are pressed are all carried out, in their order', async ({ page, emptyServer }) => {
    const [reported] = await report(emptyServer, { content: 'Edited a generated file', severity: 'critical' }, { content: 'Another' });
    const { fingerprint } = first(reported ? [reported] : [], 'observation');
    await page.route('**/api/observations/triage', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto(`${emptyServer.url}/observations?status=unresolved&at=${fingerprint}`);
    await expect(detail(page).getByRole('heading', { name: 'Edited a generated file' })).toBeVisible();
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(notice(page)).toContainText('Resolved as won’t fix: “Edited a generated file”.');
    await expect(page.getByRole('alert', { name: 'Changed in the meantime' })).toBeHidden();
    expect(await getState(emptyServer, fingerprint)).toBe('wont_fix');
    // Both before anything is drawn: the notice still offers to undo the resolution.
    await page.evaluate(() => {
      for (const key of ['a', 'u']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    await expect(notice(page)).toContainText('Undone');
    expect((await listGroups(emptyServer, 'state=acknowledged')).total).toBe(0);
    expect(await getState(emptyServer, fingerprint)).toBe('wont_fix');
  });
});

test('archived observations are listed on demand', async ({ page, emptyServer }) => {
  const [reported] = await report(emptyServer, { content: 'Done with' }, { content: 'Another' });
  const { fingerprint } = first(reported ? [reported] : [], 'observation');
  await post(`${emptyServer.url}/api/observations/triage`, { action: 'resolve', reason: 'fixed', target: { groups: [{ fingerprint }] } });
  await post(`${emptyServer.url}${observations.clearResolved.path}`, {});
  await page.goto(`${emptyServer.url}/observations`);
  const box = page.getByRole('checkbox', { name: 'Include archived' });
  await expect(rows(page)).toHaveCount(1);
  await expect(box).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeHidden();
  await view(page, /^All/u).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('1 archived · Show')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(box).toBeChecked();
  await expect(rowOf(page, 'Done with')).toBeVisible();
  await expect(page).toHaveURL(/cleared=true/u);
  await page.getByRole('button', { name: 'Remove archived:include' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('what is narrowed stands in the address and in the tokens, and nothing that matches says so', async ({ page, emptyServer }) => {
  await report(
    emptyServer,
    { content: 'Low one', severity: 'low' },
    { content: 'High one' },
    { content: 'By another', observer: 'reviewer' },
  );
  await page.goto(`${emptyServer.url}/observations`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('checkbox', { name: /^reviewer/u }).check();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/observer=reviewer/u);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  // Three tokens have no room beside the field there: the last ones are counted.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: /^\+\d more filters/u }).click();
  await page.getByRole('button', { name: 'Remove observer:reviewer' }).click();
  await page.getByRole('button', { name: 'Remove severity:>=medium' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('/');
  await page.keyboard.type('nowhere');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Without “nowhere”' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('radio', { name: 'Individual observations' }).click();
  await expect(page).toHaveURL(/view=single/u);
  await expect(rows(page)).toHaveCount(3);
});

test('an unknown id and hostile content are shown as such', async ({ page, emptyServer }) => {
  await page.goto(`${emptyServer.url}/observations`);
  await expect(page.getByRole('heading', { name: 'No observations yet' })).toBeVisible();
  const content = '<img src=x onerror="document.title=1"> \u202etxt.exe **bold** '.repeat(40);
  await report(emptyServer, { content, sourceRef: '<script>alert(1)</script>', observer: '<b>me</b>' });
  await expect(rows(page)).toHaveCount(1);
  await expect(current(page)).toContainText('<img src=x onerror=');
  await expect(current(page)).toContainText('⟨U+202E⟩');
  await expect(detail(page)).toContainText('<script>alert(1)</script>');
  await expect(page.locator('main img, main script, main b')).toHaveCount(0);
  await detail(page).getByRole('button', { name: 'show all' }).first().click();
  await expect(detail(page).getByRole('button', { name: 'collapse' })).toBeVisible();
});

test.describe('an address that leads nowhere', () => {
  test.use({ expectedProblem: /404/u });

  test('says so in its pane and leads back', async ({ page, emptyServer }) => {
    await report(emptyServer, {});
    await page.goto(`${emptyServer.url}/observations?at=unknown-thing`);
    await expect(page.getByRole('heading', { name: 'Group not found' })).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Back to list' }).click();
    await expect(detail(page).getByRole('heading', { name: 'Thing 0' })).toBeVisible();
  });
});

test.describe('2,000 observations', () => {
  test('are drawn by the dozen, and no key waits for what is read again', async ({ page, emptyServer }) => {
    const severities = ['critical', 'high', 'medium'] as const;
    await report(
      emptyServer,
      ...Array.from({ length: 2_000 }, (_, at): Reported => ({
        content: `Thing ${at} in \`src/part-${at % 97}.ts\``,
        severity: severities[at % 3] ?? 'high',
      })),
    );
    await page.goto(`${emptyServer.url}/observations`);
    await expect(view(page, /^Needs attention/u)).toHaveText('Needs attention2,000');
    await expect(current(page)).toBeVisible();

    const top = await page.evaluate(async () => {
      const scroller = [...document.querySelectorAll('[role=rowgroup]')].at(-1);
      for (let at = 0; at < 120; at += 1) {
        scroller?.scrollBy(0, 400);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return scroller?.scrollTop ?? 0;
    });
    expect(top).toBeGreaterThan(8_000);
    expect(await rows(page).count()).toBeLessThan(80);

    // Deep down, only the pages around what is seen are read again, and no key waits for that.
    const middle = rows(page).nth(20);
    await middle.getByRole('button').click();
    const deep = await keyOf(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/observations/groups?')) asked.push(request.url());
    });
    await page.evaluate(async () => {
      const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      const keyNow = () => document.querySelector('[data-row][aria-current=true]')?.getAttribute('data-row') ?? null;
      for (let at = 0; at < 12; at += 1) {
        const before = keyNow();
        const began = performance.now();
        press('a');
        while (keyNow() === before || keyNow() === null) {
          if (performance.now() - began > 3_000) throw new Error('A key was dropped.');
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      }
    });
    await expect.poll(async () => (await listGroups(emptyServer, 'state=acknowledged')).total).toBe(12);
    expect(await getState(emptyServer, deep)).toBe('acknowledged');
    await page.waitForTimeout(1_500);
    expect(asked.length).toBeLessThan(60);

    await page.goto(`${emptyServer.url}/observations`);
    await expect(current(page)).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all matching' }).check();
    await page.keyboard.press('a');
    await expect(notice(page)).toContainText('Acknowledged: 1,988 groups.', { timeout: 20_000 });
    await page.keyboard.press('u');
    await expect(notice(page)).toContainText('Undone', { timeout: 20_000 });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the list, then one, with its actions, and back', async ({ page, emptyServer }) => {
    await report(emptyServer, { content: 'Test deleted instead of repaired' }, { content: 'Another' });
    await page.goto(`${emptyServer.url}/observations`);
    await rowOf(page, 'Test deleted').getByRole('button').click();
    await expect(detail(page).getByRole('heading', { name: 'Test deleted instead of repaired' })).toBeVisible();
    await expect(table(page)).toBeHidden();
    const [link, chip] = await Promise.all([
      detail(page).getByRole('button', { name: 'Copy link' }).boundingBox(),
      detail(page).getByText('Open', { exact: true }).boundingBox(),
    ]);
    // Beside the status, not in a line of its own.
    expect(Math.abs((link?.y ?? 0) + (link?.height ?? 0) / 2 - (chip?.y ?? 99) - (chip?.height ?? 0) / 2)).toBeLessThan(6);
    await detail(page).getByRole('button', { name: 'Acknowledge' }).click();
    await expect(detail(page).getByRole('heading', { name: 'Another' })).toBeVisible();
    await expect(notice(page)).toContainText('Acknowledged');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(notice(page)).toContainText('Undone');
    await expect(detail(page).getByRole('heading', { name: 'Test deleted instead of repaired' })).toBeVisible();
    await page.goBack();
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('dialog', { name: 'Filter observations' }).getByRole('checkbox', { name: /^High/u }).uncheck();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: /^No open or regressed observations of critical or medium severity/u })).toBeVisible();
  });
});

test('terms that are typed become parts of the filter, and one that is not known narrows nothing', async ({ page, emptyServer }) => {
  await report(emptyServer, { content: 'Low one', severity: 'low' }, { content: 'By another', observer: 'Code Reviewer' });
  await page.goto(`${emptyServer.url}/observations`);
  await expect(rows(page)).toHaveCount(1);
  const field = page.getByRole('textbox', { name: 'Search observations' });
  await page.keyboard.press('/');
  await page.keyboard.type('severity:low status:all ');
  await expect(rows(page)).toHaveCount(1);
  await expect(rowOf(page, 'Low one')).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(page).toHaveURL(/severity=low/u);
  await page.keyboard.type('severity:all observer:code');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/observer=/u);
  await page.keyboard.type('observer:nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Query hint' })).toContainText(/observers are .*"Code Reviewer"/u);
  await expect(field).toHaveValue('observer:nobody');
  await expect(rows(page)).toHaveCount(1);
});
