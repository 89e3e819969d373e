import { existsSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { AppError } from '../lib/domain/errors.ts';
import { startChecking } from '../lib/server/own-headers.ts';
import { setContainer } from '../lib/server/container.ts';
import { blockedPorts, parseEnvironment, processVariables, useProductionMode } from '../lib/server/env.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import { openContainer } from '../lib/server/open-container.ts';
import { readVersion } from '../lib/server/read-version.ts';
import { openAccess } from './access.ts';
import { explainUnreadable } from './explain-unreadable.ts';
import { makeHttpHandler, type Handler } from './http-handler.ts';
import { hideEscapes } from './hide-escapes.ts';

export type ServeOptions = { port?: string; host?: string; watch: readonly string[]; demo: boolean };

/** server/ and dist/ are both one level below the root. */
const root = path.resolve(import.meta.dirname, '..');
const exitWithinMs = 900;
/** An upload may take hours, but the headers of a request may not. A missing `Host` is refused with the others, and a reason. */
const httpOptions = {
  requestTimeout: 0,
  headersTimeout: 10_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  requireHostHeader: false,
};

const toUrl = ({ address, port, family }: AddressInfo): string => `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

/**
 * Serves pages and API until SIGTERM or SIGINT, and prints the URL once it listens. Fails with an AppError if the pages are not built,
 * settings are invalid, the database cannot be opened, or the port is in use.
 */
export const serve = async ({ port, host, watch, demo }: ServeOptions): Promise<void> => {
  if (!existsSync(path.join(root, '.next/BUILD_ID')))
    throw new AppError('not_found', 'The pages are not built. Run `npm run build`, or use `npm start`, which builds them first.');
  const environment = parseEnvironment(processVariables(), { port, host });
  const container = await openContainer({ root, version: readVersion(root), variables: environment.variables });
  setContainer(container);

  const { policy, query } = await openAccess(environment);
  startChecking();
  let loading: Promise<Handler> | null = null;
  const load = (): Promise<Handler> =>
    (loading ??= loadNext(environment).catch((error: unknown) => {
      // The next request tries again.
      loading = null;
      throw error;
    }));
  const server = http.createServer(
    httpOptions,
    makeHttpHandler(policy, async (request, response) => (await load())(request, response)),
  );
  explainUnreadable(server);
  await listen(server, environment);
  load().catch((error: unknown) => log('error', 'load Next.js', toLogFields(error)));
  stopOnSignal(server, () => container.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no address.');
  process.stdout.write(`Trajectory Observatory listens on ${toUrl(address)}${query}\n`);
  if (blockedPorts.has(address.port)) {
    process.stderr.write(
      `Browsers refuse to open port ${address.port}: they block it for every address. Choose another one with --port or PORT, such as 4317. ` +
        'Clients like curl can use the API.\n',
    );
  }

  await container.watch.start(watch);
  if (demo && (await container.demo.createIfNew())) process.stdout.write('Demo sessions imported. Remove them on the sessions page.\n');
};

/** Takes longer than all else, so the server listens before. */
export const loadNext = async ({ host, port }: { host: string; port: number }): Promise<Handler> => {
  useProductionMode();
  hideEscapes(console);
  const { default: next } = await import('next');
  // Next would accept requests to upgrade a connection and leave the unknown ones open. Without it they are answered as any other request.
  const httpServer = new http.Server();
  const app = next({ dev: false, dir: root, hostname: host, port, httpServer });
  await app.prepare();
  return app.getRequestHandler();
};

const listen = (server: http.Server, { port, host }: { port: number; host: string }) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new AppError('conflict', `Port ${port} is in use. Choose another one with --port or PORT.`) : error,
      ),
    );
    server.listen(port, host, resolve);
  });

/**
 * Shuts down: ends streams, closes connections, and checkpoints the database; exits after 0.9 s at the latest. `process.exit` waits for
 * threads, and one that is inside SQLite or a long text does not stop; what is stored is whole at any moment.
 */
const stopOnSignal = (server: http.Server, close: () => Promise<void>) => {
  const stop = () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), exitWithinMs).unref();
    server.close();
    const closed = close();
    server.closeAllConnections();
    closed.then(
      () => process.exit(0),
      (error: unknown) => {
        log('error', 'shutdown', toLogFields(error));
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
};
