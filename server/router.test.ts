import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  const response = await fetch(`${url}${place}`, { method, ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }) });
  return { status: response.status, allow: response.headers.get('allow'), text: await response.text() };
};

describe('the router', () => {
  it('finds every endpoint under its path, names before parameters', async () => {
    const endpoints = Object.values(contracts).flatMap((group) => Object.values<Endpoint>(group));
    for (const { method, path } of endpoints) {
      const { status, text } = await ask(method, path.replaceAll(/\[\w+\]/gu, '1'));
      expect([status, text], `${method} ${path}`).not.toEqual([404, expect.stringContaining('There is no endpoint')]);
      expect(status, `${method} ${path}`).not.toBe(405);
    }
    expect((await ask('GET', '/api/sessions/facets?zz=1')).text).toContain('Valid: hidesDemo');
    expect((await ask('GET', '/api/sessions/other?zz=1')).text).toContain('Nothing is expected there');
  });

  it('answers other methods, other paths, and slashes at the end', async () => {
    expect(await ask('DELETE', '/api/search')).toMatchObject({ status: 405, allow: 'GET, HEAD, OPTIONS' });
    expect(await ask('GET', '/api/nothing')).toMatchObject({ status: 404, text: expect.stringContaining('/api/nothing') });
    expect(await ask('GET', '/api')).toMatchObject({ status: 404 });
    expect((await ask('GET', '/api/search/?zz=1')).text).toContain('Valid: q');
  });

  it('leaves all else to the pages', async () => {
    for (const place of ['/', '/sessions', '/apis', '/sessions/api'])
      expect(await ask('GET', place)).toMatchObject({ status: 200, text: 'a page' });
  });

  it('is told as OpenAPI, instants as text', () => {
    const document = computeOpenApi('1.2.3');
    expect(Object.keys(document.paths as object)).toContain('/api/sessions/{id}/records/{recordId}');
    expect(JSON.stringify(document)).toContain('"format":"date-time"');
    expect(JSON.stringify(document)).not.toContain('$schema');
  });
});
