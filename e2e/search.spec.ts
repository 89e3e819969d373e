import type { Page } from '@playwright/test';
import { contracts } from '../lib/contracts/index.ts';
import { ask, first } from './ask.ts';
import { expect, test } from './fixtures.ts';
import { importTalks } from './search-data.ts';

const view = (page: Page) => ({
  query: page.getByRole('combobox', { name: 'Search records' }),
  status: page.getByRole('status', { name: 'Result' }),
  results: page.getByRole('list', { name: 'Results' }),
  hits: page.locator('[data-hit-link]'),
  completions: page.getByRole('listbox', { name: 'Completions' }),
});

test('three words, Enter, Enter: the record in its session', async ({ page, talksServer }) => {
  await page.goto(`${talksServer.url}/sessions`);
  await page.keyboard.press('g');
  await page.keyboard.press('/');
  await expect(page).toHaveURL(/\/search$/u);
  const { query, status, hits, results } = view(page);
  await expect(query).toBeFocused();
  await query.pressSequentially('tenants many invoices');
  await page.keyboard.press('Enter');
  await expect(hits.first()).toBeFocused();
  await expect(status).toContainText('2 matches in');
  await expect(results.locator('mark').first()).toHaveText('tenants');
  await expect(page).toHaveURL(/[?&]q=tenants\+many\+invoices\*/u);
  const { hits: found } = await ask(contracts.search.search.response, `${talksServer.url}/api/search?q=tenants%20many%20invoices*`);
  const { sessionId, recordId } = first(found, 'match');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/sessions/${sessionId}\\?record=${recordId}`, 'u'));
  await expect(page.locator('[data-row][aria-current=true]')).toContainText('tenants with many invoices');
  await expect(page.locator('[data-row][aria-current=true] mark')).toHaveText(['tenants', 'many', 'invoices']);
  await page.goBack();
  await expect(query).toHaveValue('tenants many invoices*');
  await expect(hits.first()).toBeFocused();
});

test('fields and values are completed by keyboard', async ({ page, talksServer }) => {
  await page.goto(`${talksServer.url}/search`);
  const { query, completions, hits } = view(page);
  await query.pressSequentially('grep to');
  await expect(completions.getByRole('option')).toHaveText(/^tool:/u);
  await page.keyboard.press('Tab');
  await expect(query).toHaveValue('grep tool:');
  // Its call has the word; the result, too, since the command prints its name.
  await expect(completions.getByRole('option', { name: 'Bash' })).toHaveText('Bash2');
  await expect(completions.getByRole('option', { name: 'Bash' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(query).toHaveValue('grep tool:Bash ');
  await expect(completions).toBeHidden();
  await query.pressSequentially('outcome:');
  await page.keyboard.press('ArrowDown');
  await expect(completions.getByRole('option', { name: 'error' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(completions).toBeHidden();
  await expect(query).toBeFocused();
  await query.pressSequentially('e');
  await page.keyboard.press('Enter');
  await expect(query).toHaveValue('grep tool:Bash outcome:error ');
  await expect(hits).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(query).not.toBeFocused();
});

test('a problem is shown at its place, and what was found before stays', async ({ page, talksServer }) => {
  await page.goto(`${talksServer.url}/search?q=ledger`);
  const { query, status, hits } = view(page);
  await expect(hits.first()).toBeVisible();
  const count = await hits.count();
  await query.fill('ledger kind:nothing export');
  await expect(status).toContainText('kind:nothing – kind: must be one of prompt, response');
  await expect(page.locator('[data-problem]')).toHaveText('kind:nothing');
  await expect(query).toHaveAttribute('aria-invalid', 'true');
  await expect(hits).toHaveCount(count);
  await query.fill('ledger kind:prompt export');
  await expect(page.locator('[data-problem]')).toHaveCount(0);
  await expect(status).toContainText(/^\d+ match/u);
});

test('filters change the query, and a group narrows to its session', async ({ page, talksServer }) => {
  await page.goto(`${talksServer.url}/search?q=ledger`);
  const { query, hits, results } = view(page);
  const filters = page.getByRole('complementary', { name: 'Filter panel' });
  await expect(results.getByRole('heading')).toHaveText(['Draw the atlas', 'Repair the ledger export']);
  await filters.getByRole('checkbox', { name: 'atlas' }).check();
  await expect(query).toHaveValue('ledger project:atlas');
  await expect(hits).toHaveCount(1);
  await expect(filters.getByRole('checkbox', { name: 'shop' })).toBeVisible();
  await filters.getByRole('checkbox', { name: 'atlas' }).uncheck();
  await expect(query).toHaveValue('ledger');

  await results.getByRole('link', { name: /^All \d+ matches$/u }).click();
  await expect(query).toHaveValue(/^ledger session:\w{26}$/u);
  await expect(page).toHaveURL(/[?&]group=none/u);
  await expect(results.getByRole('heading')).toHaveCount(0);
  await expect.poll(() => hits.count()).toBeGreaterThan(3);
  await page.getByRole('radio', { name: 'Grouped by session' }).click();
  await expect(results.getByRole('heading')).toHaveText(['Repair the ledger export']);
  await page.goBack();
  await page.goBack();
  await expect(query).toHaveValue('ledger');
});

test('J and K walk the matches; what matches nothing says what to remove', async ({ page, talksServer }) => {
  await page.goto(`${talksServer.url}/search?q=ledger&group=none`);
  const { query, hits } = view(page);
  await expect(hits.first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(hits.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(hits.nth(1)).toBeFocused();
  await page.keyboard.press('/');
  await expect(query).toBeFocused();
  await query.fill('ledger tool:Nothing');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove tool:Nothing' }).click();
  await expect(query).toHaveValue('ledger');
  await expect(hits.first()).toBeVisible();
});

test('a search is saved, opened, deleted, and its deletion undone', async ({ page, emptyServer }) => {
  await importTalks(emptyServer);
  await page.goto(`${emptyServer.url}/search?q=ledger`);
  const { query, hits } = view(page);
  await expect(hits.first()).toBeVisible();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('ledger');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ledgers');
  await page.keyboard.press('Enter');
  const notice = page.getByRole('status', { name: 'Last action' });
  await expect(notice).toContainText('Saved “Ledgers”.');
  await page.getByRole('button', { name: 'Clear query' }).click();
  const saved = page.getByRole('list', { name: 'Saved searches' });
  await saved.getByRole('link', { name: 'Ledgers' }).click();
  await expect(query).toHaveValue('ledger');
  await page.getByRole('button', { name: 'Clear query' }).click();
  const listSaved = async () => (await ask(contracts.search.listSaved.response, `${emptyServer.url}/api/searches`)).searches;
  const before = (await listSaved()).map(({ id }) => id);
  await saved.getByRole('button', { name: 'Delete Ledgers' }).click();
  await expect(saved.getByRole('listitem')).toHaveCount(0);
  expect(await listSaved()).toEqual([]);
  await notice.getByRole('button', { name: /^Undo/u }).click();
  await expect(saved.getByRole('link', { name: 'Ledgers' })).toBeVisible();
  expect((await listSaved()).map(({ id }) => id)).toEqual(before);
});

test('a star is set in the results, and shown in the list and in the session', async ({ page, emptyServer }) => {
  await importTalks(emptyServer);
  await page.goto(`${emptyServer.url}/search?q=ledger`);
  const { results, hits } = view(page);
  await results.getByRole('button', { name: 'Star', exact: true }).first().click();
  await expect(results.getByRole('button', { name: 'Remove star' })).toHaveCount(1);
  await page.goto(`${emptyServer.url}/sessions`);
  await page.getByRole('button', { name: 'Starred' }).click();
  await expect(page).toHaveURL(/[?&]starred=true/u);
  await expect(page.locator('[data-session-link]')).toHaveText(['Draw the atlas']);
  await page.locator('[data-session-link]').click();
  await page.getByRole('banner').or(page.locator('header')).getByRole('button', { name: 'Remove star' }).first().click();
  await expect(page.getByRole('button', { name: 'Star', exact: true }).first()).toBeVisible();
  await page.goto(`${emptyServer.url}/search?q=ledger%20is:starred`);
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expect(hits).toHaveCount(0);
});

test('the box in the header starts a search from any page', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/observers`);
  const box = page.getByRole('combobox', { name: 'Search records' });
  await expect(box).toBeVisible();
  await page.getByRole('navigation', { name: 'Observers and reviewers' }).getByText('Observers', { exact: true }).click();
  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await page.keyboard.type('kind:pro');
  const list = page.getByRole('listbox', { name: 'Completions and matches' });
  await expect(list.getByRole('option')).toHaveText(['prompt']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-problem]')).toHaveText('kind:pro');
  await expect(page).toHaveURL(/\/observers$/u);
  await box.fill('the test');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=the%20test\*$/u);
  await expect(page.locator('#search-box')).toHaveCount(0);
  await expect(view(page).hits.first()).toBeFocused();
  const shown = await view(page).hits.count();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => view(page).hits.count()).toBeGreaterThan(shown);
  const last = view(page).hits.last();
  const href = await last.getAttribute('href');
  await last.click();
  await expect(page).toHaveURL(/\/sessions\//u);
  await page.goBack();
  await expect(page.locator(`[data-hit-link][href="${href}"]`)).toBeFocused();
  await expect(page.locator(`[data-hit-link][href="${href}"]`)).toBeInViewport();
});

