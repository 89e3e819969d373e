import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contracts, type Endpoint } from '../contracts/index.ts';
import { handlersOf, type Segment } from './api.ts';
import { lengthHeader, markChecked, startChecking } from './own-headers.ts';
import { computeOpenApi } from './openapi.ts';

const endpoints = Object.values(contracts).flatMap((group) => Object.values<Endpoint>(group));
const toSegment = (place: string) => place.split(/[/?]/u)[2] as Segment;
const known = new Set(endpoints.map(({ path: place }) => toSegment(place)));

const headers: Record<string, string> = {};
beforeAll(() => {
  startChecking();
  markChecked(headers);
});

/** There are no services: an endpoint that is found says that the server is not running. */
const ask = async (method: keyof ReturnType<typeof handlersOf>, place: string, given: Record<string, string> = headers) => {
  const segment = toSegment(place);
  const body = ['POST', 'PUT'].includes(method) ? '{}' : undefined;
  const handlers = handlersOf(known.has(segment) ? segment : null);
  const response = await handlers[method](new Request(`http://127.0.0.1${place}`, { method, body, headers: given }));
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('the API', () => {
  it('has a folder below app/api for each subject of the contract, and no other', () => {
    const folders = readdirSync('app/api').filter((name) => !name.startsWith('[['));
    expect(folders.sort()).toEqual([...known].sort());
    for (const name of [...folders, '']) expect(existsSync(path.join('app/api', name, '[[...path]]/route.ts'))).toBe(true);
  });

  it('finds every endpoint under its path, names before parameters', async () => {
    for (const { method, path: place, query } of endpoints) {
      const { status, text } = await ask(method, `${place.replaceAll(/\[\w+\]/gu, '1')}?zz=1`);
      const names = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
      const valid = names.length === 0 ? 'Nothing is expected there.' : `Valid: ${names.join(', ')}.`;
      expect([status, text], `${method} ${place}`).toEqual([400, expect.stringContaining(valid)]);
    }
  });

  it('answers other methods, other paths, and slashes at the end', async () => {
    const refused = await ask('DELETE', '/api/search');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await ask('GET', '/api/nothing')).toMatchObject({ status: 404, text: expect.stringContaining('/api/nothing') });
    expect(await ask('GET', '/api')).toMatchObject({ status: 404 });
    expect((await ask('GET', '/api/search/?zz=1')).text).toContain('Valid: q');
  });

  it('names the values that a list in a query may hold, instead of calling a wrong one missing', async () => {
    const { text } = await ask('GET', '/api/observations?state=foo');
    expect(text).toContain('query.state.0: must be ');
  });

  it('answers OPTIONS, decodes parameters, and names the length of JSON', async () => {
    const options = await ask('OPTIONS', '/api/search');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const { text, headers: answered } = await ask('PUT', '/api/searches/a%2Fb');
    expect(text).toContain('path.id');
    expect(answered.get(lengthHeader)).toBe(String(Buffer.byteLength(text)));
  });

  it('answers no request that the process has not checked', async () => {
    const unchecked: Record<string, string>[] = [{}, { 'x-observatory-checked': '' }, { 'x-observatory-checked': 'undefined' }];
    for (const given of unchecked)
      for (const place of ['/api/health', '/api/nothing'])
        expect(await ask('GET', place, given)).toMatchObject({ status: 503, text: expect.stringContaining('"unavailable"') });
  });

  it('is described as OpenAPI, with instants as text', () => {
    const document = computeOpenApi('1.2.3');
    expect(Object.keys(document.paths as object)).toContain('/api/sessions/{id}/records/{recordId}');
    expect(JSON.stringify(document)).toContain('"format":"date-time"');
    expect(JSON.stringify(document)).not.toContain('$schema');
  });
});
