import type { Page } from '@playwright/test';
import { contracts } from '../lib/contracts/index.ts';
import { ask, first } from './ask.ts';
import { expect, test } from './fixtures.ts';
import { current, detail, listGroups, notice, rowOf, rows, report, view } from './observations-view.ts';

const { observations } = contracts;
const field = (page: Page) => page.getByRole('textbox', { name: 'Search observations' });
const selected = (page: Page) => page.getByRole('region', { name: 'Selected' });
const severities = ['critical', 'high', 'medium'] as const;

test('the detail says which one it is, what was suggested, and when each step was taken', async ({ page, context, emptyServer }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [reported] = await report(emptyServer, { content: 'Retries without waiting', metadata: { suggestion: 'Wait between tries.' } });
  const { id, fingerprint } = first(reported ? [reported] : [], 'observation');
  await page.goto(`${emptyServer.url}/observations`);
  await expect(detail(page).getByRole('button', { name: `Copy group ID: ${fingerprint.slice(0, 10)}` })).toHaveAttribute(
    'title',
    `Group ${fingerprint}: click to copy`,
  );
  await expect(detail(page).getByRole('region', { name: 'Suggestion' })).toContainText('Wait between tries.');
  await expect(detail(page).getByRole('region', { name: 'History' }).locator('time')).toHaveText(/^\d\d:\d\d$/u);
  await page.getByRole('radio', { name: 'Individual observations' }).click();
  await detail(page)
    .getByRole('button', { name: `Copy observation ID: ${id.slice(0, 10)}` })
    .click();
  await expect(detail(page).getByRole('status', { name: 'ID' })).toHaveText('copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await expect(detail(page).getByRole('region', { name: 'Suggestion' })).toContainText('Wait between tries.');
  await expect(page.getByRole('search', { name: 'Filter observations' }).getByText('1 observation', { exact: true })).toBeVisible();
});

test('what is collapsed is said wherever something is counted, and is not selected', async ({ page, emptyServer }) => {
  await report(emptyServer, ...severities.flatMap((severity) => [1, 2].map((at) => ({ severity, content: `${severity} ${at}` }))));
  await page.goto(`${emptyServer.url}/observations`);
  await expect(rows(page)).toHaveCount(6);
  await page.getByRole('button', { name: /^High/u, expanded: true }).click();
  await expect(page.getByRole('search', { name: 'Filter observations' })).toContainText('4 shown, 2 collapsed');
  await rowOf(page, 'critical 1').getByRole('checkbox').click();
  await expect(selected(page)).toContainText('1 selected of 4 shown, 2 collapsed');
  await selected(page).getByRole('button', { name: 'Select all 4 shown' }).click();
  await expect(selected(page)).toContainText('4 selected of 4 shown, 2 collapsed');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: 'Select all shown' })).toBeVisible();
  await page.getByRole('button', { name: /^Critical/u, expanded: true }).click();
  await expect(page.getByRole('search', { name: 'Filter observations' })).toContainText('2 shown, 4 collapsed');
  await expect(current(page)).toContainText('medium');
  // The severity that is collapsed last is requested all the same, and no action ever applies to it.
  await page.route('**/api/observations/groups?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.getByRole('button', { name: /^Medium/u, expanded: true }).click();
  await expect(page.getByRole('search', { name: 'Filter observations' })).toContainText('0 shown, 6 collapsed');
  await page.keyboard.press('Control+a');
  await expect(selected(page)).toBeHidden();
  await page.keyboard.press('a');
  await page.waitForTimeout(1_200);
  expect((await listGroups(emptyServer, 'state=open')).total).toBe(6);
});

