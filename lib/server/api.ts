import { Hono } from 'hono';
import type { EndpointName } from '../contracts/index.ts';
import { requireChecked } from './own-headers.ts';
import { answerError, answerMethod, answerMissing, type Route } from './route.ts';
import { routes } from './routes/index.ts';

type SegmentOf<Name extends string> = Name extends `${string} /api/${infer Path}`
  ? Path extends `${infer First}/${string}`
    ? First
    : Path
  : never;

/** The first segment below /api of each path of the contract, such as `imports`: `app/api` has a folder for each. */
export type Segment = SegmentOf<EndpointName>;

type Answer = (request: Request) => Promise<Response>;
/** All that a route file of Next.js may export. */
type Handlers = Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', Answer>;

const listRoutesByPath = (segment: Segment | null): Map<string, Route[]> => {
  const byPath = new Map<string, Route[]>();
  for (const route of Object.values(routes).flatMap((group) => Object.values<Route>(group))) {
    const { path } = route.endpoint;
    if (path.split('/')[2] === segment) byPath.set(path, [...(byPath.get(path) ?? []), route]);
  }
  return byPath;
};

/** Answers requests to the endpoints of a segment, also those to paths and methods that no endpoint has. */
const makeApi = (segment: Segment | null): Hono => {
  const app = new Hono({ strict: false });
  // The first that matches answers. Descending, names come before parameters: `[` sorts before lowercase letters, with which names begin.
  const ordered = [...listRoutesByPath(segment)].sort(([a], [b]) => (a < b ? 1 : -1));
  for (const [path, found] of ordered) {
    const pattern = path.replaceAll(/\[(\w+)\]/gu, ':$1');
    const known = found.map(({ endpoint }) => endpoint.method);
    const allowed = [...(known.includes('GET') ? ['HEAD'] : []), ...known, 'OPTIONS'].sort();
    for (const { endpoint, answer } of found) app.on(endpoint.method, pattern, ({ req }) => answer(req.raw, req.param()));
    app.all(pattern, ({ req }) => answerMethod(req.raw, allowed));
  }
  app.notFound(({ req }) => answerMissing(req.raw));
  app.onError(answerError);
  return app;
};

/**
 * Exports of a route file below `app/api`: a handler for each method. `null`: for addresses that belong to no segment. Answers only
 * requests that this process has checked.
 */
export const handlersOf = (segment: Segment | null): Handlers => {
  const api = makeApi(segment);
  const answer: Answer = async (request) => {
    try {
      requireChecked(request.headers);
    } catch (error) {
      return answerError(error);
    }
    return api.fetch(request);
  };
  return { GET: answer, HEAD: answer, POST: answer, PUT: answer, PATCH: answer, DELETE: answer, OPTIONS: answer };
};
