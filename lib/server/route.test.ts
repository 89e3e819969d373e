import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '../contracts/endpoint.ts';
import { toClientError } from '../client/read-answer.ts';
import { AppError, errorCodes } from '../domain/errors.ts';
import { instant } from '../domain/instant.ts';
import { toExitCode, toProblem } from './problem.ts';
import { redact, redacted, redactValue, type Redacted } from '../redaction/redact.ts';
import { answerMethod, answerMissing, toFileRoute, toLinesRoute, toRoute, toToolRoute } from './route.ts';

const endpoint = defineEndpoint({
  method: 'POST',
  path: '/api/things/[id]',
  summary: 'A thing',
  params: z.object({ id: z.string() }),
  query: z.object({ limit: z.coerce.number().int().min(0).max(9).default(5), page: z.coerce.number().gt(0).max(2.5).optional() }),
  body: z.object({ name: z.string(), top_k: z.int().min(0).max(20).nullish() }),
  response: z.object({ atMs: instant, reported: z.string() }),
});

const call = (query: string, body: string, handle: Parameters<typeof toRoute<typeof endpoint>>[1]) =>
  toRoute(endpoint, handle).answer(new Request(`http://localhost/api/things/7${query}`, { method: 'POST', body }), { id: '7' });

const report: Parameters<typeof call>[2] = async ({ params, query, body }) => ({
  atMs: 0,
  reported: `${params.id} ${query.limit} ${body.name}`,
});

describe('toRoute', () => {
  it('decodes what comes in and encodes what goes out', async () => {
    const response = await call('?limit=3', '{"name":"a"}', report);
    expect([response.status, await response.json()]).toEqual([200, { atMs: '1970-01-01T00:00:00.000Z', reported: '7 3 a' }]);
  });

  it('hands on no NUL and no lone surrogate', async () => {
    const named = { ...endpoint, query: z.object({ name: z.string() }) };
    const reported: unknown[] = [];
    const route = toRoute(named, ({ params, query, body }) => {
      reported.push(params.id, query.name, body.name);
      return Promise.resolve({ atMs: 0, reported: '' });
    });
    const request = new Request('http://localhost/api/things/7?name=a%00b', { method: 'POST', body: '{"name":"\\u0000\\ud800"}' });
    await route.answer(request, { id: '7\0' });
    expect(reported).toEqual(['7\ufffd', 'a\ufffdb', '\ufffd\ufffd']);
  });

  it.each([
    ['?limit=10', '{"name":"a"}', 'query.limit'],
    ['', '{}', 'body.name'],
    ['', '{', 'not valid JSON'],
    ['', `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'more than 110 levels deep'],
    ['?limti=3', '{"name":"a"}', 'query.limti: unknown. Did you mean limit? Valid: limit, page.'],
    ['?limti=3&limit=4', '{"name":"a"}', 'query.limti: unknown. Valid: limit, page.'],
    ['?limit=abc', '{"name":"a"}', 'query.limit: must be a whole number from 0 to 9, not "abc".'],
    ['?limit=1.5&page=0', '{"name":"a"}', 'not "1.5"; query.page: must be a number above 0, 2.5 at most, not "0".'],
    ['', '{}', 'body.name: is required.'],
    ['', '{"name":"a","topK":3}', 'body.topK: unknown. Did you mean top_k? Valid: name, top_k.'],
    ['', '{"name":"a","bogus":3,"top_k":"3"}', 'body.bogus: unknown. Valid: name, top_k.'],
    ['', '{"name":"a","top_k":"3"}', 'body.top_k: must be a whole number from 0 to 20, not "3".'],
    ['', '{"name":"a","top_k":[1.5]}', 'not a list.'],
  ])('refuses %s %s', async (query, body, reported) => {
    const response = await call(query, body, report);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await response.json()).toMatchObject({ status: 400, code: 'invalid_input', detail: expect.stringContaining(reported) });
  });

  it('refuses a body of too many lists before it is read', async () => {
    const response = await call('', `{"name":[${'[],'.repeat(150_000)}1]}`, report);
    expect([response.status, await response.json()]).toMatchObject([413, { detail: expect.stringContaining('lists and objects') }]);
  });

  it('takes a deep body where an endpoint does', async () => {
    const deep = { ...endpoint, body: z.object({ name: z.unknown() }), anyDepth: true };
    const body = `{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    const route = toRoute(deep, async ({ body: { name } }) => ({ atMs: 0, reported: String(Array.isArray(name)) }));
    const response = await route.answer(new Request('http://localhost/api/things/7', { method: 'POST', body }), { id: '7' });
    expect(await response.json()).toMatchObject({ reported: 'true' });
  });

  it('refuses a body over its limit', async () => {
    const response = await call('', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), report);
    expect(response.status).toBe(413);
  });

  it('answers a path that no endpoint has with its name, and where the endpoints are', async () => {
    const response = await answerMissing(new Request('http://localhost/api/nope?x=1', { method: 'PUT' }));
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(await response.json()).toMatchObject({
      code: 'not_found',
      detail: 'There is no endpoint PUT /api/nope. GET /api/openapi.json lists all.',
    });
  });

  it('answers a method that no endpoint of a path has with those that have one', async () => {
    const answer = (method: string) => answerMethod(new Request('http://localhost/api/things/7', { method }), ['OPTIONS', 'POST']);
    const [refused, asked] = [await answer('PUT'), await answer('OPTIONS')];
    expect([refused.status, refused.headers.get('allow'), await refused.json()]).toMatchObject([
      405,
      'OPTIONS, POST',
      { code: 'method_not_allowed', detail: '/api/things/7 has no method PUT. Use one of: OPTIONS, POST.' },
    ]);
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'OPTIONS, POST']);
  });

  it('hides the message of an unexpected error and logs it', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const response = await call(`?limit=3&page=2#ghp_${'aB3dE5fG7hJ9'.repeat(3)}`, '{"name":"a"}', async () =>
      Promise.reject(new Error('secret')),
    );
    const text = await response.text();
    const logged = String(write.mock.calls[0]?.[0]);
    write.mockRestore();
    expect([response.status, text.includes('secret'), logged.includes('aB3dE')]).toEqual([500, false, false]);
    expect(JSON.parse(logged)).toMatchObject({ level: 'error', error: 'secret', requestId: response.headers.get('x-request-id') });
  });
});

