import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import type { Endpoint } from '../../contracts/index.ts';
import type { Route } from '../route.ts';
import { routes } from '../routes/index.ts';

/** A request that reads. `isList`: it names nothing, so that no single row can be at fault. */
export type ReadRequest = { route: Route; address: string; params: Readonly<Record<string, string>>; isList: boolean };

/** Endpoints that are not asked, and why. */
const leftOut: ReadonlyMap<string, string> = new Map([
  ['/api/events', 'has no end'],
  ['/api/data/download', 'needs a backup that this process made'],
  ['/api/watched/found', 'looks at the folders of this machine'],
  ['/api/watched/preview', 'looks at a folder'],
]);

/** Queries for an `[id]` that is not a session's. */
const idsOf: Readonly<Record<string, string>> = {
  '/api/imports/[id]': 'SELECT id FROM imports',
  '/api/sources/[id]/lines/[line]': 'SELECT source_id FROM source_lines',
  '/api/observations/[id]': 'SELECT id FROM observations',
  '/api/experiments/[id]': 'SELECT id FROM experiments',
  '/api/reviews/[id]': 'SELECT id FROM review_runs',
  '/api/reviews/[id]/exchange': 'SELECT id FROM review_runs',
};

/** One that reviewers looked at, one with snapshots, and one with an issue and a long text. */
const sessionsSql = [
  'SELECT session_id FROM review_runs',
  'SELECT session_id FROM snapshot_sessions',
  "SELECT id FROM sessions WHERE native_id = 'odd'",
];

type Schema = { properties?: Record<string, Schema>; required?: string[]; enum?: string[] };
type Values = Readonly<Record<string, string>>;

/** Queries of an endpoint: what it requires, and that with each value of a closed set. */
const listQueries = ({ query }: Endpoint, values: Values): Values[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as Schema;
  const needed = Object.fromEntries(required.map((name) => [name, properties[name]?.enum?.[0] ?? values[name] ?? '1']));
  const chosen = Object.entries(properties).flatMap(([name, one]) => (one.enum ?? []).map((value) => ({ ...needed, [name]: value })));
  const more = [
    ...('session' in properties ? [{ ...needed, session: values.session ?? '' }] : []),
    ...('cursor' in properties ? [{ ...needed, limit: '2' }] : []),
  ];
  return [needed, ...chosen, ...more];
};

/** A request to every endpoint that reads, with what an archive holds. */
export const listReads = (db: Database): ReadRequest[] => {
  const pluck = (sql: string): string => String(db.prepare(sql).pluck().get());
  const shared = {
    ...{ q: 'error', text: 'e', by: 'project', number: '0', message: '0', position: '1', path: '', from: '0', to: '1', a: '0', b: '1' },
    fingerprint: pluck('SELECT fingerprint FROM observation_groups'),
    line: pluck('SELECT line FROM source_lines'),
    reviewer: pluck('SELECT reviewer_id FROM reviews WHERE exchange IS NOT NULL'),
  };
  const sessions = sessionsSql.map((sql) => {
    const id = pluck(sql);
    const call = pluck(`SELECT id FROM records WHERE session_id = '${id}' ORDER BY kind = 'tool_call' DESC`);
    return { ...shared, id, session: id, recordId: call };
  });
  return Object.values(routes)
    .flatMap((group) => Object.values<Route>(group))
    .filter(({ endpoint }) => endpoint.method === 'GET' && !leftOut.has(endpoint.path))
    .flatMap((route) => {
      const { endpoint } = route;
      const isList = !endpoint.path.includes('[');
      const own = idsOf[endpoint.path];
      const [first = shared, ...others] = sessions;
      const subjects = own === undefined ? [first, ...(isList ? [] : others)] : [{ ...first, id: pluck(own) }];
      return subjects.flatMap((params) =>
        listQueries(endpoint, params).map((query) => {
          const place = endpoint.path.replaceAll(/\[(\w+)\]/gu, (_, name: keyof typeof params) => encodeURIComponent(params[name]));
          return { route, params, isList, address: `http://localhost${place}?${new URLSearchParams(query).toString()}` };
        }),
      );
    });
};
