import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contracts, type Endpoint } from '../lib/contracts/index.ts';
import { computeOpenApi } from '../lib/server/openapi.ts';
import { makeRouter } from './router.ts';

const router = makeRouter(async (_, response) => void response.end('a page'));
const server = http.createServer((request, response) => void router(request, response));
let url: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** The server has no services: an endpoint that is found says that it is not running. */
const ask = async (method: string, place: string) => {
  const response = await fetch(`${url}${place}`, { method, ...(['POST', 'PUT'].includes(method) && { body: '{}' }) });
  return { status: response.status, allow: response.headers.get('allow'), text: await response.text() };
};

describe('the router', () => {
  it('finds every endpoint under its path, names before parameters', async () => {
    const endpoints = Object.values(contracts).flatMap((group) => Object.values<Endpoint>(group));
    for (const { method, path, query } of endpoints) {
      const { status, text } = await ask(method, `${path.replaceAll(/\[\w+\]/gu, '1')}?zz=1`);
      const names = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
      const valid = names.length === 0 ? 'Nothing is expected there.' : `Valid: ${names.join(', ')}.`;
      expect([status, text], `${method} ${path}`).toEqual([400, expect.stringContaining(valid)]);
    }
  });

  it('answers other methods, other paths, and slashes at the end', async () => {
    expect(await ask('DELETE', '/api/search')).toMatchObject({ status: 405, allow: 'GET, HEAD, OPTIONS' });
    expect(await ask('GET', '/api/nothing')).toMatchObject({ status: 404, text: expect.stringContaining('/api/nothing') });
    expect(await ask('GET', '/api')).toMatchObject({ status: 404 });
    expect((await ask('GET', '/api/search/?zz=1')).text).toContain('Valid: q');
  });

  it('answers HEAD as GET without a body, decodes parameters, and refuses what is no address', async () => {
    const { status } = await ask('GET', '/api/openapi.json');
    expect(await ask('HEAD', '/api/openapi.json')).toMatchObject({ status, text: '' });
    expect(await ask('OPTIONS', '/api/search')).toMatchObject({ status: 204, allow: 'GET, HEAD, OPTIONS' });
    expect((await ask('PUT', '/api/searches/a%2Fb')).text).toContain('path.id');
    const raw = http.request({ port: new URL(url).port, host: '127.0.0.1', path: '/api/a\\b' }).end();
    const [response] = (await once(raw, 'response')) as [http.IncomingMessage];
    expect([response.statusCode, await json(response)]).toMatchObject([400, { code: 'invalid_input' }]);
  });

  it('leaves all else to the pages', async () => {
    for (const place of ['/', '/sessions', '/apis', '/sessions/api'])
      expect(await ask('GET', place)).toMatchObject({ status: 200, text: 'a page' });
  });

  it('is described as OpenAPI, with instants as text', () => {
    const document = computeOpenApi('1.2.3');
    expect(Object.keys(document.paths as object)).toContain('/api/sessions/{id}/records/{recordId}');
    expect(JSON.stringify(document)).toContain('"format":"date-time"');
    expect(JSON.stringify(document)).not.toContain('$schema');
  });
});
