import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, stat } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ask, folderOf, isBuilt, spawnServer, start, useServers } from './__fixtures__/built-server.ts';

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

  it('answers its API whatever Next.js would make of the headers, and logs none of them', async () => {
    const { url, child } = await start();
    let logged = '';
    child.stderr?.on('data', (chunk: Buffer) => (logged += chunk.toString()));
    const headers = { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Action': '\u009b31mforeign' };
    expect((await ask(`${url}/api/health`, { headers })).status).toBe(200);
    expect((await ask(`${url}/api/imports`, { method: 'POST', headers })).status).toBe(201);
    const page = await ask(`${url}/sessions`, { method: 'POST', headers });
    expect([page.status, page.headers.allow, page.headers['content-type']]).toEqual([
      405,
      'GET, HEAD',
      'application/problem+json; charset=utf-8',
    ]);
    expect(logged).not.toContain('foreign');
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
    const nowhere = await fetch(`${url}/api/session/none`, { method: 'POST' });
    expect([nowhere.status, await nowhere.json()]).toMatchObject([
      404,
      { code: 'not_found', detail: 'There is no endpoint POST /api/session/none. GET /api/openapi.json lists all.' },
    ]);
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

  // Only root can become somebody else.
  it.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')('answers nobody but its own user', async () => {
    const { url } = await start();
    const script = `fetch('${url}/api/sessions').then(async (r) => console.log(r.status, (await r.json()).detail))`;
    const asNobody = spawnSync(process.execPath, ['-e', script], {
      uid: 65_534,
      gid: 65_534,
      cwd: '/',
      encoding: 'utf8',
      env: { NODE_ENV: 'test' },
    });
    expect(asNobody.stdout).toMatch(/^403 This server only answers to the user who runs it/u);
    expect((await fetch(`${url}/api/sessions`)).status).toBe(200);
  });

  it('keeps its files private, and takes what others may do with older ones away', async () => {
    const first = await start();
    const data = path.join(folderOf(), 'data');
    const database = path.join(data, 'observatory.db');
    const listOpen = async () => {
      const names = await readdir(data);
      const modes = await Promise.all(names.map(async (name) => (await stat(path.join(data, name))).mode & 0o077));
      return names.filter((_, at) => modes[at] !== 0);
    };
    expect([await listOpen(), (await stat(data)).mode & 0o777]).toEqual([[], 0o700]);
    first.child.kill('SIGTERM');
    await first.exited;
    await chmod(database, 0o644);
    const second = spawnServer([], {});
    const [line] = (await once(second.stderr.setEncoding('utf8'), 'data')) as [string];
    expect(JSON.parse(line)).toMatchObject({ event: expect.stringContaining('only you can') as string, paths: [database] });
    expect(await listOpen()).toEqual([]);
  });

  it('names a port that browsers refuse, and serves it nevertheless', async () => {
    const server = spawnServer([], { PORT: '6668' });
    const [warning] = (await once(server.stderr.setEncoding('utf8'), 'data')) as [string];
    expect(warning).toContain(
      'Browsers refuse to open port 6668: they block it for every address. Choose another one with --port or PORT, such as 4317.',
    );
    expect((await ask('http://127.0.0.1:6668/api/health')).status).toBe(200);
  });

  it('closes requests that do not go on, and answers those that want another protocol', async () => {
    const { url } = await start();
    const { port } = new URL(url);
    await fetch(`${url}/api/health`);
    const ended = await Promise.all(
      ['', 'GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: '].map(async (text) => {
        const socket = net.connect(Number(port), '127.0.0.1').resume();
        socket.write(text);
        return Promise.race([once(socket, 'close').then(() => 'closed'), setTimeout(16_000, 'open')]);
      }),
    );
    expect(ended).toEqual(['closed', 'closed']);
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'a', 'sec-websocket-version': '13' };
    const asked = await Promise.all(Array.from({ length: 50 }, () => ask(`${url}/nowhere`, { headers: upgrade })));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([404]));
    expect((await ask(`${url}/_next/hmr`, { headers: { ...upgrade, host: 'evil.example' } })).status).toBe(403);
  }, 40_000);
});
