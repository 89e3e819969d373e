import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listFailingSpecs, listFailingUnits, listFlakySpecs, printFailing } from './failing-tests.mjs';
import { binary, root, run } from './run.mjs';
import { installPackages } from './setup.mjs';

/** Files of tests whose path holds one of the names; all of them without names. */
const names = process.argv.slice(2);
const sources = ['app', 'bench', 'cli', 'client', 'components', 'db', 'e2e', 'lib', 'scripts', 'server'];
const tests = sources
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((file) => /\.(?:test\.tsx?|spec\.ts)$/.test(file) && (names.length === 0 || names.some((name) => file.includes(name))));
const specs = tests.filter((file) => file.endsWith('.spec.ts'));
const units = tests.filter((file) => !file.endsWith('.spec.ts'));
if (tests.length === 0) {
  process.stderr.write(`No test file's path contains ${names.join(' or ')}.\n`);
  process.exit(2);
}

const { compiled } = await installPackages();
const { buildEntries, buildPages } = await import('./build.mjs');
const { provideBrowser } = await import('./find-browser.mjs');

const folder = mkdtempSync(path.join(os.tmpdir(), 'observatory-test-'));
const minutes = (count) => count * 60_000;
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const flaky = [];
/** How many assertions each runner executed: a suite that becomes faster must not become emptier. */
const asserted = [];
const readCounts = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .reduce((sum, line) => sum + Number(line), 0)
    : 0;

/** `failing`: each by its name, and what it said; a long output is cut at its beginning, so they stand at its end. */
const add = (name, { passed, failed, skipped = 0, failing = [] }) => {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed > 0) failures.push(`${name}: ${failed} failed`, ...failing.flatMap(printFailing));
};

const title = (name) => process.stdout.write(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}\n`);

/** One check that counts as one test; `print` gets what it says. */
const check = async (name, task, print = (text) => process.stdout.write(text)) => {
  const started = performance.now();
  const ok = await task().catch((error) => {
    print(`${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  });
  add(name, ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  print(`${name}: ${ok ? 'ok' : 'failed'} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
};

/** A program whose output is shown when it has ended, so that several can run beside each other. */
const program = async (name, file, ...args) => {
  const log = path.join(folder, `${name}.log`);
  const output = openSync(log, 'w');
  let verdict = '';
  const runIt = async () => (await run(process.execPath, [binary(file), ...args], { output, limitMs: minutes(15) })) === 0;
  await check(name, runIt, (text) => (verdict += text));
  closeSync(output);
  title(name);
  process.stdout.write(readFileSync(log, 'utf8') + verdict);
};

/** A test runner that leaves its counts in a JSON file; without counts, or with a failure outside any test, one failed. */
const runner = async (name, file, args, env, limitMs, count) => {
  title(name);
  const code = await run(process.execPath, [binary(file), ...args], { env, limitMs });
  let counts = { passed: 0, failed: 0 };
  try {
    counts = count(JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')));
  } catch {
    process.stdout.write(`${name} left no result.\n`);
  }
  const assertions = readCounts(env.OBSERVATORY_ASSERTIONS);
  asserted.push(`${name}: ${assertions.toLocaleString('en')} assertions executed`);
  add(name, code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);
  if (code === 0 && counts.passed === 0) add(name, { passed: 0, failed: 1 });
};

const environment = { NEXT_TELEMETRY_DISABLED: '1', OBSERVATORY_DB: path.join(folder, 'observatory.db') };

const needsBuild = specs.length > 0 || units.some((file) => file.includes('.process.'));
/** The types of the pages' parameters come from their build. */
const pages = needsBuild ? check('pages', () => buildPages().then(() => true)) : Promise.resolve();
const entries = async () => {
  await compiled;
  if (needsBuild) await check('build', () => buildEntries().then(() => true));
};
if (names.length > 0) await Promise.all([pages, entries()]);
else {
  const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', path.join(root, 'node_modules/.cache/eslint/')];
  const checks = [
    () => program('types', 'typescript/bin/tsc', '--noEmit'),
    () => program('lint with types', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
    () => program('lint', 'eslint/bin/eslint.js', '.', '--max-warnings=0', ...cache),
    () => program('format', 'prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
    () => program('walls', 'dependency-cruiser/bin/dependency-cruise.mjs', 'app', 'cli', 'client', 'components', 'db', 'lib', 'server'),
    () => program('dead code', 'knip/bin/knip.js', '--no-config-hints'),
  ];
  const runNext = async () => {
    for (let next = checks.shift(); next; next = checks.shift()) await next();
  };
  // Two cores are busy, and no more.
  await Promise.all([pages.then(runNext), Promise.all([pages, entries()]).then(runNext)]);
}

if (units.length > 0) {
  const vitestJson = path.join(folder, 'unit.json');
  await runner(
    'unit',
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestJson}`, ...(names.length > 0 ? units : [])],
    { ...environment, OBSERVATORY_ASSERTIONS: path.join(folder, 'unit.assertions') },
    minutes(30),
    (json) => ({
      passed: json.numPassedTests,
      failed:
        json.numFailedTests + json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
      skipped: json.numPendingTests + json.numTodoTests,
      failing: listFailingUnits(json),
    }),
  );
}

const browser = specs.length > 0 ? await provideBrowser() : null;
if (browser) {
  await runner(
    'browser',
    '@playwright/test/cli.js',
    ['test', '--reporter=list,json,./e2e/count-assertions.mjs', ...(names.length > 0 ? specs : [])],
    {
      ...environment,
      CHROMIUM: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(folder, 'browser.json'),
      OBSERVATORY_ASSERTIONS: path.join(folder, 'browser.assertions'),
    },
    minutes(45),
    ({ stats, suites }) => {
      const passedLate = listFlakySpecs({ suites }).flatMap(printFailing);
      if (stats.flaky > 0) flaky.push(`browser: ${stats.flaky} passed only when tried again`, ...passedLate);
      const counts = { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
      return { ...counts, failing: listFailingSpecs({ suites }) };
    },
  );
} else if (specs.length > 0) {
  title('browser');
  process.stdout.write('No browser: install Chromium (`apt-get install chromium`) or set CHROMIUM to one.\n');
  add('browser', { passed: 0, failed: 1 });
}

rmSync(folder, { recursive: true, force: true });
process.stdout.write(`\n${[...asserted, ...flaky, ...failures].map((line) => `${line}\n`).join('')}`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
