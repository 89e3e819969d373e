import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { importSessions, useExamples } from './metrics-data.ts';

const open = async (page: Page, url: string, query = ''): Promise<void> => {
  await page.goto(`${url}/retrieval${query}`);
  await expect(page.getByRole('table', { name: 'Cohorts' })).toBeVisible();
};

test('whether examples help is said in a sentence, beside every metric, with keys for views, metric and tables', async ({
  page,
  emptyServer,
}) => {
  await importSessions(emptyServer, 8);
  await useExamples(emptyServer, 4);
  await open(page, emptyServer.url);
  await expect(page.getByRole('region', { name: 'Observational verdict' })).toContainText('Too few sessions to say');
  await expect(page.getByRole('region', { name: 'Experiment verdict' })).toContainText('No experiment has run yet');
  const completed = page.getByRole('table', { name: 'Cohorts' }).getByRole('row', { name: /^Completed/u });
  await expect(completed).toContainText('75.0 %');

  await expect(page.getByRole('heading', { name: /^Completed by/u })).toBeVisible();
  await page.keyboard.press('m');
  await expect(page.getByRole('heading', { name: /^Iterations by/u })).toBeVisible();
  await expect(page).toHaveURL(/metric=iterations/u);
  await page.keyboard.press('v');
  await expect(page.getByRole('group', { name: /^Iterations by .*, as a table$/u }).getByRole('table')).toBeVisible();
  await page.keyboard.press('v');
  await expect(page.locator('svg.recharts-surface').first()).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByRole('group', { name: 'Compare' })).toBeVisible();
  await page.keyboard.press('3');
  await expect(page.getByRole('heading', { name: 'No experiments yet' })).toBeVisible();
  await page.keyboard.press('4');
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible();
});

test('two projects are compared, filtered, and the turns behind a number open and lead to their session', async ({ page, emptyServer }) => {
  await importSessions(emptyServer, 6);
  await open(page, emptyServer.url, '?tab=cohorts');
  await page.getByLabel('Compare by').selectOption({ label: 'Project' });
  await page.getByLabel('Value').selectOption('blog');
  await page.getByLabel('Against').selectOption('shop');
  const groups = page.getByRole('table', { name: 'Groups' });
  await expect(groups.getByRole('row', { name: /^blog/u })).toContainText('6 turns');
  await expect(page).toHaveURL(/by=project&value=blog&against=shop/u);
  await expect(page.getByRole('region', { name: 'How the groups differ' })).toContainText('prompt length under 200 characters');

  await groups.getByRole('button', { name: 'List 6 turns: blog' }).click();
  const turns = page.getByRole('table', { name: 'Turns' });
  await expect(turns.getByRole('row')).toHaveCount(7);
  await page.keyboard.press('j');
  await expect(turns.locator('[data-turn]').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sessions\/.*record=/u);
  await page.goBack();
  await expect(turns.getByRole('row')).toHaveCount(7);
  await page.goBack();
  await expect(groups).toBeVisible();

  const filter = page.getByRole('combobox', { name: 'Filter turns' });
  await filter.fill('lock');
  await expect(page.getByText(/turns are filtered by conditions/u)).toBeVisible();
  await filter.fill('before:2020-01-01');
  await expect(page.getByRole('heading', { name: 'No turns match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(groups).toBeVisible();
});

test('a turn of a session that is not in the archive is listed as such', async ({ page, emptyServer }) => {
  await importSessions(emptyServer, 2);
  await useExamples(emptyServer, 1, 'elsewhere');
  await open(page, emptyServer.url, '?tab=cohorts');
  await page
    .getByRole('table', { name: 'Groups' })
    .getByRole('button', { name: /^List 1 turn/u })
    .click();
  await expect(page.getByText('not in the archive')).toBeVisible();
});

test('a chart is exported as CSV and as PNG', async ({ page, wholeDemoServer }) => {
  await open(page, wholeDemoServer.url, '?tab=cohorts');
  await expect(page.locator('svg.recharts-surface').first()).toBeVisible();
  const save = async (item: string): Promise<Buffer> => {
    await page.getByRole('button', { name: /^Export Completed by/u }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
    return readFile(await download.path());
  };
  expect((await save('Export CSV')).toString()).toContain('With examples: turns');
  const [forest] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Export Cohorts' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Export PNG' }).click()),
  ]);
  expect((await readFile(await forest.path())).length).toBeGreaterThan(5_000);
  const png = await save('Export PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.length).toBeGreaterThan(5_000);
});

test('what is not known is said where nothing can be drawn', async ({ page, emptyServer }) => {
  await importSessions(emptyServer, 2);
  await open(page, emptyServer.url, '?metric=reward');
  await expect(page.getByRole('region', { name: 'Cohorts' })).toContainText('Nothing to plot yet: no metric is known in both groups.');
  await expect(page.getByRole('columnheader', { name: 'better' })).toHaveCount(0);
  await expect(page.getByText('No turn with a known time has a known reward, so there is nothing to draw over time.')).toBeVisible();
  const verdict = page.getByRole('region', { name: 'Observational verdict' });
  await expect(verdict).toContainText('4 turns in 2 sessions, 4 without a known reward');
  await expect(verdict).toContainText('0 of 2 without examples');
});

test('what followed an example is listed, and it is no longer offered until that is undone', async ({ page, emptyServer }) => {
  await importSessions(emptyServer, 3);
  await useExamples(emptyServer, 2);
  await page.goto(`${emptyServer.url}/retrieval?tab=examples`);
  const credits = page.getByRole('table', { name: 'Examples by what followed' });
  const row = credits.getByRole('row').nth(1);
  await row.getByRole('button', { name: /^Stop offering/u }).click();
  await expect(page.getByRole('status', { name: 'Last action' })).toContainText('is no longer offered');
  await expect(row).toContainText('not offered');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByRole('button', { name: /^Stop offering/u })).toBeVisible();
});

test('an empty archive says what to do', async ({ page, emptyServer }) => {
  await page.goto(`${emptyServer.url}/retrieval`);
  await expect(page.getByRole('heading', { name: 'No turns yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import sessions' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('values, difference and interval of each metric are beside each other, and pictures are exported', async ({
    page,
    wholeDemoServer,
  }) => {
    await open(page, wholeDemoServer.url);
    const cells = page
      .getByRole('table', { name: 'Cohorts' })
      .getByRole('row', { name: /^Completed/u })
      .getByRole('cell');
    await expect(cells).toHaveCount(5);
    for (const cell of await cells.all()) {
      const box = await cell.boundingBox();
      expect((box?.x ?? 400) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    await page.getByRole('button', { name: 'Export Cohorts' }).click();
    const [picture] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export PNG' }).click()]);
    expect((await readFile(await picture.path())).length).toBeGreaterThan(5_000);
  });

  test('tables scroll sideways, and nothing else does', async ({ page, wholeDemoServer }) => {
    for (const query of ['', '?tab=cohorts', '?tab=cohorts&group=a', '?tab=experiments', '?tab=examples']) {
      await page.goto(`${wholeDemoServer.url}/retrieval${query}`);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => document.documentElement.scrollWidth), query).toBe(390);
    }
  });
});
