import type { Page } from '@playwright/test';
import { getFailingSession } from './ask.ts';
import { expect, test } from './fixtures.ts';
import { sessionView } from './session-view.ts';

const mostTabs = 20;

/** Presses Tab, or ⇧Tab, until the focus is on what `wanted` describes. */
const tabTo = async (page: Page, key: 'Tab' | 'Shift+Tab', wanted: (focused: Element) => boolean) => {
  const isThere = `(() => { const focused = document.activeElement; return focused !== null && (${wanted.toString()})(focused); })()`;
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    if (await page.evaluate<boolean>(isThere)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${mostTabs} presses of ${key} did not lead there.`);
};

test('from the list to an error and its raw record without a mouse', async ({ page, demoServer }) => {
  const { id, title } = await getFailingSession(demoServer.url);
  await page.goto(`${demoServer.url}/sessions`);
  await expect(page.locator('[data-session-link]').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(title ?? '');
  await expect(page).toHaveURL(/[?&]q=/u);
  await page.keyboard.press('Escape');
  const link = page.locator(`[data-session-link][href="/sessions/${id}"]`);
  await expect(link).toBeVisible();
  for (let presses = 0; presses < 50 && !(await link.evaluate((element) => element === document.activeElement)); presses += 1) {
    await page.keyboard.press('j');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${demoServer.url}/sessions/${id}`);
  const view = sessionView(page);
  await expect(view.transcript.getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('e');
  await expect(view.fact('Outcome')).toContainText('Error');
  await tabTo(page, 'Shift+Tab', (focused) => focused.textContent.startsWith('Raw record') && focused.tagName === 'BUTTON');
  await page.keyboard.press('Enter');
  await expect(view.inspector.locator('pre[aria-label="Raw record"]')).toContainText('"tool_use"');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page).toHaveURL(`${demoServer.url}/sessions`);
});

test('? shows the keys, Esc closes them and the focus returns', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/sessions`);
  const link = page.locator('[data-session-link]').first();
  await expect(link).toBeVisible();
  await page.keyboard.press('j');
  await expect(link).toBeFocused();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('Next error');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(link).toBeFocused();
});

test('the first Tab offers to skip to the content', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.url}/sessions`);
  await expect(page.locator('[data-session-link]').first()).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
