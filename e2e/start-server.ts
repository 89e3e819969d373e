import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { importDetail, type ImportDetail } from '../lib/domain/import.ts';

/** `folder`: its home, with the database. */
export type Served = { url: string; folder: string };

/** `kill` ends it at once, as a crash would. `log`: what it wrote there so far. */
export type RunningServer = Served & { pid: number; log(): string; stop(): Promise<void>; kill(): Promise<void> };

/** Starts the built server on a free port with a database and a home of its own. `stop` ends it and removes both. */
export const startServer = async (
  options: { folder?: string; args?: string[]; variables?: Record<string, string> } = {},
): Promise<RunningServer> => {
  const folder = options.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'observatory-e2e-')));
  const child = spawn(process.execPath, [path.resolve('dist/server.mjs'), ...(options.args ?? [])], {
    env: {
      ...options.variables,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOME: folder,
      PORT: '0',
      OBSERVATORY_DB: path.join(folder, 'observatory.db'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/\S+/u.exec(line);
      if (found) resolve(found[0]);
    });
    void exited.then(() => reject(new Error(`The server ended before it listened:\n${log.join('')}`)));
  });
  // Requests wait until Next.js is loaded, which is no part of what tests measure.
  await (await fetch(`${url}/api/health`)).arrayBuffer();
  return {
    url,
    folder,
    pid: child.pid ?? 0,
    log: () => log.join(''),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      if (!options.folder) await rm(folder, { recursive: true, force: true });
    },
  };
};

/** `open` serves an empty archive, or a copy of the one in a folder; `close` removes it, or moves it to another folder. */
export type WarmServer = { open(archive?: string): Promise<Served>; close(keptAs?: string): Promise<void>; stop(): Promise<void> };

/** Starts a server that serves one archive after another, each in a folder of its own. */
export const startWarmServer = async (): Promise<WarmServer> => {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const };
  const child = spawn(process.execPath, [path.resolve('dist/warm-server.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const receive = async <Message>(): Promise<Message> => {
    const [message] = (await Promise.race([
      once(child, 'message'),
      exited.then(() => Promise.reject(new Error('The server of the tests ended.'))),
    ])) as [Message];
    return message;
  };
  const send = async (folder: string | null): Promise<void> => {
    const answer = receive<{ error: string | null }>();
    child.send({ folder });
    const { error } = await answer;
    if (error !== null) throw new Error(error);
  };
  const { url } = await receive<{ url: string }>();
  let folder = '';
  return {
    open: async (archive) => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-e2e-'));
      if (archive) await cp(archive, folder, { recursive: true });
      await send(folder);
      return { url, folder };
    },
    close: async (keptAs) => {
      await send(null);
      if (keptAs) await rename(folder, keptAs);
      else await rm(folder, { recursive: true, force: true });
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};

/** Sends JSON and answers JSON; fails with the server's answer if it is not 2xx. */
export const sendJson = async (url: string, method: 'POST' | 'PUT' | 'GET', place: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${url}${place}`, {
    method,
    headers: { origin: url, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${await response.text()}`);
  return response.json();
};

/** Imports text as one file, over the interface. Answers the results. */
export const importText = async (url: string, name: string, text: string | Uint8Array): Promise<ImportDetail> => {
  const response = await fetch(`${url}/api/imports?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: typeof text === 'string' ? text : Buffer.from(text),
    headers: { 'content-type': 'application/octet-stream', origin: url },
  });
  if (!response.ok) throw new Error(`Import of ${name}: ${response.status} ${await response.text()}`);
  return importDetail.parse(await response.json());
};
