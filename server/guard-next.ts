import http from 'node:http';
import type { Socket } from 'node:net';
import path from 'node:path';
import { AppError } from '../lib/domain/errors.ts';
import { startChecking } from '../lib/server/own-headers.ts';
import { setContainer } from '../lib/server/container.ts';
import { parseEnvironment, processVariables } from '../lib/server/env.ts';
import { openContainer } from '../lib/server/open-container.ts';
import { readVersion } from '../lib/server/read-version.ts';
import { checkRequest, type Policy } from './check-request.ts';
import { hideEscapes } from './hide-escapes.ts';
import { makeHttpHandler } from './http-handler.ts';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Stands in front of Next.js where it runs without our server, in every HTTP server of the process. With OBSERVATORY_TOKEN it opens the
 * services and lets requests through that carry the token and pass the checks of our server; without, it answers all of them with 503.
 * Requests that arrived before are not marked as checked, so no route or page answers them.
 */
export const guardNext = async (): Promise<void> => {
  const variables = processVariables();
  const { token } = parseEnvironment(variables, { host: '127.0.0.1' });
  startChecking();
  hideEscapes(console);
  if (token !== null) {
    const container = await openContainer({ root, version: readVersion(root), variables });
    setContainer(container);
    await container.watch.start([]);
    // Next.js ends the process by itself.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void container.close());
  }
  guardServers((server) => ({ host: toHost(server), token }), variables.NODE_ENV !== 'production');
};

const toHost = (server: http.Server): string => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.address : '127.0.0.1';
};

type Emit = (this: http.Server, name: string, ...given: unknown[]) => boolean;
const isResponse = (value: unknown): value is http.ServerResponse => value instanceof http.ServerResponse;

/** Node.js emits every request on its server, so this comes before all that listens there. */
const guardServers = (toPolicy: (server: http.Server) => Policy, isDevelopment: boolean): void => {
  const emit: Emit = http.Server.prototype.emit;
  const handlers = new WeakMap<http.Server, http.RequestListener>();
  const makeHandler = (server: http.Server): http.RequestListener => {
    const policy = toPolicy(server);
    const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
      if (policy.token === null) throw new AppError('unavailable', unguarded);
      emit.call(server, 'request', request, response);
    };
    return makeHttpHandler(policy, answer, { isDevelopment });
  };
  http.Server.prototype.emit = function (this: http.Server, name: string, ...given: unknown[]): boolean {
    const [request, other] = given;
    if (!(request instanceof http.IncomingMessage)) return emit.call(this, name, ...given);
    if (isResponse(other)) {
      const handler = handlers.get(this) ?? makeHandler(this);
      handlers.set(this, handler);
      handler(request, other);
    } else if (mayUpgrade(request, toPolicy(this))) return emit.call(this, name, ...given);
    else (other as Socket).destroy();
    return true;
  };
};

const unguarded =
  'Next.js runs here without the server of Trajectory Observatory, so nothing is answered. Start it with `npm start`, or set OBSERVATORY_TOKEN.';

/** For the reloads of `next dev`. */
const mayUpgrade = ({ method = 'GET', url = '/', headers }: http.IncomingMessage, policy: Policy): boolean => {
  if (policy.token === null) return false;
  try {
    checkRequest({ method, url, headers }, policy);
    return true;
  } catch {
    return false;
  }
};
