import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { contracts } from '../lib/contracts/index.ts';
import { ask, first, getFailingSession, getFoundSession, listSessions } from './ask.ts';
import { chooseFiles } from './choose-files.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { setUpReviewers } from './reviewers-data.ts';
import { openSession } from './session-view.ts';
import { sendJson } from './start-server.ts';

/** Otherwise axe opens a page of its own for each run, because of frames, which these pages do not have. */
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

/** All rules in the light theme; in the dark one, which changes colors alone, those of colors. */
const expectNoViolations = async (page: Page) => {
  await expectNoneOf(axeOf(page));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 16, 19)');
  await expectNoneOf(axeOf(page).withRules(['color-contrast', 'link-in-text-block']));
  await page.emulateMedia({ colorScheme: 'light' });
};

const expectNoneOf = async (axe: AxeBuilder) => {
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
    })),
  ).toEqual([]);
};

test.use({ colorScheme: 'light', reducedMotion: 'reduce' });

test('the sessions list and the keys', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/sessions`);
  await expect(page.locator('[data-session-link]').first()).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expectNoViolations(page);
});

test('summaries with their charts', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/summaries`);
  await expect(page.locator('[data-summary-link]').first()).toBeVisible({ timeout: 15_000 });
  await expectNoViolations(page);
});

test('the data page and a preview of what is deleted', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/data`);
  await expect(page.getByRole('region', { name: 'Contents' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('radio', { name: 'Before a date' }).click();
  await page.getByLabel('Date').fill('2026-01-01');
  await page.getByRole('button', { name: 'Preview…' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete all sessions that ended before 2026-01-01?' })).toContainText('sessions with');
  await expectNoViolations(page);
});

test('what a search finds, with completions, a problem and the form that saves it', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/search`);
  await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible();
  await expectNoViolations(page);
  const query = page.getByRole('combobox', { name: 'Search records' });
  await query.fill('test kind:');
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectNoViolations(page);
  await query.fill('the test');
  await expect(page.locator('[data-hit-link]').first()).toBeVisible();
  await expectNoViolations(page);
  await query.fill('the test kind:nothing');
  await expect(page.locator('[data-problem]')).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${demoServer.url}/search?q=test&group=none`);
  await expect(page.locator('[data-hit-link]').first()).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog', { name: 'Save search' })).toBeVisible();
  await expectNoViolations(page);
});

test('a session with its inspector', async ({ page, demoServer }) => {
  const { id } = await getFailingSession(demoServer.url);
  const view = await openSession(page, `${demoServer.url}/sessions/${id}`);
  await page.keyboard.press('e');
  await expect(view.fact('Outcome')).toContainText('Error');
  await view.inspector.getByRole('button', { name: /^Raw record/u }).click();
  await expect(view.inspector.locator('pre[aria-label="Raw record"]')).toBeVisible();
  await expectNoViolations(page);
});

test('a session with findings while it is played, and what was assessed', async ({ page, demoServer }) => {
  const { id } = await getFoundSession(demoServer.url);
  const { episodes } = await ask(contracts.assessments.list.response, `${demoServer.url}/api/sessions/${id}/assessments`);
  const last = first(episodes, 'finding').finding.calls.at(-1);
  const view = await openSession(page, `${demoServer.url}/sessions/${id}?call=${last}&tab=assessment&replay=on`);
  await expect(view.transcript.getByRole('group', { name: /^Finding: /u }).first()).toBeVisible();
  for (const name of [/^Observer state/u, /^As (sent|written)/u]) await page.getByRole('button', { name }).click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expectNoViolations(page);
});

test('trajectories by prompt, one with a selected value, and what two snapshots differ in', async ({ page, wholeDemoServer: { url } }) => {
  await page.goto(`${url}/trajectories`);
  const link = page.locator('[data-trajectory-link]');
  await expect(link).toBeVisible();
  await expectNoViolations(page);
  const href = await link.getAttribute('href');
  await page.goto(`${url}${href}?at=12&path=/slices/1/items/0/objective&q=notes`);
  await expect(page.getByRole('region', { name: 'Value' })).toContainText('Release notes of');
  await expectNoViolations(page);
  await page.goto(`${url}${href}?at=12&from=11`);
  await expect(page.getByRole('region', { name: 'Text of the prompt' })).toBeVisible();
  await expectNoViolations(page);
});

test('two assessments side by side', async ({ page, demoServer }) => {
  const { id } = await getFoundSession(demoServer.url);
  await page.goto(`${demoServer.url}/sessions/${id}/assessments?chart=table`);
  await expect(page.getByRole('table', { name: 'Findings on both sides' })).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${demoServer.url}/sessions/${id}/assessments?a=0&view=below`);
  await expect(page.getByRole('img', { name: /^Findings open/u })).toBeVisible();
  await expectNoViolations(page);
});

