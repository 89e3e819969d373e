import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { contracts } from '../lib/contracts/index.ts';
import { ask, first, listSessions } from './ask.ts';
import { chooseFiles } from './choose-files.ts';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { expect, test } from './fixtures.ts';

const makeSession = (sessionId: string): string => {
  const talk = makeClaudeLines({ sessionId });
  return toFile(talk.prompt(`Task of ${sessionId}`), talk.call('t1', 'Bash', { command: 'ls' }), talk.result('t1', 'a.ts'));
};

const writeSessions = async (folder: string, name: string, count: number): Promise<string> => {
  const place = path.join(folder, name);
  await mkdir(place);
  const numbers = Array.from({ length: count }, (_, index) => String(index).padStart(5, '0'));
  await Promise.all(numbers.map((number) => writeFile(path.join(place, `${number}.jsonl`), makeSession(`${name}-${number}`))));
  return place;
};

const progress = (page: Page) => page.getByRole('region', { name: 'Progress' });
const drawnRows = (page: Page) => page.locator('[data-row]').count();

const shownCount = async (page: Page, name: RegExp): Promise<number> => {
  const text = (await page.getByRole('radio', { name }).textContent()) ?? '';
  return Number(text.replaceAll(/\D/gu, ''));
};
const importedCount = (page: Page) => shownCount(page, /^New/u);

test('thousands of files are drawn by the dozen, held, resumed on another page, and cancelled', async ({ page, emptyServer }) => {
  test.slow();
  const folder = await writeSessions(emptyServer.folder, 'many', 3_000);
  await page.goto(`${emptyServer.url}/import`);
  await chooseFiles(page, 'folder', folder);
  await expect(progress(page)).toContainText(/[1-9]\d* of 3,000 files/u);
  await expect(progress(page)).toContainText('Closing this tab stops the upload');
  expect(await drawnRows(page)).toBeLessThan(100);

  await progress(page).getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('radio', { name: /^Running/u })).toBeHidden();
  const held = await importedCount(page);
  await page.waitForTimeout(500);
  expect(await importedCount(page)).toBe(held);
  expect((await listSessions(emptyServer.url)).total).toBe(held);

  await progress(page).getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  const indicator = page.getByRole('link', { name: /of 3,000$/u });
  await expect(indicator).toContainText('Importing');
  await expect.poll(async () => (await listSessions(emptyServer.url)).total).toBeGreaterThan(held + 10);
  await indicator.click();
  await progress(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(progress(page).getByRole('heading', { name: /^Canceling…/u })).toBeVisible();
  await expect(progress(page).getByRole('heading', { name: /^Canceled/u })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('radio', { name: /^Running/u })).toBeHidden();
  const readImport = async () => first((await ask(contracts.imports.list.response, `${emptyServer.url}/api/imports`)).items, 'import');
  await expect.poll(async () => (await readImport()).status, { timeout: 60_000 }).toBe('cancelled');
  const { newFiles: done, ...stored } = await readImport();
  // The number of files that were not sent is stored, too.
  expect(stored).toMatchObject({ files: 3_000, notRead: 3_000 - done, skipped: 0 });
  expect((await listSessions(emptyServer.url)).total).toBe(done);
  await expect.poll(() => importedCount(page)).toBe(done);
  expect(await shownCount(page, /^Not read/u)).toBe(3_000 - done);
  await expect(progress(page)).toContainText(`${done.toLocaleString('en')} sessions`);
});

test('two tabs import different files at once, each with its own results', async ({ page, context, emptyServer }) => {
  const folders = [await writeSessions(emptyServer.folder, 'left', 40), await writeSessions(emptyServer.folder, 'right', 40)] as const;
  const other = await context.newPage();
  for (const [tab, folder] of [
    [page, folders[0]],
    [other, folders[1]],
  ] as const) {
    await tab.goto(`${emptyServer.url}/import`);
    // The browser takes files for the tab in front alone; the import goes on behind.
    await tab.bringToFront();
    await chooseFiles(tab, 'folder', folder);
  }
  for (const [tab, name] of [
    [page, 'left'],
    [other, 'right'],
  ] as const) {
    await expect(progress(tab).getByRole('heading', { name: `Imported ${name}` })).toBeVisible({ timeout: 30_000 });
    await expect(progress(tab)).toContainText('40 files');
    await expect(progress(tab)).toContainText('40 sessions');
    await expect(progress(tab)).toContainText('120 records');
  }
  expect((await listSessions(emptyServer.url)).total).toBe(80);
});
