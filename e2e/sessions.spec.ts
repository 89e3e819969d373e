import { setTimeout } from 'node:timers/promises';
import { countRunningImports, first, listSessions } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { importText } from './start-server.ts';

const pageSize = 50;

test('the address without a path leads to the sessions, and head, list and interface count the same', async ({ page, demoServer }) => {
  const { total, items } = await listSessions(demoServer.url, 'sort=started&order=desc');
  expect(total).toBeGreaterThan(30);
  await page.goto(demoServer.url);
  await expect(page).toHaveURL(`${demoServer.url}/sessions`);
  await expect(page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible();
  await expect(page.getByText(`${total} sessions`, { exact: true })).toBeVisible();
  const shown = Math.min(total, pageSize);
  await expect(page.getByRole('navigation', { name: 'Pages of the list' })).toContainText(`1–${shown} of ${total}`);
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(shown);
  await expect(rows.first()).toContainText(first(items, 'session').title ?? '');

  // On a phone no filter is cut off.
  await page.setViewportSize({ width: 390, height: 844 });
  const filters = page.getByRole('search', { name: 'Filter sessions' }).getByRole('button');
  await expect(filters.filter({ hasText: 'Subagents' })).toBeVisible();
  for (const filter of await filters.all()) {
    const box = await filter.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(390);
  }
});

test('text, project and errors filter the list, and the URL keeps the filter', async ({ page, demoServer }) => {
  const all = await listSessions(demoServer.url);
  const project = first(
    all.items.flatMap((session) => session.project ?? []),
    'project',
  );
  const word = first(
    all.items.flatMap(({ title }) => title?.split(' ').filter((part) => /^[a-z]{5,}$/u.test(part)) ?? []),
    'word in a title',
  );
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody').getByRole('row');
  await page.goto(`${demoServer.url}/sessions`);
  await expect(rows.first()).toBeVisible();

  await page.getByRole('textbox', { name: 'Title, ID or path' }).fill(word);
  await expect(page).toHaveURL(new RegExp(`[?&]q=${word}`, 'u'));
  await expect(rows).toHaveCount(Math.min(pageSize, (await listSessions(demoServer.url, `q=${word}`)).total));
  await page.getByRole('button', { name: 'Clear title, id or path' }).click();

  await page.getByRole('search', { name: 'Filter sessions' }).getByRole('button', { name: 'Project', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: new RegExp(`^${project}\\s*\\d+$`, 'u') }).click();
  await expect(page).toHaveURL(new RegExp(`[?&]project=${encodeURIComponent(project)}`, 'u'));
  await expect(rows).toHaveCount((await listSessions(demoServer.url, `project=${encodeURIComponent(project)}`)).total);

  await page.getByRole('button', { name: 'With errors' }).click();
  await expect(page).toHaveURL(/[?&]errors=true/u);
  const both = await listSessions(demoServer.url, `project=${encodeURIComponent(project)}&hasErrors=true`);
  await expect(rows).toHaveCount(both.total);
  await page.reload();
  await expect(rows).toHaveCount(both.total);
  await expect(page.getByRole('button', { name: 'With errors' })).toHaveAttribute('aria-pressed', 'true');
});

test('a filtered list is saved as a view, opened again, renamed and deleted', async ({ page, emptyServer: { url } }) => {
  for (const [sessionId, cwd, failed] of [
    ['fine', '/home/ada/shop', false],
    ['failing', '/home/ada/shop', true],
    ['elsewhere', '/home/ada/farm', true],
  ] as const) {
    const talk = makeClaudeLines({ sessionId, cwd });
    await importText(url, `${sessionId}.jsonl`, toFile(talk.prompt(sessionId), talk.call('1', 'Bash', {}), talk.result('1', 'x', failed)));
  }
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody').getByRole('row');
  const saved = page.getByRole('region', { name: 'Saved views' });
  const dialog = page.getByRole('dialog');
  await page.goto(`${url}/sessions?project=shop&errors=true`);
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('s');
  await expect(dialog).toContainText('shop, with errors');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Failing in shop');
  await page.keyboard.press('Enter');
  const view = saved.getByRole('button', { name: 'Failing in shop', exact: true });
  await expect(view).toHaveAttribute('aria-pressed', 'true');

  await page.goto(`${url}/sessions`);
  await expect(rows).toHaveCount(3);
  await expect(view).toHaveAttribute('aria-pressed', 'false');
  await view.click();
  await expect(page).toHaveURL(`${url}/sessions?project=shop&errors=true`);
  await expect(rows).toHaveCount(1);
  await saved.getByRole('button', { name: 'Rename Failing in shop' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await page.keyboard.press('Enter');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(saved.getByRole('button', { name: 'Shop', exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Save view' })).toBeInViewport();
  await saved.getByRole('button', { name: 'Delete Shop' }).click();
  await expect(saved.getByRole('button', { name: 'Shop', exact: true })).toBeHidden();

  // Those of observations are others.
  await page.goto(`${url}/observations`);
  await expect(page.getByRole('heading', { name: 'Observations', level: 1 })).toBeVisible();
  await expect(saved).toBeHidden();
});

test('a click on a column sorts by it', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/sessions`);
  await page.getByRole('columnheader', { name: 'Errors' }).getByRole('button').click();
  await expect(page).toHaveURL(/[?&]sort=errors/u);
  await expect(page.getByRole('columnheader', { name: 'Errors' })).toHaveAttribute('aria-sort', 'descending');
  const { items } = await listSessions(demoServer.url, 'sort=errors&order=desc');
  const links = page.locator('[data-session-link]');
  await expect(links.first()).toHaveAttribute('href', `/sessions/${first(items, 'session').id}?list=sort%3Derrors`);
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(items.slice(0, pageSize).map(({ id }) => `/sessions/${id}?list=sort%3Derrors`));
});

test('an empty result names the filter and offers to clear it', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/sessions?q=nothing-has-this-name&errors=true`);
  await expect(page.getByRole('heading', { name: 'No sessions match' })).toBeVisible();
  await expect(page.getByText('Current filter: “nothing-has-this-name” and with errors.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove all filters' }).click();
  await expect(page.locator('[data-session-link]').first()).toBeVisible();
  await expect(page).toHaveURL(`${demoServer.url}/sessions`);
});

test('paging goes back the same way, even after a reload', async ({ page, emptyServer }) => {
  const lines = Array.from({ length: 3 * pageSize - 10 }, (_, index) =>
    makeClaudeLines({ sessionId: `s-${index}` }).prompt(`Task ${index}`),
  );
  await importText(emptyServer.url, 'many.jsonl', toFile(...lines));
  const links = page.locator('[data-session-link]');
  const hrefs = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const pager = page.getByRole('navigation', { name: 'Pages of the list' });
  await page.goto(`${emptyServer.url}/sessions`);
  const seen: (string | null)[][] = [];
  for (const range of ['1–50 of 140', '51–100 of 140', '101–140 of 140']) {
    await expect(pager).toContainText(range);
    await expect(links).toHaveCount(range.startsWith('101') ? 40 : pageSize);
    seen.push(await hrefs());
    if (!range.startsWith('101')) await pager.getByRole('button', { name: 'Next' }).click();
  }
  expect(new Set(seen.flat()).size).toBe(140);
  await expect(page).toHaveURL(/[?&]page=3/u);
  await page.reload();
  await pager.getByRole('button', { name: 'Previous' }).click();
  await expect(pager).toContainText('51–100 of 140');
  await expect.poll(hrefs).toEqual(seen[1]);
  await expect(page).toHaveURL(/[?&]page=2/u);
  await page.reload();
  await pager.getByRole('button', { name: 'Previous' }).click();
  await expect(pager).toContainText('1–50 of 140');
  await expect.poll(hrefs).toEqual(seen[0]);
});

test('J, K and Enter walk the list and open a session', async ({ page, demoServer }) => {
  const { items } = await listSessions(demoServer.url, 'sort=started&order=desc');
  await page.goto(`${demoServer.url}/sessions`);
  const links = page.locator('[data-session-link]');
  await expect(links.first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${demoServer.url}/sessions/${items[1]?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(items[1]?.title ?? '');
});

test('a session opens at once after its filter was typed, and Back leads to that filter', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/sessions`);
  const rows = page.locator('[data-session-link]');
  await expect(rows.first()).toBeVisible();
  const title = await rows.nth(3).innerText();
  // The page of the session is still on its way when the address of the list is written, a moment after the last letter.
  await page.route(/\/sessions\/[a-z0-9]{26}\?/u, async (route) => {
    await setTimeout(500);
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.keyboard.insertText(title);
  await rows.first().dispatchEvent('click');
  await expect(page).toHaveURL(/\/sessions\/[a-z0-9]{26}\?list=q/u);
  await page.goBack();
  await expect(page).toHaveURL((url) => url.pathname === '/sessions' && url.searchParams.get('q') === title);
});

test('one click loads the demo sessions and one removes them', async ({ page, emptyServer }) => {
  await page.goto(`${emptyServer.url}/sessions`);
  await page.getByRole('button', { name: 'Load the demo data' }).click();
  const banner = page.getByRole('status').filter({ hasText: 'synthetic' });
  await expect(banner).toContainText('synthetic demo sessions', { timeout: 90_000 });
  await expect.poll(() => countRunningImports(emptyServer.url), { timeout: 90_000 }).toBe(0);
  const [first, links] = [page.getByRole('region', { name: 'Your sessions' }), page.locator('[data-session-link]')];
  await expect(first).toBeVisible();
  await expect(links.nth(5)).toBeVisible();
  await importText(emptyServer.url, 'own.jsonl', toFile(makeClaudeLines({ sessionId: 'own' }).prompt('My own task')));
  // Once there are own sessions, the demo is one line.
  await expect(links).toHaveText(['My own task']);
  await expect(first).toBeHidden();
  await expect(banner).toContainText('synthetic sessions hidden');
  await banner.getByRole('button', { name: 'Show' }).click();
  await expect(links.nth(5)).toBeVisible();
  await expect(page).toHaveURL(/[?&]demo=true/u);
  await banner.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(banner).toContainText('removed');
  await expect(links).toHaveText(['My own task']);
  expect((await listSessions(emptyServer.url, 'includeChildren=true')).total).toBe(1);
});
