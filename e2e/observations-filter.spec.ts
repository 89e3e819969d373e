import { expect, test } from './fixtures.ts';
import { current, rows, report, view, type Reported } from './observations-view.ts';
import type { Page } from '@playwright/test';

const field = (page: Page) => page.getByRole('textbox', { name: 'Search observations' });
const facets = (page: Page) => page.getByRole('group', { name: 'Filters' });
const list = (page: Page) => page.getByRole('region', { name: 'List' });

const reportMany: Reported[] = Array.from({ length: 19 }, (_, at) => ({
  observer: `reviewer-${at + 1}`,
  content: `Thing of ${at + 1}`,
  severity: at === 18 ? 'critical' : 'high',
}));

test('every observer of a long list can be selected, sorted by count', async ({ page, emptyServer }) => {
  await report(emptyServer, ...reportMany);
  await page.goto(`${emptyServer.url}/observations`);
  await expect(rows(page).first()).toBeVisible();
  const named = facets(page).getByRole('checkbox', { name: /^reviewer-/u });
  await expect(named).toHaveCount(12);
  await expect(named.nth(1)).toHaveAccessibleName(/^reviewer-2\b/u);
  await facets(page).getByRole('button', { name: '7 more: observer' }).focus();
  await page.keyboard.press('Enter');
  await expect(named).toHaveCount(19);
  await expect(facets(page).getByRole('button', { name: 'Fewer: observer' })).toHaveAttribute('aria-expanded', 'true');
  await expect(named.nth(12)).toBeFocused();
  await facets(page)
    .getByRole('checkbox', { name: /^reviewer-19/u })
    .check();
  await expect(rows(page)).toHaveCount(1);
  await facets(page).getByRole('button', { name: 'Fewer: observer' }).click();
  await expect(facets(page).getByRole('checkbox', { name: /^reviewer-19/u })).toBeChecked();
});

test('the URL names statuses and severities as the query does', async ({ page, emptyServer }) => {
  await report(emptyServer, { content: 'One' });
  await page.goto(`${emptyServer.url}/observations?status=resolved&severity=%3E%3Dhigh`);
  await expect(page.getByRole('button', { name: 'Remove status:resolved' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove severity:>=high' })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test('an emptied list says so and focuses the next step', async ({ page, emptyServer }) => {
  await report(emptyServer, { content: 'One' }, { content: 'Two' }, { content: 'Three' });
  await page.goto(`${emptyServer.url}/observations`);
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('a');
  await expect(rows(page)).toHaveCount(2);
  await page.goto(`${emptyServer.url}/observations?status=acknowledged`);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('r');
  await expect(page.getByRole('radio', { name: /^Fixed/u })).toBeFocused();
  await page.keyboard.press('4');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'No acknowledged observations of medium severity or worse left' })).toBeVisible();
  const next = page.getByRole('button', { name: 'Needs attention 2' });
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(current(page).locator('[data-row-focus]')).toBeFocused();

  // Nothing that needs attention is left: one way leads on, named once.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('a');
  await expect(list(page)).toContainText('Acknowledged: 2 groups.');
  await page.goto(`${emptyServer.url}/observations?status=acknowledged`);
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  await expect(
    list(page)
      .getByRole('button')
      .filter({ hasNotText: /^Undo|^$/u }),
  ).toHaveText([/^Show all\s*3$/u]);
});

test('where nothing matches, what yields something is offered and nothing else', async ({ page, emptyServer }) => {
  await report(emptyServer, { content: 'One' }, { content: 'Two', severity: 'low' });
  const buttons = list(page).getByRole('button');
  await page.goto(`${emptyServer.url}/observations?q=zzqq`);
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expect(buttons).toHaveText([/^Without “zzqq”\s*1$/u]);
  await page.goto(`${emptyServer.url}/observations?q=zzqq&observer=nobody&project=none&seen=3`);
  await expect(buttons).toHaveText([/^Show all\s*2$/u]);
  await buttons.click();
  await expect(rows(page)).toHaveCount(2);
  await expect(current(page).locator('[data-row-focus]')).toBeFocused();
});

