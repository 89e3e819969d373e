import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { AppError } from '../lib/domain/errors.ts';
import { setContainer } from '../lib/server/container.ts';
import { parseEnvironment, processVariables, useProductionMode } from '../lib/server/env.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import { openContainer } from '../lib/server/open-container.ts';
import { readVersion } from '../lib/server/read-version.ts';
import { makeHttpHandler } from './http-handler.ts';

export type ServeOptions = { port?: string; host?: string; watch: readonly string[]; demo: boolean };

/** Sources in server/ and bundles in dist/ both lie one folder below the root. */
const root = path.resolve(import.meta.dirname, '..');
const exitWithinMs = 900;

const toUrl = ({ address, port, family }: AddressInfo): string => `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

/**
 * Serves pages and interface until SIGTERM or SIGINT, and prints the address once it listens. Fails with an AppError
 * when settings are wrong, the database cannot be opened, or the port is taken.
 */
export const serve = async ({ port, host, watch, demo }: ServeOptions): Promise<void> => {
  const environment = parseEnvironment(processVariables(), { port, host });
  const container = await openContainer({ root, version: readVersion(root), variables: environment.variables });
  setContainer(container);

  useProductionMode();
  // Loaded here alone: other commands start without it.
  const { default: next } = await import('next');
  const app = next({ dev: false, dir: root, hostname: environment.host, port: environment.port });
  await app.prepare();
  const server = http.createServer({ requestTimeout: 0 }, makeHttpHandler(environment, app.getRequestHandler()));
  await listen(server, environment);
  stopOnSignal(server, () => container.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no address.');
  process.stdout.write(`Trajectory Observatory listens on ${toUrl(address)}\n`);

  await container.watch.start(watch);
  if (demo && (await container.demo.createIfNew())) process.stdout.write('Demo sessions imported. Remove them on the sessions page.\n');
};

const listen = (server: http.Server, { port, host }: { port: number; host: string }) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new AppError('conflict', `Port ${port} is in use. Set PORT to another one.`) : error),
    );
    server.listen(port, host, resolve);
  });

/** Lets nothing hold the process: streams end, connections close, the database is checkpointed; after 0.9 s it ends anyhow. */
const stopOnSignal = (server: http.Server, close: () => Promise<void>) => {
  const stop = () => {
    setTimeout(() => process.exit(0), exitWithinMs).unref();
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
