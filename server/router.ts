import { getRequestListener, RequestError } from '@hono/node-server';
import { Hono } from 'hono';
import { AppError } from '../lib/domain/errors.ts';
import { answerError, answerMethod, answerMissing, type Route } from '../lib/server/route.ts';
import { routes } from '../lib/server/routes/index.ts';
import type { Handler } from './http-handler.ts';

const listRoutesByPath = (): Map<string, Route[]> => {
  const byPath = new Map<string, Route[]>();
  for (const route of Object.values(routes).flatMap((group) => Object.values<Route>(group)))
    byPath.set(route.endpoint.path, [...(byPath.get(route.endpoint.path) ?? []), route]);
  return byPath;
};

/** Answers what fails before or beside a route. */
const answerFailure = (error: unknown): Promise<Response> =>
  answerError(error instanceof RequestError ? new AppError('invalid_input', `The address is not valid: ${error.message}.`) : error);

/** Answers requests to the API, also those to paths and methods that no endpoint has. */
const makeApi = (): Handler => {
  const app = new Hono({ strict: false });
  // The first that matches answers. Descending, names come before parameters: `[` sorts before lowercase letters, with which names begin.
  const ordered = [...listRoutesByPath()].sort(([a], [b]) => (a < b ? 1 : -1));
  for (const [path, found] of ordered) {
    const pattern = path.replaceAll(/\[(\w+)\]/gu, ':$1');
    const methods = found.map(({ endpoint }) => endpoint.method);
    const allowed = [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'].sort();
    for (const { endpoint, answer } of found) app.on(endpoint.method, pattern, ({ req }) => answer(req.raw, req.param()));
    app.all(pattern, ({ req }) => answerMethod(req.raw, allowed));
  }
  app.notFound(({ req }) => answerMissing(req.raw));
  app.onError(answerFailure);
  // Next expects Request and Response to be those of Node.js.
  return getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: answerFailure });
};

/** Sends requests to the API or to the pages. */
export const makeRouter = (pages: Handler): Handler => {
  const api = makeApi();
  return (request, response) => (/^\/api(?:[/?]|$)/u.test(request.url ?? '') ? api : pages)(request, response);
};
