import { expect, test } from './fixtures.ts';
import { importSessions, useExamples } from './metrics-data.ts';
import { sendJson } from './start-server.ts';

test('an experiment is defined, corrected, started, stopped, copied and deleted', async ({ page, emptyServer }) => {
  await page.goto(`${emptyServer.url}/retrieval?tab=experiments`);
  const footer = page.getByText('a whole session is in one arm');
  await expect.poll(async () => (await footer.boundingBox())?.y ?? 0).toBeGreaterThan(870);
  await page.getByRole('button', { name: 'New experiment' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New experiment' });
  await dialog.getByLabel('Share of the treatment, in percent').fill('100');
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await expect(dialog.getByText('A percentage between 0 and 100, such as 50.')).toBeVisible();
  await dialog.getByLabel('Name').fill('examples-on-prompt');
  await dialog.getByLabel('Share of the treatment, in percent').fill('40');
  await dialog.getByRole('button', { name: 'Create draft' }).click();

  await expect(page.getByRole('heading', { name: 'examples-on-prompt' })).toBeVisible();
  const verdict = page.getByRole('region', { name: 'Experiment verdict' });
  await expect(verdict).toContainText('60 % control, 40 % treatment');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog', { name: 'Edit experiment' }).getByLabel('Hypothesis').fill('Examples save tries.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('region', { name: 'Definition' })).toContainText('Examples save tries.');

  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(verdict).toContainText('day 1, running');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop experiment' }).click();
  await expect(verdict).toContainText('stopped');

  await page.getByRole('button', { name: 'Copy as new' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { name: 'examples-on-prompt (copy)' })).toBeVisible();
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByRole('list', { name: 'Experiments' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Include archived' }).check();
  await page.getByRole('button', { name: /^examples-on-prompt \(copy\)/u }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete experiment' }).click();
  await expect(page.getByRole('list', { name: 'Experiments' }).getByRole('listitem')).toHaveCount(1);
});

test('a running experiment shows its arms, says how much is missing, and opens the turns of an arm', async ({ page, emptyServer }) => {
  await importSessions(emptyServer, 12);
  const body = { name: 'do-examples-help', kind: 'retrieval', smallestEffect: 0.2 };
  const { id } = (await sendJson(emptyServer.url, 'POST', '/api/experiments', body)) as { id: string };
  await sendJson(emptyServer.url, 'POST', `/api/experiments/${id}/start`, {});
  await useExamples(emptyServer, 12);
  await page.goto(`${emptyServer.url}/retrieval`);
  await expect(page.getByRole('region', { name: 'Experiment verdict' })).toContainText('Too few to say.');
  await page.getByRole('button', { name: 'do-examples-help' }).first().click();
  await expect(page).toHaveURL(new RegExp(`experiment=${id}`, 'u'));
  await expect(page.getByRole('region', { name: 'Arms' })).toContainText('Sample ratio');
  await expect(page.getByRole('region', { name: 'Definition' })).toContainText('cannot change: it has data');
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);

  await page.getByRole('table', { name: 'Arms' }).getByRole('button').first().click();
  await expect(page.getByRole('table', { name: 'Turns' }).locator('[data-turn]').first()).toBeVisible();
  const date = await page.getByRole('columnheader', { name: 'Date' }).boundingBox();
  expect((date?.x ?? 0) + (date?.width ?? 0)).toBeLessThanOrEqual(1440);
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Arms' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('The assignments of');
});

test('an experiment whose split is broken shows no effect as a result', async ({ page, wholeDemoServer }) => {
  await page.goto(`${wholeDemoServer.url}/retrieval?tab=experiments&experiment=demo-d`);
  const chart = page.getByRole('region', { name: 'Effect on completed' });
  await expect(chart).toContainText('not valid: the split is broken');
  await expect(chart.locator('svg.recharts-surface')).toContainText('not valid');
  await expect(chart.locator('svg.recharts-surface')).not.toContainText('points');
  await expect(page.getByRole('region', { name: 'Arms' })).toContainText('Not valid: the split is broken');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test.describe('without the experiment of the address', () => {
  test.use({ expectedProblem: /404/u });

  test('the page says so, and leads back to all experiments', async ({ page, demoServer }) => {
    await page.goto(`${demoServer.url}/retrieval?tab=experiments&experiment=nothing`);
    await expect(page.getByRole('heading', { name: 'There is no such experiment' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all experiments' }).click();
    await expect(page.getByRole('heading', { name: 'No experiments yet' })).toBeVisible();
  });
});
