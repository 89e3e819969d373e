import { afterEach, expect, it, vi } from 'vitest';
import { callEndpoint, toEndpointUrl } from './call-endpoint.ts';
import { ClientError, printErrorDetails } from './client-error.ts';
import { holdSchemas } from './schema-hold.ts';

const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })));
};
const failure = (promise: Promise<unknown>): Promise<ClientError> =>
  promise.then(
    () => Promise.reject(new Error('should have failed')),
    (error: unknown) => (error instanceof ClientError ? error : Promise.reject(new Error('not a ClientError'))),
  );

afterEach(() => vi.unstubAllGlobals());

it('writes the address, encoded, without empty values', () => {
  expect(toEndpointUrl('GET /api/sessions/[id]/rows', { params: { id: 'a/b' }, query: { fromTurn: 3 } })).toBe(
    '/api/sessions/a%2Fb/rows?fromTurn=3',
  );
  expect(toEndpointUrl('GET /api/sessions', { query: { q: 'a b', project: undefined, hasErrors: 'true' } })).toBe(
    '/api/sessions?q=a+b&hasErrors=true',
  );
  expect(() => toEndpointUrl('GET /api/sessions/[id]', {})).toThrow('needs id');
});

it('reads instants as epoch milliseconds', async () => {
  answer({
    watched: [{ path: '/x', addedAt: '1970-01-01T00:00:01Z', fromCommandLine: false, problem: null, isPartial: false }],
    found: [],
  });
  const { watched } = await callEndpoint('GET /api/watched');
  expect(watched[0]?.addedAtMs).toBe(1_000);
});

it('throws what the server says', async () => {
  answer({ title: 'Not found', detail: 'There is no session x.', code: 'not_found', requestId: 'r1' }, 404);
  const error = await failure(callEndpoint('GET /api/sessions/[id]', { params: { id: 'x' } }));
  expect([error.status, error.code, error.message, error.transient]).toEqual([404, 'not_found', 'There is no session x.', false]);
  expect(printErrorDetails(error)).toBe('404 not_found, request r1');
});

it('knows when to ask a busy server again, unless part of the change was made', async () => {
  answer({ code: 'store_busy' }, 503, { 'retry-after': '2' });
  expect(await failure(callEndpoint('GET /api/observers'))).toMatchObject({ isBusy: true, transient: true, retryAfterMs: 2_000 });
  answer({ code: 'store_busy', changeId: 'c' }, 503);
  expect(await failure(callEndpoint('GET /api/observers'))).toMatchObject({ isBusy: false, transient: false });
});

it('names an answer that it cannot read, and a server that is gone', async () => {
  answer('<html>', 502, { 'x-request-id': 'r2' });
  expect((await failure(callEndpoint('GET /api/health'))).code).toBe('http_502');
  answer('<html>');
  expect((await failure(callEndpoint('GET /api/health'))).code).toBe('bad_response');
  answer({ status: 'ok' });
  expect((await failure(callEndpoint('GET /api/health'))).message).toMatch(/unexpected shape \(version/);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  expect((await failure(callEndpoint('GET /api/health'))).code).toBe('network');
});

it('reads no answer while schemas are held for what is drawn first', async () => {
  answer({ status: 502 }, 502);
  const release = holdSchemas();
  const read = vi.fn();
  const reading = failure(callEndpoint('GET /api/health')).then(read);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(read).not.toHaveBeenCalled();
  release();
  await reading;
  expect(read).toHaveBeenCalledOnce();
});