const lines = defineEndpoint({
  method: 'GET',
  path: '/api/lines',
  summary: 'Lines',
  params: z.object({}),
  query: z.object({}),
  body: z.null(),
  response: z.string(),
  transport: 'jsonl',
});
const getLines = (make: () => AsyncIterable<Redacted<string>>) =>
  toLinesRoute(lines, make).answer(new Request('http://localhost/api/lines'), {});

describe('toLinesRoute', () => {
  it('streams lines as they are taken, and ends what makes them when the reader is gone', async () => {
    const made: number[] = [];
    let isEnded = false;
    const response = await getLines(async function* () {
      try {
        for (let at = 0; at < 1_000; at += 1) {
          made.push(at);
          yield redacted`{"at":${at}}\n`;
        }
      } finally {
        isEnded = true;
      }
    });
    expect(response.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"at":0}\n');
    expect(made.length).toBeLessThan(5);
    await reader?.cancel();
    expect(isEnded).toBe(true);
  });

  it('is empty without a line, and a problem where the first one fails', async () => {
    const none = await getLines(async function* () {});
    expect([none.status, await none.text()]).toEqual([200, '']);
    const failing = await getLines(async function* () {
      yield* await Promise.reject<Redacted<string>[]>(new AppError('store_busy', 'Busy.'));
    });
    expect([failing.status, await failing.json()]).toMatchObject([503, { code: 'store_busy' }]);
    expect([failing.headers.get('retry-after'), none.headers.get('retry-after')]).toEqual(['1', null]);
  });
});

describe('toFileRoute', () => {
  it('answers HEAD as GET, with no more read than shows that it would not fail', async () => {
    const seen: string[] = [];
    const head = (make: () => AsyncIterable<Redacted<string>>) => {
      const route = toFileRoute(lines, () => Promise.resolve({ fileName: 'a.db', mediaType: 'text/plain', bytes: 3, parts: make() }));
      return route.answer(new Request('http://localhost/api/lines', { method: 'HEAD' }), {});
    };
    const response = await head(async function* () {
      try {
        yield redact('abc');
        seen.push('all was read');
      } finally {
        seen.push('let go');
      }
    });
    expect([response.status, response.headers.get('x-observatory-length'), response.body]).toEqual([200, '3', null]);
    expect(seen).toEqual(['let go']);
    const failing = await head(async function* () {
      yield* await Promise.reject<Redacted<string>[]>(new AppError('not_found', 'None.'));
    });
    expect(failing.status).toBe(404);
  });
});