test('a name that was typed before the known ones arrived is taken once they do', async ({ page, emptyServer }) => {
  await report(emptyServer, ...reportMany);
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/observations\/facets\?.*cleared=true/u, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${emptyServer.url}/observations`);
  await expect(rows(page)).toHaveCount(19);
  await field(page).pressSequentially('observer:reviewer-3 ');
  await expect(page.getByRole('status', { name: 'Query hint' })).toContainText('no observers yet');
  answer();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/observer=reviewer-3/u);
});

test('an action outlives its page', async ({ page, emptyServer }) => {
  await report(emptyServer, { content: 'One' });
  await page.goto(`${emptyServer.url}/observations`);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('a');
  await page.goto('about:blank');
  await page.goto(`${emptyServer.url}/observations?status=acknowledged`);
  await expect(rows(page)).toHaveCount(1);
});

test('typed terms join, nothing moves while one types, and Esc leads back to the row', async ({ page, emptyServer }) => {
  await report(emptyServer, ...reportMany);
  await page.goto(`${emptyServer.url}/observations`);
  await expect(rows(page).first()).toBeVisible();
  const legend = facets(page).getByText('Severity', { exact: true });
  const { y } = (await legend.boundingBox()) ?? { y: Number.NaN };
  await page.keyboard.press('/');
  await page.keyboard.type('observer:reviewer-3 ');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.type('observer:reviewer-5 ');
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/observer=reviewer-3,reviewer-5/u);
  await page.keyboard.press('Escape');
  await expect(current(page).locator('[data-row-focus]')).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('state:open ');
  await expect(page.getByRole('status', { name: 'Query hint' })).toContainText('is searched as text');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  expect((await legend.boundingBox())?.y).toBe(y);
  await field(page).fill('archived:include ');
  await expect(page.getByRole('status', { name: 'Query hint' })).toContainText('add status:resolved');
});

test.describe('saved views', () => {
  test.use({ expectedProblem: /409|500/u });

  test('keep filter and order, and are opened, renamed, deleted and restored', async ({ page, emptyServer }) => {
    await report(emptyServer, { content: 'One' }, { content: 'Two', severity: 'low' }, { content: 'Three', observer: 'reviewer' });
    await page.goto(`${emptyServer.url}/observations`);
    await expect(rows(page)).toHaveCount(2);
    const saved = page.getByRole('region', { name: 'Saved views' });
    const dialog = page.getByRole('dialog');
    await expect(saved).toBeHidden();
    // Nothing was sent to an agent here.
    await facets(page)
      .getByRole('checkbox', { name: /^Yes\s*0$/u })
      .check();
    await expect(page).toHaveURL(/sent=yes/u);
    await expect(rows(page)).toHaveCount(0);
    await facets(page)
      .getByRole('checkbox', { name: /^No\s*2$/u })
      .check();
    await expect(page).toHaveURL(/sent=no/u);
    await facets(page)
      .getByRole('checkbox', { name: /^reviewer/u })
      .check();
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('s');
    await expect(dialog).toContainText('status:open,regressed severity:>=medium observer:reviewer sent:no');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Of the reviewer');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(saved.getByRole('button', { name: 'Of the reviewer', exact: true })).toHaveAttribute('aria-pressed', 'true');

    await view(page, /^All/u).click();
    await page.getByRole('button', { name: 'Remove observer:reviewer' }).click();
    await expect(rows(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('of THE reviewer');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('There is already a view named “of THE reviewer”. Choose another name.');
    await page.keyboard.press('Escape');

    await page.reload();
    await saved.getByRole('button', { name: 'Of the reviewer', exact: true }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/observer=reviewer/u);
    await saved.getByRole('button', { name: 'Rename Of the reviewer' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Review');
    await page.keyboard.press('Enter');
    await saved.getByRole('button', { name: 'Delete Review' }).click();
    await expect(saved.getByRole('button', { name: 'Review', exact: true })).toBeHidden();
    await expect(saved.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(saved.getByRole('button', { name: 'Review', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(rows(page)).toHaveCount(1);

    // On a phone, too.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(saved.getByRole('button', { name: 'Review', exact: true })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Save view' })).toBeInViewport();
  });

  test('with the same content can each be renamed and deleted', async ({ page, emptyServer }) => {
    const shown = { filter: { states: ['open', 'regressed'], severities: ['medium', 'high', 'critical'] } };
    for (const name of ['First', 'Second']) {
      const sent = { data: { name, shown }, headers: { origin: emptyServer.url } };
      expect((await page.request.put(`${emptyServer.url}/api/observations/views/${name}`, sent)).status()).toBe(200);
    }
    await page.goto(`${emptyServer.url}/observations`);
    const saved = page.getByRole('region', { name: 'Saved views' });
    await expect(saved.getByRole('button', { name: 'First', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(saved.getByRole('button', { name: 'Second', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(saved.getByRole('button', { name: 'Rename Second' })).toBeVisible();
    await saved.getByRole('button', { name: 'Delete Second' }).click();
    await expect(saved.getByRole('button', { name: 'Second', exact: true })).toBeHidden();
    await expect(saved.getByRole('button', { name: 'Delete First' })).toBeVisible();
  });

  test('that another version saved can be deleted, not opened', async ({ page, demoServer }) => {
    let views = [{ id: 'odd', name: 'Odd', shown: null, savedAt: '2026-01-01T00:00:00.000Z' }];
    await page.route('**/api/observations/views', (route) => route.fulfill({ json: { views } }));
    await page.route('**/api/observations/views/odd', (route) => {
      views = [];
      return route.fulfill({ json: { deleted: true } });
    });
    await page.goto(`${demoServer.url}/observations`);
    const saved = page.getByRole('region', { name: 'Saved views' });
    await expect(saved.getByRole('button', { name: 'Odd', exact: true })).toHaveAttribute('aria-disabled', 'true');
    await expect(saved.getByRole('button', { name: 'Rename Odd' })).toBeHidden();
    await saved.getByRole('button', { name: 'Delete Odd' }).click();
    await expect(saved).toContainText('Deleted “Odd”.');
    await expect(saved.getByRole('button', { name: 'Undo' })).toBeHidden();
    await expect(saved.getByRole('button', { name: 'Odd', exact: true })).toBeHidden();
  });

  test('that cannot be loaded say so, and are asked for again', async ({ page, demoServer }) => {
    await page.route('**/api/observations/views', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`${demoServer.url}/observations`);
    const problem = page.getByRole('main').getByRole('alert');
    await expect(problem).toContainText('Saved views not loaded');
    await page.unroute('**/api/observations/views');
    await problem.getByRole('button', { name: 'Retry' }).click();
    await expect(problem).toBeHidden();
  });
});

test('an archive without observations links to the import page', async ({ page, emptyServer }) => {
  await page.goto(`${emptyServer.url}/observations`);
  await expect(page.getByRole('heading', { name: 'No observations yet' })).toBeVisible();
  await expect(list(page).getByRole('link', { name: 'Import sessions' })).toHaveAttribute('href', '/import');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test.describe('at 1280', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the header is one line, and hidden resolved observations appear with the archived ones', async ({ page, emptyServer }) => {
    await report(emptyServer, { content: 'One' });
    await page.goto(`${emptyServer.url}/observations?status=open`);
    await expect(rows(page)).toHaveCount(1);
    expect((await page.getByRole('search', { name: 'Filter observations' }).boundingBox())?.height).toBeLessThan(32);
    await facets(page)
      .getByRole('checkbox', { name: /^Include archived/u })
      .check();
    await expect(facets(page).getByRole('checkbox', { name: /^Resolved: fixed/u })).toBeChecked();
    await expect(page).toHaveURL(/cleared=true/u);
  });
});
