import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contracts } from '../lib/contracts/index.ts';
import { importDetail } from '../lib/domain/import.ts';

const built = path.resolve('dist/server.mjs');
const isBuilt = existsSync(built) && existsSync(path.resolve('.next/BUILD_ID'));

let folder: string;
let running: ChildProcess[] = [];

type Server = { url: string; child: ChildProcess; exited: Promise<number | null> };

const spawnServer = (args: string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, [built, ...args], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: folder,
      PORT: '0',
      OBSERVATORY_DB: path.join(folder, 'data', 'observatory.db'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
};

const start = async (args: string[] = [], env: Record<string, string> = {}): Promise<Server> => {
  const child = spawnServer(args, env);
  const exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null));
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const found = /http:\/\/\S+/.exec(line);
    if (found) return { url: found[0], child, exited };
  }
  throw new Error('The server ended before it listened.');
};

/** Like fetch, but with headers that fetch does not let through (Host, Origin). */
const ask = (url: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const request = http.request(url, { method: options.method ?? 'GET', headers: options.headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on('error', reject);
    request.end(options.body);
  });

const makeLine = (session: string, at: number, text = `prompt ${at}`): string =>
  `${JSON.stringify({
    type: 'user',
    uuid: `${session}-${at}`,
    parentUuid: at === 0 ? null : `${session}-${at - 1}`,
    sessionId: session,
    timestamp: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
    cwd: '/project',
    version: '2.0.0',
    isSidechain: false,
    userType: 'external',
    message: { role: 'user', content: text },
  })}\n`;

const makeFile = (session: string, lines: number, text?: string): string =>
  Array.from({ length: lines }, (_, at) => makeLine(session, at, text)).join('');

const upload = async (url: string, name: string, body: string) => {
  const response = await fetch(`${url}/api/imports?name=${encodeURIComponent(name)}`, { method: 'POST', body });
  expect(response.status).toBe(201);
  return importDetail.parse(await response.json());
};

const listSessions = async (url: string) => contracts.sessions.list.response.parse(await (await fetch(`${url}/api/sessions`)).json());

const until = async (isSo: () => Promise<boolean>, withinMs: number) => {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > withinMs) throw new Error(`It did not come about within ${withinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - began;
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-server-'));
});
afterEach(async () => {
  for (const child of running) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  running = [];
  await rm(folder, { recursive: true, force: true });
});

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

  it('imports a raw body whole, however large, and the same bytes only once', async () => {
    const { url } = await start();
    const body = makeFile('11111111-1111-4111-8111-111111111111', 600, 'x'.repeat(40_000));
    const first = await upload(url, 'large.jsonl', body);
    expect(first).toMatchObject({ status: 'done', files: 1, records: 600, bytesRead: body.length });
    expect((await upload(url, 'large.jsonl', body)).results[0]).toMatchObject({ status: 'unchanged', newRecords: 0 });
    expect((await listSessions(url)).total).toBe(1);
    expect(await readdir(path.join(folder, 'data', 'spool'))).toEqual([]);
  });

  it('takes several files by multipart and refuses what is none, each by itself', async () => {
    const { url } = await start();
    const form = new FormData();
    form.append('files', new Blob([makeFile('22222222-2222-4222-8222-222222222222', 3)]), 'folder/a.jsonl');
    form.append('files', new Blob(['not a trajectory']), 'folder/b.txt');
    form.append('files', new Blob([makeFile('33333333-3333-4333-8333-333333333333', 2)]), 'folder/c.jsonl');
    const response = await fetch(`${url}/api/imports`, { method: 'POST', body: form });
    const { results } = importDetail.parse(await response.json());
    expect(results.map(({ path: name, status }) => `${name} ${status}`).sort()).toEqual([
      'folder/a.jsonl imported',
      'folder/b.txt refused',
      'folder/c.jsonl imported',
    ]);
  });

  it('follows the protocol of a page: open, files, cancel or finish', async () => {
    const { url } = await start();
    const open = async () => z.object({ id: z.string() }).parse(await (await fetch(`${url}/api/imports`, { method: 'POST' })).json()).id;
    const id = await open();
    const put = await fetch(`${url}/api/imports/${id}/files?path=a.jsonl`, { method: 'POST', body: makeFile('s-4', 4) });
    expect([put.status, contracts.imports.putFile.response.parse(await put.json()).status]).toEqual([201, 'imported']);
    const finished = await fetch(`${url}/api/imports/${id}/finish`, { method: 'POST' });
    expect(importDetail.parse(await finished.json())).toMatchObject({ status: 'done', files: 1, filesDone: 1, records: 4 });
    const late = await fetch(`${url}/api/imports/${id}/files?path=b.jsonl`, { method: 'POST', body: 'x' });
    expect(late.status).toBe(409);
    const cancelled = await fetch(`${url}/api/imports/${await open()}`, { method: 'DELETE' });
    expect(importDetail.parse(await cancelled.json()).status).toBe('cancelled');
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

  it('tells what changed, and ends within a second with a stream open', async () => {
    const { url, child, exited } = await start();
    const stream = await fetch(`${url}/api/events?topics=session`);
    const reader = stream.body!.getReader();
    const decoder = new TextDecoder();
    let heard = '';
    const listening = (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) heard += decoder.decode(part.value, { stream: true });
    })().catch(() => undefined);
    await upload(url, 'a.jsonl', makeFile('s-5', 2));
    await until(async () => heard.includes('event: change'), 1_000);
    expect(heard).toMatch(/id: \d+\nevent: change\ndata: \{"seq":\d+,"topic":"session"/);
    expect(heard).not.toContain('"topic":"import"');
    const began = performance.now();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(1_000);
    await listening;
  });

  it('keeps what was stored through kill -9, and completes it by the same file', async () => {
    const body = makeFile('s-6', 30_000);
    const first = await start();
    const uploading = fetch(`${first.url}/api/imports?name=a.jsonl`, { method: 'POST', body }).catch(() => undefined);
    await until(async () => (await listSessions(first.url)).total > 0, 20_000);
    first.child.kill('SIGKILL');
    await first.exited;
    await uploading;
    const second = await start();
    const past = contracts.imports.list.response.parse(await (await fetch(`${second.url}/api/imports`)).json());
    expect(past.items.map(({ status }) => status)).toEqual(['cancelled']);
    expect(await readdir(path.join(folder, 'data', 'spool'))).toEqual([]);
    expect(await upload(second.url, 'a.jsonl', body)).toMatchObject({ status: 'done', records: 30_000 });
  });

  it('shows what is appended to a followed file soon after', async () => {
    const watched = path.join(folder, 'watched');
    await mkdir(watched);
    const file = path.join(watched, 'a.jsonl');
    await writeFile(file, makeFile('s-7', 2));
    const { url } = await start(['--watch', watched]);
    const hasRecords = (records: number) => async () => (await listSessions(url)).items[0]?.records === records;
    await until(hasRecords(2), 5_000);
    await appendFile(file, makeLine('s-7', 2));
    const took = await until(hasRecords(3), 2_000);
    expect(took).toBeLessThan(1_000);
    const answer = contracts.imports.listWatched.response.parse(await (await fetch(`${url}/api/watched`)).json());
    expect(answer.watched).toMatchObject([{ path: watched, fromCommandLine: true, problem: null }]);
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
