import { defineConfig } from '@playwright/test';
import { browserArguments } from './scripts/find-browser.mjs';

const executablePath = process.env.CHROMIUM;

/** End to end, on a production build (`npm run build`), each worker with a server and a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.mjs',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // What fails once and then passes is named as flaky at the end: a fault to be mended, of the product or of its test, that stops nobody.
  retries: 1,
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: browserArguments,
    },
  },
});
