import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { fuzz, fuzzTimeout } from '../../e2e/fuzz.ts';
import { contracts, type Endpoint } from '../contracts/index.ts';
import { makeSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { withNormalTexts } from '../store/with-normal-texts.ts';
import { listTables, makeFullArchive, type Column } from './__fixtures__/full-archive.ts';
import { codeOf } from '../domain/errors.ts';
import { setContainer } from './container.ts';
import { makeContainer } from './open-container.ts';
import { toPlaces } from './open/places.ts';
import type { Route } from './route.ts';
import { routes } from './routes/index.ts';

const maxRows = 40;
const megabytes = 5 * 1024 * 1024;

const oddNumbers: readonly unknown[] = [-1e18, 1e300, null, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, -1, 1e308, 0.5, Infinity, 0, 253_402_300_800_000, 8.64e15 + 1, 'x'];
const deep = '['.repeat(20_000) + ']'.repeat(20_000);
const oddTexts: readonly unknown[] = ['', null, '\0', Buffer.from([0xed, 0xa0, 0x80]), 'x'.repeat(Number(process.env['BIG'] ?? megabytes)), '{', deep, 'null', '[]', '{}', '[null]', '"x"', '1e999', 'constructor', '@numbers', '@numbers', '@numbers', '1', 'NaN', 'x'];

/** A JSON text with other numbers. */
const mutateNumbers = (json: unknown, at: number): unknown => {
  if (typeof json !== 'string' || !/[[{]/u.test(json)) return 'x';
  let count = at;
  return json.replaceAll(/(?<=[:[,])-?\d+(?:\.\d+)?(?=[\],}])/gu, (found) => {
    count += 1;
    return ['-1e18', '1e300', 'null', '9007199254740993', '-1', '1e999', found, '"x"'][count % 8] ?? found;
  });
};

const corrupt = (db: Database.Database, { table, name, type }: Column, keys: readonly string[], shift: number): void => {
  const key = keys.map((one) => `"${one}" IS ?`).join(' AND ');
  const rows = db.prepare<[], unknown[]>(`SELECT ${keys.map((one) => `"${one}"`).join(', ')}, "${name}" FROM "${table}" LIMIT ${maxRows}`).raw().all();
  const values = type === 'TEXT' ? oddTexts : oddNumbers;
  rows.forEach((row, index) => {
    // Some are left as they are, others beside them, in the same list.
    if (rows.length > 3 && index % 3 === 2) return;
    const at = index + shift;
    const odd = values[at % values.length];
    const value = odd === '@numbers' ? mutateNumbers(row.at(-1), at) : odd;
    const put = Buffer.isBuffer(value) ? 'CAST(? AS TEXT)' : '?';
    try {
      db.prepare(`UPDATE OR IGNORE "${table}" SET "${name}" = ${put} WHERE ${key}`).run(value === null ? null : value, ...row.slice(0, -1));
    } catch (error) {
      // A number of a row takes whole numbers alone.
      if (codeOf(error) !== 'SQLITE_MISMATCH') throw error;
    }
  });
};

type Asked = { address: string; isList: boolean };

type Schema = { properties?: Record<string, Schema>; required?: string[]; enum?: string[]; type?: string; default?: unknown; anyOf?: Schema[] };

/** Queries of an endpoint: what it requires, and each value of a closed set by itself. */
const listQueries = ({ query }: Endpoint, given: Readonly<Record<string, string>>): Record<string, string>[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as Schema;
  const needed = Object.fromEntries(required.map((name) => [name, properties[name]?.enum?.[0] ?? given[name] ?? '1']));
  const variants = Object.entries(properties).flatMap(([name, one]) => (one.enum ?? []).map((value) => ({ ...needed, [name]: value })));
  if ('session' in properties && !('session' in needed)) variants.push({ ...needed, session: given['session'] ?? '' });
  if ('cursor' in properties) variants.push({ ...needed, limit: '2' });
  return [needed, ...variants];
};

const toAddress = ({ path: place }: Endpoint, params: Readonly<Record<string, string>>, query: Readonly<Record<string, string>>): string => {
  const filled = place.replaceAll(/\[(\w+)\]/gu, (_, name: string) => encodeURIComponent(params[name] ?? '0'));
  return `http://localhost${filled}?${new URLSearchParams(query).toString()}`;
};

const pluck = (db: Database.Database, sql: string): string => String(db.prepare(sql).pluck().get());

/** Values for parts of paths and of queries, of several sessions. */
const listGiven = (db: Database.Database): Record<string, string>[] =>
  [
    'SELECT session_id FROM review_runs',
    'SELECT session_id FROM snapshot_sessions',
    "SELECT id FROM sessions WHERE native_id = 'odd'",
    'SELECT parent_id FROM sessions WHERE relation IS NOT NULL AND parent_id IN (SELECT id FROM sessions)',
  ].map((sql) => {
    const id = pluck(db, sql);
    return { id, session: id, recordId: pluck(db, `SELECT id FROM records WHERE session_id = '${id}' AND kind = 'tool_call' UNION ALL SELECT id FROM records WHERE session_id = '${id}'`), number: '0', position: '1' };
  });

const idsOf: Readonly<Record<string, string>> = {
  '/api/imports/[id]': 'SELECT id FROM imports',
  '/api/sources/[id]/lines/[line]': 'SELECT source_id FROM source_lines',
  '/api/observations/[id]': 'SELECT id FROM observations',
  '/api/experiments/[id]': 'SELECT id FROM experiments',
  '/api/reviews/[id]': 'SELECT id FROM review_runs',
  '/api/reviews/[id]/exchange': 'SELECT id FROM review_runs',
};

/** Endpoints that tell nothing of the database, and why they are not asked. */
const leftOut: Readonly<Record<string, string>> = {
  '/api/events': 'has no end',
  '/api/watched/found': 'looks at the folders of this machine',
  '/api/watched/preview': 'looks at a folder',
};

const endpoints = Object.values(routes).flatMap((group) => Object.values<Route>(group)).filter(({ endpoint }) => endpoint.method === 'GET' && !(endpoint.path in leftOut));

type Request_ = { route: Route; params: Record<string, string>; query: Record<string, string> };

const listRequests = (db: Database.Database): Request_[] =>
  endpoints.flatMap((route) => {
    const { endpoint } = route;
    const ofSessions = /\[id\]/u.test(endpoint.path) && !(endpoint.path in idsOf);
    const given = listGiven(db);
    return (ofSessions ? given : given.slice(0, 1)).flatMap((values) => {
      const own = idsOf[endpoint.path];
      const review = pluck(db, 'SELECT reviewer_id FROM reviews WHERE exchange IS NOT NULL');
      const params = { ...values, ...(own !== undefined && { id: pluck(db, own) }), fingerprint: pluck(db, 'SELECT fingerprint FROM observation_groups'), line: pluck(db, 'SELECT line FROM source_lines') };
      const names = { ...values, q: 'error', text: 'e', reviewer: review, by: 'project', seq: '1', path: '', a: '0', b: '1', from: '0', to: '1' };
      return listQueries(endpoint, names).map((query) => ({ route, params, query }));
    });
  });

const readAll = async (response: Response): Promise<string> => {
  try {
    return await response.text();
  } catch (error) {
    return `the stream failed: ${String(error)}`;
  }
};

type Failure = string;
const refused = new Set<string>();
let bytes: Buffer;
let folder: string;
let requests: Request_[];
let columns: Column[];
const keysOf = new Map<string, string[]>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-odd-'));
  if (existsSync('/tmp/numbers-tmp/full.db') && process.env['REUSE']) bytes = readFileSync('/tmp/numbers-tmp/full.db');
  else {
    bytes = await makeFullArchive(folder);
    await writeFile('/tmp/numbers-tmp/full.db', bytes);
  }
  const db = new Database(bytes);
  requests = listRequests(db);
  const tables = listTables(db);
  columns = tables.flatMap((table) => table.columns).filter(({ type }) => type !== 'BLOB');
  for (const { name, keys } of tables) keysOf.set(name, keys);
  db.close();
  const none = await findFailures([]);
  if (none.length > 0) throw new Error(none.join('\n'));
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

/** What does not answer as it should, each with what was logged of it. */
const findFailures = async (odd: readonly { column: Column; shift: number }[]): Promise<Failure[]> => {
  const db = new Database(bytes);
  db.pragma('foreign_keys = OFF');
  for (const { column, shift } of odd) corrupt(db, column, keysOf.get(column.table) ?? [], shift);
  db.pragma('foreign_keys = ON');
  const variables = { OBSERVATORY_DB: path.join(folder, 'none.db') };
  const places = toPlaces({ root: path.resolve('.'), version: '1', variables });
  const { container } = makeContainer(withNormalTexts(makeSqliteStore(db)), places, { root: places.root, version: '1', variables });
  setContainer(container);
  const logged: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  const failures: Failure[] = [];
  try {
    for (const { route, params, query } of requests) {
      const address = toAddress(route.endpoint, params, query);
      const isList = !/\[/u.test(route.endpoint.path);
      const response = await route.answer(new Request(address), params);
      const text = await readAll(response);
      if (odd.length === 0 && response.status === 400) refused.add(address);
      if (refused.has(address)) continue;
      const isFine = (response.status < 300 && !text.startsWith('the stream failed')) || [404, ...(isList ? [] : [422])].includes(response.status);
      if (!isFine) failures.push(`${address} ${response.status} ${text.slice(0, 300)}\n  ${logged.splice(0).join('\n  ').slice(0, 1500)}`);
    }
  } finally {
    write.mockRestore();
    await container.close();
  }
  return failures;
};

describe('an archive of odd values', () => {
  it('asks what there is', async () => {
    const began = performance.now();
    expect(await findFailures([])).toEqual([]);
    process.stdout.write(`${requests.length} requests ${performance.now() - began}\n`);
  });

  it('answers', { timeout: 6_000_000 }, async () => {
    const only = process.env['ONLY'];
    const size = Number(process.env['SIZE'] ?? 10);
    const seen = new Set<string>();
    const chosen = columns.filter((column) => !only || new RegExp(only, 'u').test(`${column.table}.${column.name}`)).map((column) => ({ column, shift: 0, at: Math.sin(column.name.length * 7919 + column.table.length * 31 + column.name.charCodeAt(0)) })).sort((a, b) => a.at - b.at);
    for (const shift of (process.env['SHIFTS'] ?? '0,7').split(',').map(Number)) {
      for (let from = 0; from < chosen.length; from += size) {
        const part = chosen.slice(from, from + size).map(({ column }) => ({ column, shift }));
        const began = performance.now();
        const failures = await findFailures(part);
        process.stdout.write(`--- ${shift} ${part.map(({ column }) => `${column.table}.${column.name}`).join(' ')} ${Math.round(performance.now() - began)} ms\n`);
        for (const one of failures) {
          const key = /error":"(.{0,400})/u.exec(one)?.[1]?.replaceAll(/\d+/gu, 'N').slice(0, 130) ?? one.slice(0, 200);
          if (seen.has(key)) continue;
          seen.add(key);
          const [, error = '', stack = ''] = /"error":"((?:[^"\\]|\\.)*)"(?:,"stack":"((?:[^"\\]|\\.)*))?/u.exec(one) ?? [];
          const where = stack.split('\\n').filter((line) => / at .*numbers\/lib\//u.test(line)).slice(0, 3).map((line) => line.replace(/.*numbers\//u, '').trim()).join(' < ');
          process.stdout.write(`=== ${one.slice(0, 110)}\n      ${error.replaceAll(/\\n\s*/gu, ' ').replaceAll('\\"', "'").slice(0, 260)}\n      ${where}\n`);
          continue;
          // eslint-disable-next-line
          const unused = /error":"(.{0,100}).*?stack":"(.{0,400})/u.exec(one)?.slice(1).join(' ') ?? one.slice(0, 200);
          if (seen.has(key)) continue;
          seen.add(key);
          process.stdout.write(`=== ${one}\n`);
        }
      }
    }
    expect(seen.size).toBe(0);
  });
});
