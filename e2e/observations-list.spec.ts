import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { current, detail, notice, rowOf, rows, table, report } from './observations-view.ts';

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox();
  if (!box) throw new Error('It is not drawn');
  return box;
};
const topOf = async (one: Locator) => Math.round((await boxOf(one)).y);
const rightOf = async (one: Locator) => {
  const { x, width } = await boxOf(one);
  return x + width;
};
const makeMany = (count: number) =>
  (['critical', 'high', 'medium'] as const).flatMap((severity) =>
    Array.from({ length: count }, (_, at) => ({ severity, content: `${severity} ${at}` })),
  );

test('a head that collapses and expands stays where it is, and has the focus', async ({ page, emptyServer }) => {
  await report(emptyServer, ...makeMany(16));
  await page.goto(`${emptyServer.url}/observations`);
  const head = (name: RegExp) => table(page).getByRole('button', { name });
  const [critical, high] = [head(/^Critical/u), head(/^High/u)];
  await expect(rows(page).first()).toBeVisible();
  await high.scrollIntoViewIfNeeded();
  const use = async (one: Locator, shown: string, act: () => Promise<void>) => {
    const at = await topOf(one);
    await act();
    await expect(page.getByRole('search', { name: 'Filter observations' })).toContainText(shown);
    await page.waitForTimeout(300);
    expect(Math.abs((await topOf(one)) - at)).toBeLessThan(2);
    await expect(one).toBeFocused();
  };
  await use(high, '32 shown, 16 collapsed', () => high.click());
  await use(critical, '16 shown, 32 collapsed', () => critical.click());
  await expect(current(page)).toContainText('medium');
  await use(high, '32 shown, 16 collapsed', () => high.click());
  await expect(high).toHaveAttribute('aria-expanded', 'true');
  await use(high, '16 shown, 32 collapsed', () => page.keyboard.press('Enter'));
  await use(high, '32 shown, 16 collapsed', () => page.keyboard.press('Enter'));
  // The keys go on from the current row, which comes into view.
  await table(page)
    .locator('[role=rowgroup]')
    .last()
    .evaluate((list) => list.scrollTo(0, 0));
  await expect(current(page)).not.toBeInViewport();
  await page.keyboard.press('j');
  await expect(current(page)).toBeInViewport({ ratio: 1 });
  await expect(current(page)).toContainText('medium');
});

test('the notice about the last action does not cover its row', async ({ page, emptyServer }) => {
  await report(emptyServer, ...makeMany(12));
  await page.goto(`${emptyServer.url}/observations`);
  await expect(rows(page).first()).toBeVisible();
  for (let at = 0; at < 35; at += 1) await page.keyboard.press('j');
  await expect(current(page)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('a');
  const said = notice(page).locator('> div');
  await expect(said).toContainText('Acknowledged: “');
  const bottomOf = async () => {
    const { y, height } = await boxOf(current(page));
    return y + height;
  };
  await expect.poll(async () => (await bottomOf()) <= (await topOf(said))).toBe(true);
  // Nothing moves when it goes.
  const at = await topOf(current(page));
  await notice(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(said).toBeHidden();
  expect(await topOf(current(page))).toBe(at);
});

test.describe('the list of a narrow window', () => {
  test.use({ viewport: { width: 1100, height: 800 } });

  test('stands beside the sheet, with status and last', async ({ page, emptyServer }) => {
    await report(emptyServer, { content: 'A title of some length that has to be read in spite of the sheet' });
    await page.goto(`${emptyServer.url}/observations`);
    await rowOf(page, 'A title').getByRole('button').click();
    await expect(detail(page)).toBeVisible();
    const { x } = await boxOf(detail(page));
    expect(await rightOf(current(page))).toBeLessThanOrEqual(x);
    for (const name of ['Seen', 'Last', 'Status']) expect(await rightOf(page.getByRole('columnheader', { name }))).toBeLessThanOrEqual(x);
    expect((await boxOf(page.getByRole('columnheader', { name: 'Observation' }))).width).toBeGreaterThan(300);
  });
});

test('a title is cut once: what it names before what is said of it, an error after', async ({ page, emptyServer }) => {
  const path = 'src/deep/folder/of/it/cut.test.ts';
  await report(
    emptyServer,
    { content: `Bash npm run test -- ${path}: same failure, 8 times` },
    { content: `Bash \`npm run build ${path}\`: same result, 5 times` },
    { content: 'Read notes-controller.py: asked 14 times, always the same answer' },
    { content: '/bin/bash: line 1: cargo: command not found: the first of 6 failures in a row' },
  );
  await page.goto(`${emptyServer.url}/observations`);
  const cutOf = (text: string) =>
    rowOf(page, text)
      .locator('[data-row-focus] > span')
      .first()
      .evaluate((line) => ({
        cut: line.getAttribute('data-cut'),
        parts: [...(line.getAttribute('data-cut') === null ? [line] : line.children)].map((part) => ({
          isCut: part.scrollWidth > part.clientWidth + 1,
          left: part.getBoundingClientRect().left,
          right: part.getBoundingClientRect().right,
        })),
      }));
  const isBetweenLetters = (text: string, right: number) =>
    rowOf(page, text)
      .locator('[data-row-focus] > span > span')
      .first()
      .evaluate((part, cutAt) => {
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (const at of (node.textContent ?? '').split('').keys()) {
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            if (Math.abs(range.getBoundingClientRect().right - cutAt) < 0.2) return true;
          }
        return false;
      }, right);
  for (const text of ['same failure, 8', 'same result, 5']) {
    await expect.poll(async () => (await cutOf(text)).cut).toBe('begin');
    const { parts } = await cutOf(text);
    expect(parts.map(({ isCut }) => isCut)).toEqual([true, false]);
    expect(parts[1]?.left).toBeCloseTo(parts[0]?.right ?? 0, 0);
    // The cut goes between two letters, not through one.
    expect(await isBetweenLetters(text, parts[0]?.right ?? 0)).toBe(true);
  }
  await expect.poll(async () => (await cutOf('asked 14')).parts.map(({ isCut }) => isCut)).toEqual([false, true]);
  expect((await cutOf('command not found')).parts).toMatchObject([{ isCut: true }]);
});

test('columns stand apart and leave room for the title at every width', async ({ page, emptyServer }) => {
  await report(emptyServer, { content: 'Some title' });
  for (const width of [1280, 1366, 1440, 1680])
    for (const view of ['groups', 'single']) {
      const place = `${view} at ${width}`;
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${emptyServer.url}/observations?view=${view}`);
      await expect(rows(page)).toHaveCount(1);
      expect((await boxOf(page.getByRole('columnheader', { name: 'Observation' }))).width, place).toBeGreaterThan(295);
      // The content of the cells is right-aligned: a date begins well after the figure before it.
      const cells = await rows(page)
        .first()
        .getByRole('cell')
        .evaluateAll((all) =>
          all
            .filter((cell) => cell.clientWidth > 0)
            .map((cell) => {
              const range = document.createRange();
              range.selectNodeContents(cell);
              return range.getBoundingClientRect();
            }),
        );
      for (const [at, { left }] of cells.entries()) if (at > 2) expect(left - (cells[at - 1]?.right ?? 0), place).toBeGreaterThan(10);
    }
});
