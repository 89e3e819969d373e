import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { binary, run } from './run.mjs';

/** The one without a screen first: it is what the tests need, and takes a fifth less time. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const works = (file) => existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
const inPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

/** A Chromium that starts: `CHROMIUM`, the system's, or the one that Playwright keeps; null when there is none. */
const findBrowser = async () => {
  const { chromium } = await import('@playwright/test');
  const places = [
    process.env.CHROMIUM,
    ...names.map(inPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  return places.find((file) => file && works(file)) ?? null;
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
  const install = (name) => apt('install', '-y', '-qq', '--no-install-recommends', name);
  if ((await install(shell)) !== 0) await install('chromium');
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
