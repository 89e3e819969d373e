import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { binary, run } from './run.mjs';

/** The one without a screen first: it is what the tests need, and takes a fifth less time. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** For a browser in a container or beside others: no sandbox, no screen, and nothing asked of anybody else. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Whether it shows a page: one that lacks what belongs to it tells its version all the same. */
const works = async (executablePath) => {
  if (!existsSync(executablePath)) return false;
  const { chromium } = await import('playwright');
  try {
    const browser = await chromium.launch({ executablePath, args: browserArguments, timeout: 20_000 });
    try {
      const page = await browser.newPage();
      await page.setContent('<title>It works</title>');
      return (await page.title()) === 'It works';
    } finally {
      await browser.close();
    }
  } catch {
    return false;
  }
};

const inPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

/** A Chromium that starts: `CHROMIUM`, the system's, or the one that Playwright keeps; null when there is none. */
const findBrowser = async () => {
  const { chromium } = await import('playwright');
  const places = [
    process.env.CHROMIUM,
    ...names.map(inPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  for (const file of places) if (file && (await works(file))) return file;
  return null;
};

const installFromSystem = async () => {
  if (process.platform !== 'linux' || !inPath('apt-get')) return;
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (prefix.length > 0 && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return;
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args];
    return run(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' }, output: 'stderr', limitMs: 240_000 });
  };
  await apt('update', '-qq');
  const install = (...names) => apt('install', '-y', '-qq', '--no-install-recommends', ...names);
  // The shell needs a package that it does not depend on.
  if ((await install(shell, 'chromium-common')) !== 0) await install('chromium');
};

/** Finds a browser for the tests, or installs one: from the system's packages, else by Playwright. Null: neither worked. */
export const provideBrowser = async () => {
  const found = await findBrowser();
  if (found) return found;
  process.stderr.write('Installing Chromium for the browser tests (once)…\n');
  await installFromSystem();
  const installed = await findBrowser();
  if (installed) return installed;
  await run(process.execPath, [binary('@playwright/test/cli.js'), 'install', 'chromium'], { output: 'stderr', limitMs: 240_000 });
  return findBrowser();
};