test('a session in which a text is looked for, beside the table of its strip', async ({ page, demoServer }) => {
  const { id } = await getFailingSession(demoServer.url);
  await openSession(page, `${demoServer.url}/sessions/${id}?chart=table`);
  await page.keyboard.press('/');
  await page.keyboard.type('the');
  // Until it is in the address, Enter only ends the typing.
  await expect(page).toHaveURL(/[?&]find=the(?:&|$)/u);
  await expect(page.getByRole('search', { name: 'Find in this session' }).getByRole('status')).toHaveText(/ found$/u);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-row][aria-current=true] mark').first()).toBeVisible();
  await expectNoViolations(page);
});

test('the observations, with one that is being resolved, and a selection', async ({ page, demoServer }) => {
  await getFoundSession(demoServer.url);
  await page.goto(`${demoServer.url}/observations?status=all&severity=all`);
  await expect(page.locator('[data-row][aria-current=true]')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('r');
  await expect(page.getByRole('radio', { name: /^Fixed/u })).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Selected' })).toBeVisible();
  await expectNoViolations(page);
});

test('an observation that returned after it was fixed, with its history', async ({ page, wholeDemoServer }) => {
  await page.goto(`${wholeDemoServer.url}/observations?status=regressed&severity=all`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText('Regressed')).toBeVisible();
  await expect(history.getByRole('link').first()).toBeVisible();
  await expectNoViolations(page);
});

test('the examples of a prompt', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/retrieval?prompt=splitting+an+invoice+over+three+people+loses+a+cent`);
  await expect(page.locator('[data-example-link]').first()).toBeVisible();
  await expectNoViolations(page);
});

test('whether examples help, what is compared, the turns behind it, and an experiment with its form', async ({ page, demoServer }) => {
  for (const query of ['', '?tab=cohorts&by=project', '?tab=cohorts&by=project&tables=distribution,trend']) {
    await page.goto(`${demoServer.url}/retrieval${query}`);
    await expect(page.getByRole('table', { name: 'Cohorts' })).toBeVisible();
    await expectNoViolations(page);
  }
  await page.goto(`${demoServer.url}/retrieval?tab=cohorts&group=a`);
  await expect(page.locator('[data-turn]').first()).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${demoServer.url}/retrieval?tab=experiments`);
  await expect(page.getByRole('heading', { name: 'No experiments yet' })).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New experiment' });
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await expectNoViolations(page);
});

test('an experiment', async ({ page, emptyServer }) => {
  const definition = { name: 'do-examples-help', kind: 'retrieval', smallestEffect: 0.08 };
  const { id } = (await sendJson(emptyServer.url, 'POST', '/api/experiments', definition)) as { id: string };
  await sendJson(emptyServer.url, 'POST', `/api/experiments/${id}/start`, {});
  await page.goto(`${emptyServer.url}/retrieval?tab=experiments`);
  await expect(page.getByRole('region', { name: 'Definition' })).toBeVisible();
  await expectNoViolations(page);
});

