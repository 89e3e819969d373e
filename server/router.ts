import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { answerMethod, answerMissing, type Route } from '../lib/server/route.ts';
import { routes } from '../lib/server/routes/index.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const listRoutesByPath = (): Map<string, Route[]> => {
  const byPath = new Map<string, Route[]>();
  for (const route of Object.values(routes).flatMap((group) => Object.values<Route>(group)))
    byPath.set(route.endpoint.path, [...(byPath.get(route.endpoint.path) ?? []), route]);
  return byPath;
};

/** Answers requests to the API, also those to paths and methods that no endpoint has. */
const makeApi = (): Handler => {
  const app = new Hono({ strict: false });
  // The first that matches answers, so names come before parameters, whose bracket sorts before every letter.
  const ordered = [...listRoutesByPath()].sort(([a], [b]) => (a < b ? 1 : -1));
  for (const [path, found] of ordered) {
    const pattern = path.replaceAll(/\[(\w+)\]/gu, ':$1');
    const methods = found.map(({ endpoint }) => endpoint.method);
    const allowed = [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'].sort();
    for (const { endpoint, answer } of found) app.on(endpoint.method, pattern, ({ req }) => answer(req.raw, req.param()));
    app.all(pattern, ({ req }) => answerMethod(req.raw, allowed));
  }
  app.notFound(({ req }) => answerMissing(req.raw));
  // Next expects Request and Response to be those of Node.js.
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
};

/** Sends requests to the API or to the pages. */
export const makeRouter = (pages: Handler): Handler => {
  const api = makeApi();
  return (request, response) => (/^\/api(?:[/?]|$)/u.test(request.url ?? '') ? api : pages)(request, response);
};