test('the box in the header shows matches while one types', async ({ page, talksServer }) => {
  await page.goto(`${talksServer.url}/observers`);
  const { query: box } = view(page);
  const list = page.getByRole('listbox', { name: 'Completions and matches' });
  const matches = list.getByRole('group', { name: 'Matches' }).getByRole('option');
  const message = page.locator('#search-box').getByRole('status');
  await box.click();
  await expect(list).toBeHidden();
  const mainTop = await page.locator('#main').boundingBox();
  await box.pressSequentially('tenants many');
  await expect(matches).toHaveText([/^Prompt.*Repair the ledger export.*tenants with many invoices/u, /^All 1 match$/u]);
  await expect(matches.locator('mark')).toHaveText(['tenants', 'many']);
  await expect(message).toHaveText('1 match');
  expect(await page.locator('#main').boundingBox()).toEqual(mainTop);

  await box.fill('ledger');
  await expect(matches).toHaveCount(6);
  await expect(matches.last()).toHaveText(/^All \d+ matches$/u);
  await page.keyboard.press('ArrowUp');
  await expect(matches.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(matches.first()).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', (await matches.first().getAttribute('id')) ?? 'none');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(message).not.toBeInViewport({ ratio: 0.5 });
  await expect(box).toBeFocused();

  await box.fill('ledger to');
  await expect(list.getByRole('group', { name: 'Completions' }).getByRole('option')).toHaveText([/^tool:/u]);
  await expect(matches).toHaveCount(6);
  await page.keyboard.press('Tab');
  await expect(box).toHaveValue('ledger tool:');
  await box.fill('ledger kind:nothing');
  await expect(message).toContainText('kind:nothing – kind: must be one of prompt');
  await expect(page.locator('[data-problem]')).toHaveText('kind:nothing');
  await expect(list).toBeHidden();
  await box.fill('nowhere');
  await expect(message).toHaveText('No matches');

  await box.fill('maps');
  await expect(matches.first()).toContainText('Draw the atlas');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sessions\/\w+\?record=\w+&find=maps/u);
  await expect(page.locator('[data-row][aria-current=true] mark')).toHaveText('maps');
  await expect(box).toHaveValue('');
  await expect(box).not.toBeFocused();
  await box.fill('ledger');
  await matches.last().click();
  await expect(page).toHaveURL(/\/search\?q=ledger\*/u);
});

