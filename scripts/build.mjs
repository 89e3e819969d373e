import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheHook } from './cache-hook.mjs';
import { lazySchemas } from './lazy-schemas.mjs';
import { binary, root, run } from './run.mjs';
import { setup } from './setup.mjs';

const dist = path.join(root, 'dist');
const common = [
  'lib',
  'db',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.mjs',
  'scripts/cache-hook.mjs',
  'scripts/lazy-schemas.mjs',
];
const isTest = (name) => /\.test\.tsx?$/.test(name) || name === '__fixtures__';

const listFiles = (place) => {
  const full = path.join(root, place);
  if (!existsSync(full)) return [];
  try {
    return readdirSync(full, { withFileTypes: true })
      .filter((entry) => !isTest(entry.name))
      .flatMap((entry) => (entry.isDirectory() ? listFiles(path.join(place, entry.name)) : [path.join(place, entry.name)]))
      .sort();
  } catch {
    return [place];
  }
};

const hashOf = (places) => {
  const hash = createHash('sha256').update(process.version);
  for (const file of places.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
};

/** Does `make` unless it was done for the same sources before and its `product` is there. */
const once = async (name, places, product, make) => {
  const stamp = path.join(dist, `.${name}-built`);
  const hash = hashOf(places);
  if (existsSync(product) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  await make();
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, hash);
};

const shared = {
  absWorkingDir: root,
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // All else is bundled: one file loads in a third of the time of the hundreds that the packages consist of.
  // The SDK for models is loaded only once a model is asked.
  external: ['better-sqlite3', 'next', 'ai', '@ai-sdk/*'],
  // jsonc-parser's `main` loads its parts in a way that no bundler follows.
  mainFields: ['module', 'main'],
  sourcemap: 'linked',
  logLevel: 'warning',
};
// Packages of the older kind call `require`.
const banner = { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" };

/** Bundles the driver of SQLite but for its binary, which it looks for in a dozen files otherwise: 5 ms less at each start. */
const bundledDriver = {
  name: 'bundled-driver',
  setup: (build) => {
    const binary = 'better-sqlite3/build/Release/better_sqlite3.node';
    build.onResolve({ filter: /^bindings$/ }, () => ({ path: binary, namespace: 'driver' }));
    build.onResolve({ filter: /\.node$/ }, () => ({ path: binary, external: true }));
    build.onLoad({ filter: /./, namespace: 'driver' }, () => ({ contents: `module.exports = () => require('${binary}');` }));
  },
};

/** Bundles that esbuild makes of the sources, each with its options. */
export const bundles = {
  server: {
    ...shared,
    banner,
    entryPoints: {
      server: 'server/main.ts',
      'guard-next': 'server/guard-next.ts',
      'import-worker': 'server/import-worker.ts',
      'decode-worker': 'server/decode-worker.ts',
      'observer-worker': 'server/observer-worker.ts',
      'trial-worker': 'server/trial-worker.ts',
      'data-worker': 'server/data-worker.ts',
      'check-main': 'server/check-main.ts',
    },
  },
  // Code that one command alone needs is a file of its own, which the others do not load.
  cli: { ...shared, splitting: true, chunkNames: 'observatory-[hash]', banner, entryPoints: { observatory: 'cli/main.ts' } },
  // For hosts of agents: `trajectory-observatory/client`.
  client: { ...shared, entryPoints: { client: 'client/mount.ts' } },
  // Started at each call of an agent: one program that V8 compiles beforehand, and what starts it.
  hookStart: { ...shared, minify: true, entryPoints: { hook: 'cli/hook-start.ts' } },
  hook: {
    ...shared,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    minify: true,
    external: shared.external.filter((name) => name !== 'better-sqlite3'),
    plugins: [bundledDriver, lazySchemas],
    define: { 'import.meta.dirname': '__dirname' },
    banner: { js: '(function (require, __dirname) {' },
    footer: { js: '})' },
    entryPoints: { 'hook-main': 'cli/hook-main.ts' },
  },
};

/** Bundles server, workers and command line into dist/. */
export const buildEntries = () =>
  once('entries', [...common, 'server', 'cli', 'client'], path.join(dist, 'observatory.mjs'), async () => {
    const esbuild = await import('esbuild');
    for (const name of existsSync(dist) ? readdirSync(dist) : [])
      if (/\.(?:mjs|cjs|cache)(?:\.map)?$/.test(name)) rmSync(path.join(dist, name));
    for (const options of Object.values(bundles)) await esbuild.build(options);
    cacheHook();
    await esbuild.stop();
  });

/** Builds the pages into .next/. */
export const buildPages = () =>
  once(
    'pages',
    [...common, 'app', 'components', 'instrumentation.ts', 'next.config.js', 'postcss.config.mjs'],
    path.join(root, '.next/BUILD_ID'),
    async () => {
      process.stderr.write('Building the pages (once)…\n');
      const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
      const code = await run(process.execPath, [binary('next/dist/bin/next'), 'build', '--webpack'], { env, output: 'stderr' });
      if (code !== 0) throw new Error('The pages could not be built (see above).');
    },
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setup();
  await buildEntries();
  await buildPages();
}
