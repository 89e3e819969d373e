import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach } from 'vitest';
import { contracts } from '../../lib/contracts/index.ts';
import { importDetail } from '../../lib/domain/import.ts';
import { makeClaudeLines, toFile } from '../../e2e/claude-lines.ts';
import { startServer, type RunningServer } from '../../e2e/start-server.ts';

export const isBuilt = existsSync(path.resolve('dist/server.mjs')) && existsSync(path.resolve('.next/BUILD_ID'));
const isRoot = process.getuid?.() === 0;
/** Command that starts a program to which file modes apply: root ignores them unless it gives up two capabilities. */
export const unprivileged: readonly string[] = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
const samples = process.env.OBSERVATORY_SAMPLES;

let folder = '';
let servers: RunningServer[] = [];
let mounts: string[] = [];

/** The folder of the test that runs. */
export const folderOf = (): string => folder;

/** Has a small disk taken away after the test. */
export const addMount = (place: string): void => void mounts.push(place);

/** Each test gets a folder of its own; what it started and mounted ends with it. */
export const useImports = (): void => {
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-import-'));
    servers = [];
    mounts = [];
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    for (const mount of mounts) spawnSync('umount', [mount]);
    await rm(folder, { recursive: true, force: true });
  });
};

export const databaseIn = (home: string) => path.join(home, 'observatory.db');
export const makeHome = async (name: string): Promise<string> => {
  const home = path.join(folder, name);
  await mkdir(home, { recursive: true });
  return home;
};
export const start = async (home: string, args: string[] = []): Promise<RunningServer> => {
  const server = await startServer({ folder: home, args });
  servers.push(server);
  return server;
};
export const stop = async (server: RunningServer): Promise<void> => {
  servers = servers.filter((one) => one !== server);
  await server.stop();
};

/** Runs `observatory import --json` on a database of its own; `launcher` is what starts the program. */
export const spawnImport = (home: string, places: readonly string[], launcher: readonly string[] = []) => {
  const [program = '', ...args] = [...launcher, process.execPath, path.resolve('dist/observatory.mjs'), 'import', '--json', ...places];
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: home, OBSERVATORY_DB: databaseIn(home) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, output, errors }));
  return { child, ended };
};
export const runImport = (home: string, ...places: string[]) => spawnImport(home, places).ended;

export const send = async (url: string, id: string, name: string, body: string) => {
  const response = await fetch(`${url}/api/imports/${id}/files?path=${encodeURIComponent(name)}`, { method: 'POST', body });
  return { status: response.status, text: await response.text() };
};
export const openImport = async (url: string): Promise<string> => {
  const opened: unknown = await (await fetch(`${url}/api/imports`, { method: 'POST' })).json();
  return contracts.imports.create.response.parse(opened).id;
};
export const finish = async (url: string, id: string) =>
  importDetail.parse(await (await fetch(`${url}/api/imports/${id}/finish`, { method: 'POST' })).json());
export const countSessions = async (url: string): Promise<number> =>
  contracts.sessions.list.response.parse(await (await fetch(`${url}/api/sessions?includeChildren=true&limit=1`)).json()).total;

export const until = async (isSo: () => boolean | Promise<boolean>) => {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > 50_000) throw new Error('It did not come about.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

export const makeLong = (sessionId: string, prompts: number, text = ''): string => {
  const talk = makeClaudeLines({ sessionId });
  return toFile(...Array.from({ length: prompts }, (_, at) => talk.prompt(`Prompt ${at} ${text}`)));
};
export const makeConversations = (count: number, messages: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, task) => ({
      task_id: task,
      trial: 0,
      reward: 1,
      traj: Array.from({ length: messages }, (_message, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content: `Conversation ${task} message ${at}`,
      })),
    })),
  );
/** Small files of every format that were written by hand. */
export const copyFixtures = async (): Promise<string[]> => {
  const place = path.join(folder, 'files');
  for (const name of ['atif', 'chat', 'claude-code', 'codex', 'durable-react']) {
    await cp(path.resolve('lib/formats/__fixtures__', name), path.join(place, name), { recursive: true });
  }
  if (samples) await cp(path.join(samples, 'codex'), path.join(place, 'codex-samples'), { recursive: true });
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};
export const hasSessions = (home: string, count: number) => () => existsSync(databaseIn(home)) && countRows(home) >= count;
/** Sessions in the archive, counted beside the product. */
export const countRows = (home: string): number => {
  try {
    const db = new Database(databaseIn(home), { readonly: true });
    try {
      return db.prepare<[], number>('SELECT count(*) FROM sessions').pluck().get() ?? 0;
    } finally {
      db.close();
    }
  } catch {
    // Not migrated yet.
    return 0;
  }
};
