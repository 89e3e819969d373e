import type { Page } from '@playwright/test';
import { getFailingSession } from './ask.ts';
import { expect, test } from './fixtures.ts';
import { openSession, sessionView } from './session-view.ts';

const maxTabs = 37;

/** Presses Tab until the focus is on what `wanted` describes. */
const tabTo = async (page: Page, wanted: (focused: Element) => boolean) => {
  const isThere = `(() => { const focused = document.activeElement; return focused !== null && (${wanted.toString()})(focused); })()`;
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    if (await page.evaluate<boolean>(isThere)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${maxTabs} presses of Tab did not lead there.`);
};

test('from the list to an error and its raw record without a mouse', async ({ page, demoServer }) => {
  const { id, title } = await getFailingSession(demoServer.url);
  await page.goto(`${demoServer.url}/sessions`);
  await expect(page.locator('[data-session-link]').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(title ?? '');
  await expect(page).toHaveURL(/[?&]q=/u);
  await page.keyboard.press('Escape');
  const link = page.locator(`[data-session-link][href^="/sessions/${id}"]`);
  await expect(link).toBeVisible();
  for (let presses = 0; presses < 50 && !(await link.evaluate((element) => element === document.activeElement)); presses += 1) {
    await page.keyboard.press('j');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/sessions/${id}\\?list=q`, 'u'));
  const view = sessionView(page);
  await expect(view.transcript.getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('e');
  await expect(view.fact('Outcome')).toContainText('Error');
  const row = view.selectedRow.locator('[data-row-focus]').first();
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(view.inspector.getByRole('tab', { name: 'Record', exact: true })).toBeFocused();
  await tabTo(page, (focused) => focused.textContent.startsWith('Raw record') && focused.tagName === 'BUTTON');
  await page.keyboard.press('Enter');
  await expect(view.inspector.locator('pre[aria-label="Raw record"]')).toContainText('"tool_use"');
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page).toHaveURL(`${demoServer.url}/sessions`);
});

test('the transcript is one tab stop, and arrow keys move between rows', async ({ page, demoServer }) => {
  const { id } = await getFailingSession(demoServer.url);
  const view = await openSession(page, `${demoServer.url}/sessions/${id}`);
  await tabTo(page, (focused) => focused.hasAttribute('data-row-focus'));
  await expect(view.transcript.locator('[data-row-focus][tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const rows = view.transcript.locator('[data-row]');
  const second = await rows.nth(1).getAttribute('data-row');
  await expect(view.selectedRow).toHaveAttribute('data-row', second ?? '');
  await expect(view.selectedRow.locator('[data-row-focus]').first()).toBeFocused();
  await expect(view.transcript.locator('[data-row]:not([aria-current]) [tabindex="0"]:not(pre)')).toHaveCount(0);
  await tabTo(page, (focused) => focused.closest('[data-pane=record]') !== null);
});

test('? lists the keys of a session', async ({ page, demoServer }) => {
  const { id } = await getFailingSession(demoServer.url);
  await openSession(page, `${demoServer.url}/sessions/${id}`);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  const place = keys.locator('section').filter({ has: page.getByRole('heading', { name: 'Session', exact: true }) });
  const names = (await place.locator('kbd').allInnerTexts()).join(' ');
  expect(names).toBe('J K [ ] E ⇧E F ⇧F P Z 0 O / ↵ ⇧↵ ↵ Esc 1 2 3 V M H C X N ⇧N');
  await expect(keys.getByRole('heading', { level: 3 })).toContainText(['Session', 'Everywhere', 'Sessions']);
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