test('the observers, with a change that is tried and a value that is refused', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/observers`);
  await page.getByRole('textbox', { name: 'Repetition threshold' }).fill('6');
  await page.getByRole('button', { name: 'Try on the archive' }).click();
  await expect(page.getByText(/gained, .* lost, .* kept( \(\d+ of them changed\))? of \d+ sessions\.$/u)).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('textbox', { name: 'Window size' }).fill('99');
  await expect(page.getByText('A whole number, 2 to 30.')).toBeVisible();
  await expectNoViolations(page);
});

test('the reviewers, a run with what was sent, and what another would send', async ({ page, emptyServer }) => {
  await setUpReviewers(emptyServer);
  const { items } = await listSessions(emptyServer.url);
  const session = items[0]?.id;
  const { id } = (await sendJson(emptyServer.url, 'POST', '/api/reviews', { session })) as { id: string };
  await page.goto(`${emptyServer.url}/reviewers?run=${id}`);
  await expect(page.getByText('2 reviewed: 1 new finding.')).toBeVisible({ timeout: 15_000 });
  await page.locator('[data-review]').first().click();
  for (const name of [/^Instructions/u, /^Prompt as sent/u, /^Answer/u]) await page.getByRole('button', { name }).click();
  await expectNoViolations(page);
  await page.goto(`${emptyServer.url}/reviewers?session=${session}`);
  await page.getByRole('button', { name: 'Run on a session' }).click();
  await page.getByRole('checkbox', { name: 'Dry run: store no observations' }).check();
  await page.getByRole('list', { name: 'What would be sent' }).getByRole('button').first().click();
  await expectNoViolations(page);
});

test('a configuration file with a problem', async ({ page, emptyServer }) => {
  await writeFile(path.join(emptyServer.folder, 'observatory.config.yaml'), 'observers:\n  - observer: stale\n');
  await page.goto(`${emptyServer.url}/observers`);
  await expect(page.getByRole('alert', { name: 'Configuration file problems' })).toContainText('line 2');
  await expectNoViolations(page);
});

test('the results of an import', async ({ page, emptyServer }) => {
  const talk = makeClaudeLines({ sessionId: 'one-session' });
  await page.goto(`${emptyServer.url}/import`);
  await chooseFiles(page, 'files', [
    { name: 'one.jsonl', mimeType: 'text/plain', buffer: Buffer.from(toFile(talk.prompt('Go'), '{"torn', talk.response('Done'))) },
    { name: 'empty.jsonl', mimeType: 'text/plain', buffer: Buffer.from('') },
  ]);
  await expect(page.getByRole('heading', { name: /^Imported/u })).toBeVisible();
  await page.getByRole('button', { name: /to review in one\.jsonl$/u }).click();
  await page.getByRole('button', { name: 'Show line' }).click();
  await expect(page.getByLabel('Line 2')).toHaveText('{"torn');
  await expectNoViolations(page);
});
test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the sessions list', async ({ page, demoServer }) => {
    await page.goto(`${demoServer.url}/sessions`);
    await expect(page.locator('[data-session-link]').first()).toBeVisible();
    await expectNoViolations(page);
  });

  test('a search', async ({ page, demoServer }) => {
    await page.goto(`${demoServer.url}/search?q=the%20test`);
    await expect(page.locator('[data-hit-link]').first()).toBeVisible();
    await expectNoViolations(page);
  });

  test('the observations, their filters, and one of them', async ({ page, demoServer }) => {
    await getFoundSession(demoServer.url);
    await page.goto(`${demoServer.url}/observations`);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect(page.getByRole('dialog', { name: 'Filter observations' })).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await page.locator('[data-row-focus]').first().click();
    await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible();
    await expectNoViolations(page);
  });

  test('the observers', async ({ page, demoServer }) => {
    await page.goto(`${demoServer.url}/observers?observer=drift`);
    await expect(page.getByRole('heading', { name: 'Drift Detector' })).toBeVisible();
    await expectNoViolations(page);
  });

  test('cohorts, and the turns behind them', async ({ page, demoServer }) => {
    await page.goto(`${demoServer.url}/retrieval?tab=cohorts&by=project`);
    await expect(page.getByRole('table', { name: 'Cohorts' })).toBeVisible();
    await expectNoViolations(page);
    await page.goto(`${demoServer.url}/retrieval?tab=cohorts&group=a`);
    await expect(page.locator('[data-turn]').first()).toBeVisible();
    await expectNoViolations(page);
  });

  test('a session, part by part', async ({ page, demoServer }) => {
    const { id } = await getFailingSession(demoServer.url);
    await openSession(page, `${demoServer.url}/sessions/${id}?call=2`);
    await expectNoViolations(page);
    for (const name of [/^Turns/u, /^Record/u]) {
      await page.getByRole('tab', { name }).first().click();
      await expectNoViolations(page);
    }
  });

  test('the findings of a session, and its assessments', async ({ page, demoServer }) => {
    const { id } = await getFoundSession(demoServer.url);
    await openSession(page, `${demoServer.url}/sessions/${id}?call=8`);
    await page.getByRole('tab', { name: /^Findings/u }).click();
    await expect(page.getByRole('group', { name: /^Finding: /u }).first()).toBeVisible();
    await expectNoViolations(page);
    await page.goto(`${demoServer.url}/sessions/${id}/assessments`);
    await expect(page.getByRole('table', { name: 'Findings on both sides' })).toBeVisible();
    await expectNoViolations(page);
  });
});
