import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '../contracts/endpoint.ts';
import { AppError, errorCodes } from '../domain/errors.ts';
import { instant } from '../domain/instant.ts';
import { toExitCode, toProblem } from './problem.ts';
import { toRoute } from './route.ts';

const endpoint = defineEndpoint({
  method: 'POST',
  path: '/api/things/[id]',
  summary: 'A thing',
  params: z.object({ id: z.string() }),
  query: z.object({ limit: z.coerce.number().int().max(9).default(5) }),
  body: z.object({ name: z.string() }),
  response: z.object({ atMs: instant, told: z.string() }),
});

const call = (query: string, body: string, handle: Parameters<typeof toRoute<typeof endpoint>>[1]) =>
  toRoute(endpoint, handle)(new Request(`http://localhost/api/things/7${query}`, { method: 'POST', body }), {
    params: Promise.resolve({ id: '7' }),
  });

const tell: Parameters<typeof call>[2] = async ({ params, query, body }) => ({ atMs: 0, told: `${params.id} ${query.limit} ${body.name}` });

describe('toRoute', () => {
  it('decodes what comes in and encodes what goes out', async () => {
    const response = await call('?limit=3', '{"name":"a"}', tell);
    expect([response.status, await response.json()]).toEqual([200, { atMs: '1970-01-01T00:00:00.000Z', told: '7 3 a' }]);
  });

  it.each([
    ['?limit=10', '{"name":"a"}', 'query.limit'],
    ['', '{}', 'body.name'],
    ['', '{', 'not JSON'],
  ])('refuses %s %s', async (query, body, told) => {
    const response = await call(query, body, tell);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await response.json()).toMatchObject({ status: 400, code: 'invalid_input', detail: expect.stringContaining(told) });
  });

  it('refuses a body over its limit', async () => {
    const response = await call('', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), tell);
    expect(response.status).toBe(413);
  });

  it('hides the message of an unexpected error and logs it', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const response = await call('', '{"name":"a"}', async () => Promise.reject(new Error('secret')));
    const text = await response.text();
    const logged = String(write.mock.calls[0]?.[0]);
    write.mockRestore();
    expect([response.status, text.includes('secret')]).toEqual([500, false]);
    expect(JSON.parse(logged)).toMatchObject({ level: 'error', error: 'secret', requestId: response.headers.get('x-request-id') });
  });
});

describe('toProblem', () => {
  it('knows every code, also of an error that another bundle made', () => {
    for (const code of errorCodes) {
      const foreign = Object.assign(new Error('told'), { name: 'AppError', code });
      expect(toProblem(foreign, 'r')).toEqual({ ...toProblem(new AppError(code, 'told'), 'r'), code });
      expect([1, 2]).toContain(toExitCode(foreign));
    }
  });
});
