import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { contracts } from '../lib/contracts/index.ts';
import { ask } from './ask.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';
import { post, rows, report } from './observations-view.ts';
import { importText, type Served } from './start-server.ts';

const fileOf = ({ folder }: Served) => path.join(folder, 'observatory.config.yaml');
const text =
  '# Ours.\nobservers:\n  - observer: stall\n    parameters:\n      repetition_threshold: 3 # three is enough\n  - observer: drift\nsinks: [] # of another part\n';
const get = ({ url }: Served) => ask(contracts.observers.get.response, `${url}/api/observers`);
const countStalls = async (server: Served): Promise<number> =>
  (await get(server)).observers.find(({ id }) => id === 'stall')?.found.reduce((sum, { findings }) => sum + findings, 0) ?? 0;

/** A call that is made `times` times with the same result. */
const makeLoop = (sessionId: string, title: string, times: number, command = 'make'): string => {
  const talk = makeClaudeLines({ sessionId });
  const calls = Array.from({ length: times }, (_, at) => [
    talk.call(`t${at}`, 'Bash', { command }),
    talk.result(`t${at}`, 'no rule', true),
  ]);
  return toFile(talk.prompt(title), ...calls.flat());
};

/** A configuration, a session in which a call is repeated four times, and one in which it is nine times. */
const prepare = async (server: Served): Promise<void> => {
  await mkdir(server.folder, { recursive: true });
  await writeFile(fileOf(server), text);
  await importText(server.url, 'long.jsonl', makeLoop('long', 'Build the long way', 9));
  await importText(server.url, 'short.jsonl', makeLoop('short', 'Build in short', 4));
  await expect.poll(() => countStalls(server)).toBeGreaterThan(1);
};
const threshold = (page: Page) => page.getByRole('textbox', { name: 'Repetition threshold' });
const offer = (page: Page) => page.getByRole('region', { name: 'Replay' });
const unsaved = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });

test('a parameter is changed, tried on the archive, and saved; the archive is replayed when that is asked for', async ({
  page,
  emptyServer,
}) => {
  await prepare(emptyServer);
  const before = await countStalls(emptyServer);
  await page.goto(`${emptyServer.url}/observers`);
  await expect(page.getByRole('heading', { name: 'Stall Detector' })).toBeVisible();
  await threshold(page).fill('6');
  await expect(unsaved(page)).toContainText('1 change not saved Stall Detector: repetition threshold 3 → 6');

  await page.getByRole('button', { name: 'Try on the archive' }).click();
  await expect(page.getByText('0 gained, 1 lost, 1 kept (1 of them changed) of 2 sessions.')).toBeVisible();
  const lost = page.getByRole('list', { name: 'Lost' });
  await expect(lost.getByRole('link')).toHaveText(/^Build in short− Repetitive Pattern/u);
  await page.getByRole('radio', { name: 'Kept' }).click();
  await expect(page.getByRole('list', { name: 'Kept' }).getByRole('link')).toContainText('Repetitive Pattern: warning → caution');
  await page.getByRole('radio', { name: 'Lost' }).click();
  expect(await readFile(fileOf(emptyServer), 'utf8')).toBe(text);
  expect(await countStalls(emptyServer)).toBe(before);

  // Into a session and back: the change and the trial are as they were.
  await lost.getByRole('link').click();
  await expect(page).toHaveURL(/\/sessions\//u);
  await page.goBack();
  await expect(threshold(page)).toHaveValue('6');
  await expect(lost.getByRole('link')).toBeVisible();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/u })).toBeVisible();
  await expect(unsaved(page)).toBeHidden();
  expect(await readFile(fileOf(emptyServer), 'utf8')).toBe(text.replace('threshold: 3', 'threshold: 6'));
  await expect(offer(page)).toContainText('2 sessions were assessed with other parameters.');
  expect(await countStalls(emptyServer)).toBe(before);
  await offer(page).getByRole('button', { name: 'Replay all' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^2 sessions replayed$/u })).toBeVisible();
  await expect(offer(page)).toBeHidden();
  await expect.poll(() => countStalls(emptyServer)).toBeLessThan(before);
});

