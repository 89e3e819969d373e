import { rm, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { listSessions } from './ask.ts';
import { expect, test } from './fixtures.ts';
import { bundleOf, bundleText, configOf, setUpReviewers } from './reviewers-data.ts';

const all = (page: Page) => page.getByRole('region', { name: 'All reviewers' });
const log = (page: Page) => page.getByRole('list', { name: 'Reviews' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Run reviewers' });
const sent = (page: Page) => dialog(page).getByRole('list', { name: 'What would be sent' });

/** Chooses the session in the dialog, and waits until what would be sent is known. */
const pickSession = async (page: Page) => {
  await expect(page.getByRole('button', { name: 'Run on a session' })).toBeVisible();
  await page.keyboard.press('r');
  await dialog(page).getByRole('textbox', { name: 'Session title or project' }).fill('goods');
  await dialog(page)
    .getByRole('button', { name: /^Search goods by name/u })
    .click();
  await expect(dialog(page).getByRole('status')).toContainText('due');
};

test('reviewers appear once a bundle is set up; a run shows what would be sent, its progress, and what it found', async ({
  page,
  emptyServer,
}) => {
  await page.goto(`${emptyServer.url}/observers`);
  await expect(page.getByRole('heading', { name: 'Stall Detector' })).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByRole('heading', { name: 'No reviewers yet' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Observers' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await setUpReviewers(emptyServer, { delayMs: 2_500 });
  await expect(all(page).getByRole('button', { name: /^Security/u })).toContainText('has not run yet', { timeout: 10_000 });
  await expect(page.getByRole('note')).toContainText('Answers are scripted.');

  await pickSession(page);
  await expect(dialog(page).getByRole('status')).toContainText('1 of 1 reviewer due');
  await sent(page)
    .getByRole('button', { name: /^Security/u })
    .click();
  await expect(sent(page)).toContainText('This session was not reviewed yet.');
  await expect(sent(page).getByRole('list', { name: 'Watched files' })).toContainText('src/query.py');
  await expect(sent(page).getByLabel('Prompt', { exact: true }).last()).toContainText('SELECT * FROM goods');
  await dialog(page).getByRole('button', { name: 'Run', exact: true }).click();

  const run = page.getByRole('region', { name: /Search goods by name/u });
  await expect(run.getByRole('progressbar', { name: 'Reviewers done' })).toBeVisible();
  await expect(run.getByText('1 reviewed: 1 new finding.')).toBeVisible({ timeout: 15_000 });
  await run.getByRole('button', { name: 'Close the run' }).click();
  await expect(run).toBeHidden();
  await expect(page.getByLabel('Totals')).toContainText('Found1');

  const row = log(page).getByRole('listitem').first();
  await expect(row).toContainText('Reviewed');
  await expect(row).toContainText('1 new');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  const prompt = row.getByRole('region', { name: 'Prompt as sent' });
  await prompt.getByRole('button', { name: /^Prompt as sent/u }).click();
  await expect(prompt.locator('pre')).toContainText('SELECT * FROM goods');
  await row.getByRole('list', { name: 'Findings' }).getByRole('link', { name: 'The query is built from user input.' }).click();
  await expect(page).toHaveURL(/\/observations\?/u);
  await expect(page.locator('[data-row][aria-current=true]')).toContainText('The query is built from user input');
  const { items } = await listSessions(emptyServer.url);
  await page.goto(`${emptyServer.url}/sessions/${items[0]?.id}?tab=observations`);
  await page.getByRole('link', { name: '1 run of reviewers' }).click();
  await expect(page.getByRole('heading', { name: 'Runs over one session' })).toBeVisible();
  await expect(page.getByRole('region', { name: /Search goods by name/u })).toContainText('1 new');
});

test('a second run has nothing to do; forced, it finds the same again, and a dry run stores nothing', async ({ page, emptyServer }) => {
  await setUpReviewers(emptyServer);
  await page.goto(`${emptyServer.url}/reviewers`);
  await pickSession(page);
  await dialog(page).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('1 reviewed: 1 new finding.')).toBeVisible({ timeout: 15_000 });

  await pickSession(page);
  await expect(dialog(page).getByRole('status')).toContainText('0 of 1 reviewer due');
  await expect(sent(page)).toContainText('Nothing that it watches has changed');
  await expect(dialog(page).getByRole('button', { name: 'Run', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await dialog(page).getByRole('checkbox', { name: 'Include what has not changed' }).check();
  await expect(dialog(page).getByRole('status')).toContainText('1 of 1 reviewer due');
  await dialog(page).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('1 reviewed: 0 new findings, 1 known.')).toBeVisible({ timeout: 15_000 });

  await pickSession(page);
  await dialog(page).getByRole('radio', { name: 'All reviewers' }).click();
  await dialog(page).getByRole('checkbox', { name: 'Dry run: store no observations' }).check();
  await dialog(page).getByRole('combobox', { name: 'Conversation up to' }).selectOption({ label: 'Up to T0: Add a search by name.' });
  await expect(dialog(page).getByRole('status')).toContainText('1 of 2 reviewers due');
  await dialog(page).getByRole('button', { name: 'Start the dry run' }).click();
  await expect(page.getByText('Nothing was stored as an observation.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('1 reviewed, 1 unchanged: 0 new findings.')).toBeVisible();
  await expect(log(page).getByRole('listitem').filter({ hasText: 'dry run' })).toContainText('Unchanged');
});

test('a run is canceled by key, and says so in the log', async ({ page, emptyServer }) => {
  await setUpReviewers(emptyServer, { delayMs: 25_000 });
  await page.goto(`${emptyServer.url}/reviewers?reviewer=team/security`);
  await pickSession(page);
  await dialog(page).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Reviewers done' })).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: /^Run canceled/u })).toContainText('1 canceled');
  await expect(log(page).getByRole('listitem').first()).toContainText('Canceled');
});

test('problems show file and line, and a reviewer without a key shows what is missing', async ({ page, emptyServer }) => {
  await setUpReviewers(emptyServer);
  await page.goto(`${emptyServer.url}/reviewers`);
  await expect(page.getByRole('note')).toBeVisible();
  await writeFile(configOf(emptyServer), 'reviewers:\n  bundles: [team.yaml]\n');
  await expect(all(page).getByRole('button', { name: /^Security/u })).toContainText('can’t be asked', { timeout: 10_000 });
  await expect(page.getByText('ANTHROPIC_API_KEY')).toBeVisible();
  await pickSession(page);
  await expect(sent(page)).toContainText('ANTHROPIC_API_KEY');
  await page.keyboard.press('Escape');
  await writeFile(bundleOf(emptyServer), bundleText.replace('type: files', 'type: folders'));
  await expect(page.getByRole('alert', { name: 'Bundle problems' })).toContainText(/team\.yaml:15/u, { timeout: 10_000 });
  await writeFile(configOf(emptyServer), 'reviewers:\n  bundles: team.yaml\n');
  await expect(page.getByRole('alert', { name: 'Configuration file problems' })).toContainText('line 2', { timeout: 10_000 });
  await rm(configOf(emptyServer));
  await expect(page.getByRole('heading', { name: 'No reviewers yet' })).toBeVisible({ timeout: 10_000 });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the list leads to a reviewer and back', async ({ page, emptyServer }) => {
    await setUpReviewers(emptyServer);
    await page.goto(`${emptyServer.url}/reviewers`);
    await all(page)
      .getByRole('button', { name: /^Logic/u })
      .click();
    await expect(page.getByRole('heading', { name: 'Logic' })).toBeVisible();
    await expect(all(page)).toBeHidden();
    await expect(page).toHaveURL(/reviewer=team%2Flogic|reviewer=team\/logic/u);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: 'All reviewers' }).click();
    await expect(all(page)).toBeVisible();
  });
});
