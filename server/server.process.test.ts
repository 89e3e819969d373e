import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ask, isBuilt, spawnServer, start, useServers } from './__fixtures__/built-server.ts';

useServers();

describe.skipIf(!isBuilt)('the built server', () => {
  it('answers only to its own host and refuses writes from other pages', async () => {
    const { url } = await start();
    const foreign = await ask(`${url}/api/health`, { headers: { host: 'evil.example' } });
    expect([foreign.status, foreign.headers['content-type']]).toEqual([403, 'application/problem+json; charset=utf-8']);
    expect((await ask(`${url}/api/imports`, { method: 'POST', headers: { origin: 'http://evil.example' } })).status).toBe(403);
    expect((await ask(`${url}/api/imports`, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await ask(`${url}/api/imports`, { method: 'POST', headers: { origin: url } })).status).toBe(201);
    const { port } = new URL(url);
    expect((await ask(`${url}/api/health`, { headers: { host: `localhost:${port}` } })).status).toBe(200);
  });

  it('gives every page a nonce of its own and every script that nonce', async () => {
    const { url } = await start();
    const nonces = [];
    for (const page of [await ask(`${url}/sessions`), await ask(`${url}/sessions`)]) {
      const nonce = /script-src 'self' 'nonce-([^']+)' 'strict-dynamic'/.exec(String(page.headers['content-security-policy']))?.[1];
      const scripts = page.text.match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      expect([page.headers['x-content-type-options'], page.headers['referrer-policy'], page.headers['x-powered-by']]).toEqual([
        'nosniff',
        'no-referrer',
        undefined,
      ]);
      nonces.push(nonce);
    }
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('lives through wrong requests and says what is wrong', async () => {
    const { url } = await start();
    const missing = await fetch(`${url}/api/sessions/none`);
    expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'not_found' }]);
    const wrong = await fetch(`${url}/api/sessions?limit=many`);
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'invalid_input' }]);
    expect((await fetch(`${url}/api/watched`, { method: 'PUT', body: '{' })).status).toBe(400);
    expect((await ask(`${url}/api/imports?name=x`, { method: 'POST', headers: { 'content-length': String(5 * 1024 ** 3) } })).status).toBe(
      413,
    );
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  it('needs a token off loopback and lets a browser in by a link', async () => {
    const refused = spawnServer([], { HOST: '0.0.0.0' });
    expect(await once(refused, 'exit')).toEqual([2, null]);
    const { url } = await start([], { HOST: '0.0.0.0', OBSERVATORY_TOKEN: 'a-token-of-many-letters' });
    const local = `http://127.0.0.1:${new URL(url).port}`;
    expect((await ask(`${local}/api/health`)).status).toBe(401);
    expect((await ask(`${local}/api/health`, { headers: { authorization: 'Bearer a-token-of-many-letters' } })).status).toBe(200);
    const link = await ask(`${local}/sessions?token=a-token-of-many-letters`);
    expect([link.status, link.headers.location]).toEqual([303, '/sessions']);
    const [cookie] = link.headers['set-cookie'] ?? [];
    expect(cookie).not.toContain('a-token-of-many-letters');
    expect((await ask(`${local}/api/health`, { headers: { cookie: cookie?.split(';')[0] ?? '' } })).status).toBe(200);
  });
});
