import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, readdir, readlink } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import readline from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contracts, type Endpoint } from '../lib/contracts/index.ts';
import { ask, folderOf, isBuilt, start, until, useServers } from './__fixtures__/built-server.ts';

useServers();

const endpoints = Object.values(contracts).flatMap((group) => Object.values<Endpoint>(group));
const token = 'a-token-of-many-letters';

let next: ChildProcess | null = null;
afterEach(async () => {
  if (next?.exitCode !== null || next.signalCode !== null) return;
  next.kill('SIGKILL');
  await once(next, 'exit');
});

/** `next start` by itself, reachable from everywhere, in another folder. */
const startNext = async (env: Record<string, string>): Promise<string> => {
  next = spawn(process.execPath, [path.resolve('node_modules/next/dist/bin/next'), 'start', path.resolve(), '-H', '0.0.0.0', '-p', '0'], {
    cwd: folderOf(),
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: folderOf(),
      NEXT_TELEMETRY_DISABLED: '1',
      OBSERVATORY_DB: path.join(folderOf(), 'data', 'observatory.db'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (next.stdout)
    for await (const line of readline.createInterface({ input: next.stdout })) {
      const [, port] = /:(\d+)\s*$/u.exec(line) ?? [];
      if (port) return `http://127.0.0.1:${port}`;
    }
  throw new Error('Next.js ended before it listened.');
};

/** Sends a body of some length and reads the answer; `sent` bytes at least, then the connection is cut. */
const send = (url: string, bytes: number, cutAfter = Infinity) =>
  new Promise<number | null>((resolve) => {
    const request = http.request(url, { method: 'POST', headers: { 'content-length': bytes }, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? null));
    });
    request.on('error', () => resolve(null));
    const chunk = Buffer.alloc(1024 * 1024, 'no trajectory\n');
    const write = (sent: number): void => {
      if (sent >= cutAfter) request.destroy();
      else if (sent >= bytes) request.end();
      else if (request.write(chunk)) setImmediate(write, sent + chunk.length);
      else request.once('drain', () => write(sent + chunk.length));
    };
    write(0);
  });

const peakMemory = async (pid: number | undefined): Promise<number> => {
  const [, kilobytes] = /VmHWM:\s+(\d+)/u.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
};

describe.skipIf(!isBuilt)('the routes of Next.js', () => {
  it('answer each endpoint of the contract, and nothing else below /api', async () => {
    const manifest = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync('.next/app-path-routes-manifest.json', 'utf8')));
    const built = Object.entries(manifest).filter(([file]) => file.endsWith('/route') && file.startsWith('/api'));
    const subjects = new Set(endpoints.map(({ path: place }) => place.split('/')[2]));
    expect(built.map(([, route]) => route).sort()).toEqual(
      ['', ...[...subjects].map((name) => `/${name}`)].map((name) => `/api${name}/[[...path]]`).sort(),
    );
    const { url } = await start();
    for (const { method, path: place } of endpoints) {
      const { status, headers, text } = await ask(`${url}${place.replaceAll(/\[\w+\]/gu, '1')}?zz=1`, { method });
      expect([status, headers['content-type'], Number(headers['content-length'])], `${method} ${place}: ${text}`).toEqual([
        400,
        expect.stringMatching(/^application\/(?:problem\+)?json; charset=utf-8$/u),
        Buffer.byteLength(text),
      ]);
      expect(text).toContain('query.zz');
    }
  });

  it('answer odd requests', async () => {
    const { url } = await start();
    const statuses = async (method: string, ...places: string[]) =>
      Promise.all(places.map(async (place) => (await ask(`${url}${place}`, { method })).status));
    expect(
      await statuses('GET', '/api/health/', '/api/sessions?', '/api/nothing', '/api', '/api/', '/apis', '/api/searches/a%2Fb'),
    ).toEqual([200, 200, 404, 404, 404, 404, 405]);
    expect(await statuses('HEAD', '/api/health', '/api/nothing')).toEqual([200, 404]);
    expect(await statuses('OPTIONS', '/api/health', '/api/nothing')).toEqual([204, 404]);
    expect(await statuses('GET', '/api/%ff', '/api/a%00b')).toEqual([400, 404]);
    expect((await ask(`${url}/api/search`, { method: 'DELETE' })).headers.allow).toBe('GET, HEAD, OPTIONS');
    const marked = await ask(`${url}/api/health`, { headers: { 'x-observatory-checked': 'mine' } });
    expect(marked.status).toBe(200);
  });

  it('take an upload of 1 GB as a stream, and free what a cut one sent', async () => {
    const { url, child } = await start();
    await ask(`${url}/api/health`);
    const before = await peakMemory(child.pid);
    expect(await send(`${url}/api/imports?name=large.txt`, 1024 ** 3)).toBe(201);
    if (process.platform === 'linux') expect((await peakMemory(child.pid)) - before).toBeLessThan(120);
    const spool = path.join(folderOf(), 'data', 'spool');
    expect(await send(`${url}/api/imports?name=cut.txt`, 64 * 1024 ** 2, 8 * 1024 ** 2)).toBe(null);
    await until(async () => (await readdir(spool)).length === 0, 10_000);
    expect((await ask(`${url}/api/health`)).status).toBe(200);
  }, 120_000);

  it('close event streams that were dropped', async () => {
    const { url, child } = await start();
    const count = async () => {
      const handles = await readdir(`/proc/${child.pid}/fd`);
      const targets = await Promise.all(handles.map((handle) => readlink(`/proc/${child.pid}/fd/${handle}`).catch(() => '')));
      return targets.filter((target) => target.startsWith('socket:')).length;
    };
    const streams = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const request = http.get(`${url}/api/events`, { agent: false });
        await once(request, 'response');
        return request;
      }),
    );
    const opened = await count();
    for (const request of streams) request.destroy();
    await until(async () => (await count()) <= opened - streams.length, 10_000);
  });

  it('answer nothing in Next.js alone without a token, from the first request on', async () => {
    const url = await startNext({});
    for (let at = 0; at < 20; at += 1)
      for (const place of ['/', '/sessions', '/api/health', '/api/sessions', '/nowhere'])
        expect([place, (await ask(`${url}${place}`)).status]).toEqual([place, expect.toSatisfy((status: number) => status >= 500)]);
    const { status, text } = await ask(`${url}/api/health`, { headers: { 'x-observatory-checked': 'undefined' } });
    expect([status, text]).toEqual([503, expect.stringContaining('npm start')]);
    expect((await ask(`${url}/sessions`)).status).toBe(503);
  });

  it('ask for the token in Next.js alone, and check host and origin', async () => {
    const url = await startNext({ OBSERVATORY_TOKEN: token });
    const authorization = `Bearer ${token}`;
    await until(async () => (await ask(`${url}/api/health`, { headers: { authorization } })).status === 200, 20_000);
    expect((await ask(`${url}/sessions`)).status).toBe(401);
    expect((await ask(`${url}/api/sessions`)).status).toBe(401);
    expect((await ask(`${url}/api/health`, { headers: { authorization, host: 'evil.example' } })).status).toBe(403);
    expect((await ask(`${url}/api/imports`, { method: 'POST', headers: { authorization, origin: 'http://evil.example' } })).status).toBe(
      403,
    );
    expect((await ask(`${url}/sessions`, { headers: { authorization } })).text).toContain('Trajectory Observatory');
    expect((await ask(`${url}/api/imports`, { method: 'POST', headers: { authorization } })).status).toBe(201);
  });
});
