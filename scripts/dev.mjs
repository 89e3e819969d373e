import { createServer } from 'node:http';
import { bundles, buildEntries } from './build.mjs';
import { root } from './run.mjs';
import { setup } from './setup.mjs';

await setup();
// The commands that others run meanwhile start from what is built; from here on each change is built at once.
await buildEntries();
process.env.NODE_ENV = 'development';
process.env.NEXT_TELEMETRY_DISABLED = '1';

const port = Number(process.env.PORT || 4317);
const host = process.env.HOST || '127.0.0.1';
let answer = (_, response) => response.writeHead(503, { 'retry-after': '1' }).end('Starting…');
const server = createServer({ requestTimeout: 0 }, (request, response) => answer(request, response));
const { default: next } = await import('next');
const app = next({ dev: true, webpack: true, dir: root, hostname: host, port, httpServer: server });
/** Once the services are open: Next.js would guard itself in a process that has none. */
let prepared = null;
const answerByNext = async (request, response) => {
  await prepared;
  await app.getRequestHandler()(request, response);
};

let current = null;
let version = 0;
let loading = Promise.resolve();
const reload = () => {
  loading = loading.then(async () => {
    await current?.close();
    current = null;
    // Another address is another module: the services are those of the sources as they are now.
    const { openReloadable } = await import(`../dist/dev.mjs?${(version += 1)}`);
    current = await openReloadable(answerByNext);
    await (prepared ??= app.prepare());
    answer = current.handler;
    process.stdout.write(
      version === 1
        ? `Trajectory Observatory (development) listens on http://${host}:${server.address().port}${current.query}\n`
        : 'Reloaded.\n',
    );
  });
  loading = loading.catch((error) => process.stderr.write(`${error?.stack ?? error}\n`));
};

const esbuild = await import('esbuild');
const reloadWhenBuilt = {
  name: 'reload',
  setup: (build) => build.onEnd(({ errors }) => (errors.length === 0 ? reload() : undefined)),
};
const entryPoints = { ...bundles.server.entryPoints, dev: 'server/dev.ts' };
server.listen(port, host, async () => {
  const all = [{ ...bundles.server, entryPoints, plugins: [reloadWhenBuilt] }, bundles.cli];
  const contexts = await Promise.all(all.map((options) => esbuild.context(options)));
  for (const context of contexts) await context.watch();
});

const stop = async () => {
  setTimeout(() => process.exit(0), 2_000).unref();
  server.closeAllConnections();
  await loading;
  await current?.close();
  process.exit(0);
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
