import { expect, type Locator, type Page } from '@playwright/test';

/** The parts of a session's page. */
export const sessionView = (page: Page) => {
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true });
  const inspector = page.getByRole('complementary', { name: 'Record' });
  return {
    transcript,
    inspector,
    strip: page.getByRole('slider', { name: /^Playhead over/ }),
    turns: page.getByRole('navigation', { name: 'Turns' }),
    fact: (name: string): Locator =>
      inspector.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) }),
    selectedRow: transcript.locator('[data-row][aria-current=true]'),
  };
};

/** Opens an address of a session and waits until its records are there. */
export const openSession = async (page: Page, url: string) => {
  await page.goto(url);
  const view = sessionView(page);
  await expect(view.transcript.getByRole('listitem').first()).toBeVisible();
  return view;
};

/** The call in the address, as a number. */
export const readCall = (page: Page): number | null => {
  const call = new URL(page.url()).searchParams.get('call');
  return call === null ? null : Number(call);
};