describe('toToolRoute', () => {
  const use = (body: string, handle: typeof report) =>
    toToolRoute(endpoint, async (input) => redactValue(await handle(input))).answer(
      new Request('http://localhost/api/things/7', { method: 'POST', body }),
      { id: '7' },
    );

  it('answers what it is told, and errors in the form of the tool', async () => {
    expect(await (await use('{"name":"a"}', report)).json()).toMatchObject({ reported: '7 5 a' });
    const notJson = await use('{', report);
    expect([notJson.status, await notJson.json()]).toEqual([400, { status: 'error', error: 'The body is not valid JSON.' }]);
    const deep = await use(`{"operation":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, report);
    expect([deep.status, await deep.json()]).toEqual([400, { status: 'error', error: expect.stringContaining('levels deep') }]);
    const refused = await use('{"name":"a"}', () => Promise.reject(new AppError('conflict', 'No.', { valid_operations: ['reopen'] })));
    expect([refused.status, await refused.json()]).toEqual([409, { status: 'error', error: 'No.', valid_operations: ['reopen'] }]);
    const odd = `There is no \u001b[31mghp_${'a1B2'.repeat(9)}.`;
    const plain = await use('{"name":"a"}', () => Promise.reject(new AppError('not_found', odd)));
    expect(await plain.json()).toEqual({ status: 'error', error: 'There is no [redacted: github-token].' });
  });
});

describe('a conflict', () => {
  const last = {
    seq: 4,
    changeId: 'c',
    observationId: 'o',
    sessionId: null,
    fingerprint: 'f',
    kind: 'resolve',
    from: 'open',
    to: 'fixed',
    note: null,
    by: 'mira',
    atMs: 0,
    callIndex: null,
    otherId: null,
  } as const;

  it('tells what changed meanwhile beside its message, and the client reads it', async () => {
    const changed = [
      { id: 'o', state: 'fixed', version: 3, last },
      { id: 'p', state: 'open', version: 1, last: null },
    ];
    const response = await call('', '{"name":"a"}', () => Promise.reject(new AppError('conflict', 'It changed.', { changed })));
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      status: 409,
      detail: 'It changed.',
      changed: [{ last: { at: '1970-01-01T00:00:00.000Z' } }, {}],
    });
    expect(toClientError(409, text, null)).toMatchObject({ code: 'conflict', changed });
  });

  it('carries the id that undoes what was changed before a failure, and the client reads it', () => {
    for (const code of ['store_busy', 'internal'] as const) {
      const reported = toProblem(new AppError(code, 'Failed.', { changeId: 'c', changed: 3 }), 'r');
      expect(reported).toMatchObject({ changeId: 'c' });
      expect(reported).not.toHaveProperty('changed');
      expect(toClientError(503, JSON.stringify(reported), null)).toMatchObject({ changeId: 'c', changed: [] });
    }
    expect(toClientError(503, '{}', null).changeId).toBeNull();
  });

  it('without such things, and every other error, tells nothing more', () => {
    for (const error of [new AppError('conflict', 'No.', { state: 'fixed' }), new AppError('not_found', 'No.', { changed: [] })]) {
      expect(toProblem(error, 'r')).not.toHaveProperty('changed');
    }
    expect(toClientError(409, '{"code":"conflict","changed":[{"id":7}]}', null)).toMatchObject({ code: 'conflict', changed: [] });
  });
});

describe('toProblem', () => {
  it('knows every code, also of an error that another bundle made', () => {
    for (const code of errorCodes) {
      const foreign = Object.assign(new Error('told'), { name: 'AppError', code, details: {} });
      expect(toProblem(foreign, 'r')).toEqual({ ...toProblem(new AppError(code, 'told'), 'r'), code });
      expect([1, 2]).toContain(toExitCode(foreign));
    }
  });
});
