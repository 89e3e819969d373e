import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { afterEach, beforeEach, expect } from 'vitest';
import { contracts } from '../../lib/contracts/index.ts';
import { importDetail } from '../../lib/domain/import.ts';

const built = path.resolve('dist/server.mjs');
export const isBuilt = existsSync(built) && existsSync(path.resolve('.next/BUILD_ID'));

let folder = '';
let running: ChildProcess[] = [];

/** The folder of the test that runs. */
export const folderOf = (): string => folder;

export type Server = { url: string; child: ChildProcess; exited: Promise<number | null> };

export const spawnServer = (args: string[], env: Record<string, string>) => {
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

export const start = async (args: string[] = [], env: Record<string, string> = {}): Promise<Server> => {
  const child = spawnServer(args, env);
  const exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null));
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const found = /http:\/\/\S+/.exec(line);
    if (!found) continue;
    // Requests wait until Next.js is loaded, which is no part of what tests measure.
    await ask(`${found[0]}/api/health`).catch(() => undefined);
    return { url: found[0], child, exited };
  }
  throw new Error('The server ended before it listened.');
};

/** Like fetch, but with headers that fetch does not let through (Host, Origin). */
export const ask = (url: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
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

export const makeLine = (session: string, at: number, text = `prompt ${at}`): string =>
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

export const makeFile = (session: string, lines: number, text?: string): string =>
  Array.from({ length: lines }, (_, at) => makeLine(session, at, text)).join('');

export const upload = async (url: string, name: string, body: string) => {
  const response = await fetch(`${url}/api/imports?name=${encodeURIComponent(name)}`, { method: 'POST', body });
  expect(response.status).toBe(201);
  return importDetail.parse(await response.json());
};

export const listSessions = async (url: string) => contracts.sessions.list.response.parse(await (await fetch(`${url}/api/sessions`)).json());

export const until = async (isSo: () => Promise<boolean>, withinMs: number) => {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > withinMs) throw new Error(`It did not come about within ${withinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - began;
};

/** Each test gets a folder of its own; the servers that it started end with it. */
export const useServers = (): void => {
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
};
