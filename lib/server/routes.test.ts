import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contracts, type Endpoint } from '../contracts/index.ts';
import { computeOpenApi } from './openapi.ts';

const folder = path.resolve('app/api');

const listRoutes = async (): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true });
  // That of all other paths is no endpoint.
  const files = names.filter((name) => name.endsWith('route.ts') && !name.startsWith('[[...path]]'));
  const routes = await Promise.all(
    files.map(async (name) => {
      const source = await readFile(path.join(folder, name), 'utf8');
      const methods = [...source.matchAll(/^export const (GET|POST|PUT|DELETE|PATCH) =/gm)].map(([, method]) => method);
      return methods.map((method) => `${method} /api/${path.dirname(name).split(path.sep).join('/')}`);
    }),
  );
  return routes.flat().sort();
};

const endpoints = Object.values(contracts).flatMap((group) => Object.values<Endpoint>(group));

describe('the table of endpoints', () => {
  it('has a route for every endpoint, and an endpoint for every route', async () => {
    expect(await listRoutes()).toEqual(endpoints.map(({ method, path: place }) => `${method} ${place}`).sort());
  });

  it('is told as OpenAPI, instants as text', () => {
    const document = computeOpenApi('1.2.3');
    expect(Object.keys(document.paths as object)).toContain('/api/sessions/{id}/records/{recordId}');
    expect(JSON.stringify(document)).toContain('"format":"date-time"');
    expect(JSON.stringify(document)).not.toContain('$schema');
  });
});