test('the last word is a prefix while it is typed, in the box and on the page', async ({ page, talksServer }) => {
  await page.goto(`${talksServer.url}/observers`);
  const { query, hits, results, status } = view(page);
  const list = page.getByRole('listbox', { name: 'Completions and matches' });
  await query.pressSequentially('invo');
  await expect(list.locator('mark')).toHaveText(['invoices', 'invoices']);
  await page.keyboard.press('Enter');
  await expect(query).toHaveValue('invo*');
  await expect(hits).toHaveCount(2);
  await expect(hits.first()).toBeFocused();

  await query.fill('');
  await query.pressSequentially('ten');
  await expect(results.locator('mark')).toHaveText(['tenants']);
  await expect(query).toHaveValue('ten');
  await expect(page).toHaveURL(/\/search\?q=ten\*$/u);
  await page.reload();
  await expect(query).toHaveValue('ten*');
  await expect(results.locator('mark')).toHaveText(['tenants']);
  await query.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('ant');
  await expect(query).toHaveValue('tenant');
  await expect(page).toHaveURL(/\/search\?q=tenant\*$/u);
  await expect(results.locator('mark')).toHaveText(['tenants']);

  await query.fill('ten ');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expect(page.getByText('A prefix finds more')).toBeVisible();
  await query.fill('xyz');
  await expect(status).toContainText('0 matches');
  await expect(page.getByText('A prefix finds more')).toBeHidden();
});

test('demo sessions are marked, in the box and best match first', async ({ page, wholeDemoServer }) => {
  await page.goto(`${wholeDemoServer.url}/observers`);
  const { query, results } = view(page);
  await query.fill('the test');
  const matches = page.getByRole('group', { name: 'Matches' });
  await expect(matches.getByRole('option').first()).toContainText('synthetic');
  await matches.getByRole('option').last().click();
  await page.getByRole('radio', { name: 'Best match first' }).click();
  await expect(results.getByRole('listitem').first()).toContainText('synthetic');
});

test('a search that typing on replaces is canceled, and its answer is not that of the next', async ({ page, talksServer }) => {
  await page.goto(`${talksServer.url}/observers`);
  await page.route(/\/api\/search\?q=ledger\*&/u, () => undefined);
  const { query: box } = view(page);
  const asked = page.waitForRequest(/\/api\/search\?q=ledger\*&/u);
  const canceled = page.waitForEvent('requestfailed', (request) => request.url().includes('q=ledger*&'));
  await box.fill('ledger');
  await asked;
  await box.fill('maps');
  expect((await canceled).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(page.getByRole('group', { name: 'Matches' }).getByRole('option').first()).toContainText('Draw the atlas');

  const message = page.locator('#search-box').getByRole('status');
  await box.fill('nowhere');
  await expect(message).toHaveText('No matches');
  await expect(box).not.toHaveAttribute('aria-describedby');
  await box.fill('ledger');
  await expect(message).toHaveText('Searching…');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('search, filter and open', async ({ page, demoServer }) => {
    await page.goto(`${demoServer.url}/sessions`);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Search' }).click();
    const { query, hits } = view(page);
    await query.fill('the test');
    await expect(hits.first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: 'Filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter matches' });
    await dialog.getByRole('checkbox', { name: /^Prompt/u }).check();
    await page.keyboard.press('Escape');
    await expect(query).toHaveValue('the test* kind:prompt');
    await hits.first().click();
    await expect(page).toHaveURL(/\/sessions\/\w+\?record=/u);
  });
});
