import path from 'node:path';
import type { RequestListener } from 'node:http';
import { startChecking } from '../lib/server/own-headers.ts';
import { setContainer } from '../lib/server/container.ts';
import { parseEnvironment, processVariables } from '../lib/server/env.ts';
import { openContainer } from '../lib/server/open-container.ts';
import { readVersion } from '../lib/server/read-version.ts';
import { openAccess } from './access.ts';
import { makeHttpHandler, type Handler } from './http-handler.ts';

const root = path.resolve(import.meta.dirname, '..');

/**
 * The part of a development server that is loaded again when sources change: services, workers and request checks. Next.js reloads pages and
 * the API itself. Close one before opening the next.
 */
export const openReloadable = async (next: Handler): Promise<{ handler: RequestListener; query: string; close: () => Promise<void> }> => {
  startChecking();
  const environment = parseEnvironment(processVariables());
  const container = await openContainer({ root, version: readVersion(root), variables: environment.variables });
  setContainer(container);
  await container.watch.start([]);
  await container.demo.createIfNew();
  const { policy, query } = await openAccess(environment);
  return { handler: makeHttpHandler(policy, next, { isDevelopment: true }), query, close: () => container.close() };
};