test('what triage labeled tells how right an observer is, and what a change would do to it', async ({ page, emptyServer }) => {
  await writeFile(fileOf(emptyServer), text);
  await importText(emptyServer.url, 'long.jsonl', makeLoop('long', 'Build the long way', 9, 'make all'));
  await importText(emptyServer.url, 'short.jsonl', makeLoop('short', 'Build in short', 4, 'make one'));
  await page.goto(`${emptyServer.url}/observers`);
  const stall = page.getByRole('button', { name: /^Stall Detector/u });
  await expect(stall).toContainText('Precision unknown: nothing labeled');
  const list = () => ask(contracts.observations.list.response, `${emptyServer.url}/api/observations`);
  const repeated = async () => (await list()).items.filter(({ category }) => category === 'Repetitive Pattern');
  await expect.poll(async () => (await repeated()).length).toBe(2);
  for (const { id, sessionTitle } of await repeated()) {
    const reason = sessionTitle === 'Build in short' ? 'false_positive' : 'fixed';
    await page.request.post(`${emptyServer.url}/api/observations/${id}/resolve`, {
      data: { reason },
      headers: { origin: emptyServer.url },
    });
  }
  await expect(stall).toContainText('Precision 50 % (9 to 91), 1 fixed and 1 false positive of 2 labeled', { timeout: 10_000 });
  await threshold(page).fill('6');
  await page.getByRole('button', { name: 'Try on the archive' }).click();
  await expect(page.getByText('Of 2 labeled: 1 of 1 fixed is still found, 1 of 1 false positive is gone.')).toBeVisible();
  const triaged = page.getByLabel('To triage');
  await expect(triaged).toHaveText('Findings2 → 1−1Groups2 → 1−1Needs attention0 → 0no change');
  // Changed parameters are no preset any more.
  await expect(page.getByRole('radiogroup', { name: 'Preset' }).getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Stall Detector' }).getByText('Default, 1 changed')).toBeVisible();
});

test('reporters are listed with their precision and link to their observations', async ({ page, emptyServer }) => {
  const reported = await report(
    emptyServer,
    { observer: 'Security Reviewer', content: 'A token is in the log' },
    { content: 'A test was deleted' },
  );
  for (const { id } of reported.slice(0, 1)) await post(`${emptyServer.url}/api/observations/${id}/resolve`, { reason: 'false_positive' });
  await page.goto(`${emptyServer.url}/observers`);
  const reviewers = page.getByRole('region', { name: 'Reported by agents, reviewers and people' });
  await expect(reviewers.getByRole('link')).toHaveCount(2);
  const reviewer = reviewers.getByRole('link', { name: /^Security Reviewer/u });
  await expect(reviewer).toContainText('1 group');
  await expect(reviewer).toContainText('Precision 0 % (0 to 79), 0 fixed and 1 false positive of 1 labeled');
  await expect(reviewers.getByRole('link', { name: /^test-integrity/u })).toContainText('Precision unknown');
  await reviewer.click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('A token is in the log');
});

test('an out-of-range value cannot be saved, and one click restores the preset', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/observers`);
  await threshold(page).fill('99');
  await expect(page.getByText('A whole number, 2 to 10.')).toBeVisible();
  await expect(threshold(page)).toHaveAttribute('aria-invalid', 'true');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await save.hover();
  await expect(page.getByRole('tooltip')).toContainText('Stall Detector, repetition threshold: A whole number, 2 to 10.');
  await page.getByRole('button', { name: 'Reset to Default' }).click();
  await expect(unsaved(page)).toBeHidden();
  await page.getByRole('radio', { name: 'Reference' }).click();
  await expect(page.getByText('Runs every 10 calls.')).toBeVisible();
  await expect(unsaved(page)).toContainText('preset Default → Reference');
});

test('the page works by keyboard, and the URL names the observer', async ({ page, emptyServer }) => {
  await prepare(emptyServer);
  await page.goto(`${emptyServer.url}/observers?observer=drift`);
  await expect(page.getByRole('heading', { name: 'Drift Detector' })).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/[?&]observer=stall/u);
  await page.keyboard.press('x');
  await expect(unsaved(page)).toContainText('Stall Detector: on → off');
  await page.keyboard.press('r');
  await expect(page.getByText('0 gained, 2 lost, 0 kept of 2 sessions.')).toBeVisible();
  await page.keyboard.press('u');
  await expect(unsaved(page)).toBeHidden();
  await page.keyboard.press('x');
  await page.keyboard.press('s');
  await expect
    .poll(() => readFile(fileOf(emptyServer), 'utf8'))
    .toContain('- observer: stall\n    parameters:\n      repetition_threshold: 3 # three is enough\n    enabled: false\n');
});

test('a file that was edited by hand offers a replay in the open page, which a key begins', async ({ page, emptyServer }) => {
  await prepare(emptyServer);
  const before = await countStalls(emptyServer);
  await page.goto(`${emptyServer.url}/observers`);
  await expect(threshold(page)).toHaveValue('3');
  await expect(offer(page)).toBeHidden();
  await writeFile(fileOf(emptyServer), text.replace('threshold: 3', 'threshold: 6'));
  await expect(offer(page)).toContainText('2 sessions were assessed with other parameters.', { timeout: 10_000 });
  expect(await countStalls(emptyServer)).toBe(before);
  await page.keyboard.press('p');
  await expect(offer(page)).toBeHidden();
  await expect.poll(() => countStalls(emptyServer)).toBeLessThan(before);
});

test('a file with a problem shows its line and what holds meanwhile, and is taken up again when it is repaired', async ({
  page,
  emptyServer,
}) => {
  await writeFile(fileOf(emptyServer), text);
  await page.goto(`${emptyServer.url}/observers`);
  await expect(threshold(page)).toHaveValue('3');
  await writeFile(fileOf(emptyServer), text.replace('threshold: 3', 'threshold: many'));
  const problems = page.getByRole('alert', { name: 'Configuration file problems' });
  await expect(problems).toContainText('the previous settings stay in effect', { timeout: 10_000 });
  await expect(problems.getByRole('listitem')).toContainText(/^line 5observers\.0\.parameters\.repetition_threshold/u);
  await threshold(page).fill('4');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await writeFile(fileOf(emptyServer), text.replace('threshold: 3', 'threshold: 5'));
  await expect(problems).toBeHidden({ timeout: 10_000 });
  await expect(threshold(page)).toHaveValue('5');
});

test('all problems of a file can be shown on a phone, and code in them as such', async ({ page, emptyServer }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const issues = 'post_processing:\n  create_issues_for:\n    severity: [high]\n';
  await writeFile(fileOf(emptyServer), `${text.replace('sinks: [] # of another part\n', '')}${issues}team: a\nb: 1\nc: 1\nd: 1\ne: 1\n`);
  await page.goto(`${emptyServer.url}/observers`);
  const notices = page.getByRole('region', { name: 'Configuration file notices' });
  const items = notices.getByRole('listitem');
  await expect(items).toHaveCount(4);
  await expect(items.first()).toContainText('post_processing.create_issues_for');
  await expect(items.first().getByText('sinks', { exact: true })).toHaveRole('code');
  await expect(notices).not.toContainText('`');
  await notices.getByRole('button', { name: 'Show all 6' }).click();
  await expect(items).toHaveCount(6);
  const list = notices.getByRole('list', { name: 'Settings without effect' });
  expect(
    await list.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
      scrollHeight - clientHeight,
      scrollWidth - clientWidth,
    ]),
  ).toEqual([0, 0]);
  await notices.getByRole('button', { name: 'Show fewer' }).click();
  await expect(items).toHaveCount(4);
});

test('a file that was changed meanwhile is not written over: both changes can hold', async ({ page, emptyServer }) => {
  await writeFile(fileOf(emptyServer), text);
  await page.goto(`${emptyServer.url}/observers`);
  await threshold(page).fill('4');
  await expect(unsaved(page)).toBeVisible();
  await writeFile(fileOf(emptyServer), text.replace('- observer: drift', '- observer: drift\n    preset: reference'));
  const conflict = page.getByRole('alert', { name: 'The file changed' });
  await expect(conflict).toContainText('In the file: Drift Detector: preset Default → Reference.', { timeout: 10_000 });
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await conflict.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(conflict).toBeHidden();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(unsaved(page)).toBeHidden();
  const saved = await readFile(fileOf(emptyServer), 'utf8');
  expect(saved).toContain('repetition_threshold: 4 # three is enough');
  expect(saved).toContain('- observer: drift\n    preset: reference\n');
});