test('a term is said as far as only one begins so; a mistyped one says what there is and empties nothing', async ({
  page,
  emptyServer,
}) => {
  await report(emptyServer, { content: 'High one' }, { content: 'Medium one', severity: 'medium' });
  await page.goto(`${emptyServer.url}/observations`);
  await expect(rows(page)).toHaveCount(2);
  await field(page).fill('severity:hgih');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Query hint' })).toContainText(
    '“severity:hgih” is ignored: severity must be one of critical, high, medium, low, info',
  );
  await expect(field(page)).toHaveValue('severity:hgih');
  await expect(rows(page)).toHaveCount(2);
  await field(page).fill('severity:hi stat:op ');
  await expect(page.getByRole('button', { name: 'Remove severity:high' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove status:open' })).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(1);
});

test('an empty result says so and keeps the facet names', async ({ page, wholeDemoServer }) => {
  const { items } = await ask(observations.list.response, `${wholeDemoServer.url}/api/observations?observer=%5B%22stall%22%5D&limit=1`);
  const { sessionId, sessionTitle } = first(items, 'observation');
  const facets = page.getByRole('group', { name: 'Filters' });
  await page.goto(`${wholeDemoServer.url}/observations?q=zzz-nowhere&observer=stall&status=all&severity=all&session=${sessionId}`);
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expect(facets.getByRole('checkbox', { name: /^Stall Detector/u })).toBeChecked();
  await expect(facets.getByRole('checkbox', { name: /^Error Cascade Detector/u })).not.toBeChecked();
  await expect(facets.getByRole('checkbox', { name: /^Last 7 days/u })).toBeVisible();
  const asked = new RegExp(
    `^Current filter: observer:"Stall Detector" and session:"?${sessionTitle?.slice(0, 12) ?? ''}.* and “zzz-nowhere”`,
    'u',
  );
  await expect(page.getByText(asked)).toBeVisible();
  // A step that would yield nothing either is not offered.
  await expect(page.getByRole('button', { name: /^Without /u })).toHaveCount(1);
  await page.getByRole('button', { name: /^Without “zzz-nowhere” \d+$/u }).click();
  await expect(rows(page).first()).toContainText('Stall Detector');
});

test('a finding of an assessment leads to its observation, whose row has the focus', async ({ page, wholeDemoServer }) => {
  const { items } = await ask(observations.list.response, `${wholeDemoServer.url}/api/observations?observer=%5B%22stall%22%5D&limit=1`);
  const { id, sessionId } = first(items, 'observation');
  await page.goto(`${wholeDemoServer.url}/sessions/${sessionId}`);
  await page.getByRole('tab', { name: /^Assessment/u }).click();
  const link = page.getByRole('tabpanel').getByRole('link', { name: 'Open in observations' }).first();
  await expect(link).toHaveAttribute('href', /[?&]view=single&at=/u);
  await link.click();
  await expect(current(page)).toHaveCount(1);
  await expect(current(page).locator('[data-row-focus]')).toBeFocused();
  await page.goto(`${wholeDemoServer.url}/observations?status=all&severity=all&view=single&at=${id}`);
  await expect(current(page)).toHaveAttribute('data-row', id);
  await expect(current(page).locator('[data-row-focus]')).toBeFocused();
});

test.describe('an id of the other view in the address', () => {
  test.use({ expectedProblem: /404/u });

  test('is found there', async ({ page, emptyServer }) => {
    const [reported] = await report(emptyServer, { content: 'One of its own' });
    const { id } = first(reported ? [reported] : [], 'observation');
    await page.goto(`${emptyServer.url}/observations?at=${id}`);
    await expect(detail(page).getByRole('heading', { name: 'Group not found' })).toBeVisible();
    await expect(detail(page)).toContainText(id);
    await detail(page).getByRole('button', { name: 'Open as an observation' }).click();
    await expect(detail(page).getByRole('heading', { name: 'One of its own' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`view=single.*at=${id}|at=${id}.*view=single`, 'u'));
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('all views are seen, and after one is resolved the next one is shown, then the list', async ({ page, emptyServer }) => {
    await report(emptyServer, { content: 'First of them', severity: 'critical' }, { content: 'Second of them' });
    await page.goto(`${emptyServer.url}/observations`);
    await expect(rows(page)).toHaveCount(2);
    const views = page.getByRole('radiogroup', { name: 'View' });
    expect(await views.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
    await expect(view(page, /^Needs attention/u)).toBeChecked();
    await rowOf(page, 'First of them').getByRole('button').click();
    const heading = detail(page).getByRole('heading', { level: 2 });
    await expect(heading).toHaveText('First of them');
    await expect(heading).toBeFocused();
    await detail(page).getByRole('button', { name: 'Next in list' }).click();
    await expect(heading).toHaveText('Second of them');
    await expect(detail(page).getByRole('button', { name: 'Next in list' })).toBeDisabled();
    await detail(page).getByRole('button', { name: 'Back to list' }).click();

    const resolve = async () => {
      await detail(page).getByRole('button', { name: 'Resolve as…' }).click();
      await detail(page).getByRole('button', { name: 'Resolve', exact: true }).click();
    };
    await rowOf(page, 'First of them').getByRole('button').click();
    await resolve();
    await expect(heading).toHaveText('Second of them');
    await expect(notice(page)).toContainText('Resolved as fixed: “First of them”.');
    await resolve();
    await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toHaveCount(1);
  });
});
