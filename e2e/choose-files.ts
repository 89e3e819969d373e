import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Chooses files on the import page once React has taken over its field. Files that are chosen earlier are lost, and only a test is fast
 * enough to choose them: the buttons open nothing until then.
 */
export const chooseFiles = async (page: Page, what: 'files' | 'folder', files: Parameters<Locator['setInputFiles']>[0]): Promise<void> => {
  const field = page.getByLabel(what === 'files' ? 'Files to import' : 'Folder to import');
  await expect.poll(() => field.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')))).toBe(true);
  await field.setInputFiles(files);
};
