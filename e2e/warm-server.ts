import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setContainer } from '../lib/server/container.ts';
import { parseEnvironment, processVariables } from '../lib/server/env.ts';
import { openContainer } from '../lib/server/open-container.ts';
import { startChecking } from '../lib/server/own-headers.ts';
import { readVersion } from '../lib/server/read-version.ts';
import { openAccess } from '../server/access.ts';
import { makeHttpHandler } from '../server/http-handler.ts';
import { loadNext } from '../server/serve.ts';

/**
 * The product's server for tests one after another: it loads Next.js once, and opens a new archive for each test. Its parent sends the
 * folder of an archive, and null to close it, and gets a message when that is done.
 */
const root = path.resolve(import.meta.dirname, '..');
let handler: http.RequestListener | null = null;
let close = () => Promise.resolve();
const server = http.createServer((request, response) => {
  if (handler) handler(request, response);
  else response.writeHead(503).end();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
startChecking();
const next = await loadNext({ host: '127.0.0.1', port });

const open = async (folder: string): Promise<void> => {
  Object.assign(process.env, { HOME: folder, OBSERVATORY_DB: path.join(folder, 'observatory.db') });
  const environment = parseEnvironment(processVariables());
  const container = await openContainer({ root, version: readVersion(root), variables: { ...environment.variables } });
  setContainer(container);
  const { policy } = await openAccess(environment);
  await container.watch.start([]);
  handler = makeHttpHandler(policy, next);
  close = () => {
    handler = null;
    const closed = container.close();
    server.closeAllConnections();
    return closed;
  };
};

process.on('message', ({ folder }: { folder: string | null }) => {
  (folder === null ? close() : open(folder)).then(
    () => process.send?.({ error: null }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ url: `http://127.0.0.1:${port}` });
