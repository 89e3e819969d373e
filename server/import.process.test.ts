import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpTables } from '../db/dump-tables.ts';
import { contracts } from '../lib/contracts/index.ts';
import { importDetail } from '../lib/domain/import.ts';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { startServer, type RunningServer } from '../e2e/start-server.ts';

const isBuilt = existsSync(path.resolve('dist/server.mjs')) && existsSync(path.resolve('.next/BUILD_ID'));
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const samples = process.env.OBSERVATORY_SAMPLES;

let folder: string;
let servers: RunningServer[];
let mounts: string[];

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

const databaseIn = (home: string) => path.join(home, 'observatory.db');
const makeHome = async (name: string): Promise<string> => {
  const home = path.join(folder, name);
  await mkdir(home, { recursive: true });
  return home;
};
const start = async (home: string, args: string[] = []): Promise<RunningServer> => {
  const server = await startServer({ folder: home, args });
  servers.push(server);
  return server;
};
const stop = async (server: RunningServer): Promise<void> => {
  servers = servers.filter((one) => one !== server);
  await server.stop();
};

/** Runs `observatory import --json` on a database of its own. */
const spawnImport = (home: string, places: readonly string[], user: { uid?: number; gid?: number } = {}) => {
  const child = spawn(process.execPath, [path.resolve('dist/observatory.mjs'), 'import', '--json', ...places], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: home, OBSERVATORY_DB: databaseIn(home) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, output, errors }));
  return { child, ended };
};
const runImport = (home: string, ...places: string[]) => spawnImport(home, places).ended;

const send = async (url: string, id: string, name: string, body: string) => {
  const response = await fetch(`${url}/api/imports/${id}/files?path=${encodeURIComponent(name)}`, { method: 'POST', body });
  return { status: response.status, text: await response.text() };
};
const openImport = async (url: string): Promise<string> => {
  const opened: unknown = await (await fetch(`${url}/api/imports`, { method: 'POST' })).json();
  return contracts.imports.create.response.parse(opened).id;
};
const finish = async (url: string, id: string) =>
  importDetail.parse(await (await fetch(`${url}/api/imports/${id}/finish`, { method: 'POST' })).json());
const countSessions = async (url: string): Promise<number> =>
  contracts.sessions.list.response.parse(await (await fetch(`${url}/api/sessions?includeChildren=true&limit=1`)).json()).total;

const until = async (isSo: () => boolean | Promise<boolean>) => {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > 50_000) throw new Error('It did not come about.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

const makeLong = (sessionId: string, prompts: number, text = ''): string => {
  const talk = makeClaudeLines({ sessionId });
  return toFile(...Array.from({ length: prompts }, (_, at) => talk.prompt(`Prompt ${at} ${text}`)));
};
const makeConversations = (count: number, messages: number): string =>
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
const copyFixtures = async (): Promise<string[]> => {
  const place = path.join(folder, 'files');
  for (const name of ['atif', 'chat', 'claude-code', 'codex', 'durable-steps']) {
    await cp(path.resolve('lib/formats/__fixtures__', name), path.join(place, name), { recursive: true });
  }
  if (samples) await cp(path.join(samples, 'codex'), path.join(place, 'codex-samples'), { recursive: true });
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};
const hasSessions = (home: string, count: number) => () => existsSync(databaseIn(home)) && countRows(home) >= count;
const countRows = (home: string): number => {
  try {
    return dumpTables(databaseIn(home)).sessions?.length ?? 0;
  } catch {
    // Not migrated yet.
    return 0;
  }
};

describe.skipIf(!isBuilt)('every way in', () => {
  it('gives the same database: the page, the command line, a watched folder', async () => {
    const files = await copyFixtures();
    const [byCommand, byPage, byWatch] = [await makeHome('command'), await makeHome('page'), await makeHome('watch')] as const;
    expect((await runImport(byCommand, path.join(folder, 'files'))).code).toBe(0);
    const expected = dumpTables(databaseIn(byCommand));
    expect(expected.sessions?.length).toBeGreaterThan(15);
    expect(expected.source_lines?.length).toBeGreaterThan(0);

    const page = await start(byPage);
    const id = await openImport(page.url);
    await Promise.all(files.map(async (file) => send(page.url, id, file, await readFile(file, 'utf8'))));
    await finish(page.url, id);
    await stop(page);
    expect(dumpTables(databaseIn(byPage))).toEqual(expected);

    const watching = await start(byWatch, ['--watch', path.join(folder, 'files')]);
    await until(() => (dumpTables(databaseIn(byWatch)).sources?.length ?? 0) === expected.sources?.length);
    await stop(watching);
    expect(dumpTables(databaseIn(byWatch))).toEqual(expected);
  });

  it('stores nothing twice when a command imports what a server follows at the same time', async () => {
    await copyFixtures();
    for (const name of ['long-one', 'long-two', 'long-three'])
      await writeFile(path.join(folder, 'files', `${name}.jsonl`), makeLong(name, 4_000));
    const [alone, both] = [await makeHome('alone'), await makeHome('both')] as const;
    await runImport(alone, path.join(folder, 'files'));
    const expected = dumpTables(databaseIn(alone));
    const server = await start(both, ['--watch', path.join(folder, 'files')]);
    const command = await runImport(both, path.join(folder, 'files'));
    expect([command.code, command.errors]).toEqual([0, '']);
    await until(async () => (await countSessions(server.url)) === expected.sessions?.length);
    await until(() => dumpTables(databaseIn(both)).records?.length === expected.records?.length);
    await stop(server);
    expect(dumpTables(databaseIn(both))).toEqual(expected);
  });
});

describe.skipIf(!isBuilt)('an import that is cut off', () => {
  it('is whole after it was cancelled in the middle, and the next one completes it', async () => {
    const texts = new Map(['a', 'b', 'c'].map((name) => [`/files/${name}.jsonl`, makeLong(name, 15_000)]));
    const [straight, cut] = [await start(await makeHome('straight')), await start(await makeHome('cut'))] as const;
    const importAll = async (url: string) => {
      const id = await openImport(url);
      for (const [name, text] of texts) expect((await send(url, id, name, text)).status).toBe(201);
      return finish(url, id);
    };
    await importAll(straight.url);
    const id = await openImport(cut.url);
    const sending = Promise.all([...texts].map(([name, text]) => send(cut.url, id, name, text)));
    await until(async () => (await countSessions(cut.url)) > 0);
    const cancelled = importDetail.parse(await (await fetch(`${cut.url}/api/imports/${id}`, { method: 'DELETE' })).json());
    await sending;
    expect(cancelled.status).toBe('cancelled');
    expect(cancelled.results.some(({ status }) => status === 'cancelled')).toBe(true);
    const stored = contracts.sessions.list.response.parse(await (await fetch(`${cut.url}/api/sessions`)).json());
    for (const session of stored.items) expect(session.records).toBe(session.turns);
    expect((await importAll(cut.url)).status).toBe('done');
    await Promise.all([stop(straight), stop(cut)]);
    expect(dumpTables(path.join(folder, 'cut', 'observatory.db'))).toEqual(dumpTables(path.join(folder, 'straight', 'observatory.db')));
  });

  it('is whole after kill -9 in a document of 200 conversations, and the next one completes it', async () => {
    const file = path.join(folder, 'conversations.json');
    await writeFile(file, makeConversations(200, 100));
    const [straight, cut] = [await makeHome('straight'), await makeHome('cut')] as const;
    await runImport(straight, file);
    const expected = dumpTables(databaseIn(straight));
    expect(expected.sessions).toHaveLength(200);
    const { child, ended } = spawnImport(cut, [file]);
    await until(hasSessions(cut, 1));
    child.kill('SIGKILL');
    await ended;
    const left = dumpTables(databaseIn(cut));
    expect(left.records?.length).toBeLessThan(expected.records?.length ?? 0);
    const whole = new Set(expected.records);
    expect(left.records?.filter((record) => !whole.has(record))).toEqual([]);
    expect((await runImport(cut, file)).code).toBe(0);
    expect(dumpTables(databaseIn(cut))).toEqual(expected);
  });

  it('goes on when the demo data is removed meanwhile', async () => {
    const [straight, busy] = [await makeHome('straight'), await start(await makeHome('busy'))] as const;
    const file = path.join(folder, 'mine.jsonl');
    const text = makeLong('mine', 15_000);
    await writeFile(file, text);
    await runImport(straight, file);
    expect((await fetch(`${busy.url}/api/demo`, { method: 'POST' })).status).toBe(201);
    const demo = await countSessions(busy.url);
    const id = await openImport(busy.url);
    const sending = send(busy.url, id, file, text);
    await until(async () => (await countSessions(busy.url)) > demo);
    const removed: unknown = await (await fetch(`${busy.url}/api/demo`, { method: 'DELETE' })).json();
    expect(removed).toEqual({ removed: demo });
    expect((await sending).status).toBe(201);
    await finish(busy.url, id);
    await stop(busy);
    expect(dumpTables(path.join(folder, 'busy', 'observatory.db'))).toEqual(dumpTables(databaseIn(straight)));
  });
});

describe.skipIf(!isBuilt)('what cannot be read or written', () => {
  it.skipIf(!isRoot)('names a folder and a file without permission, and reads the rest', async () => {
    const files = path.join(folder, 'files');
    await mkdir(path.join(files, 'locked'), { recursive: true });
    await writeFile(path.join(files, 'fine.jsonl'), makeLong('fine', 3));
    await writeFile(path.join(files, 'secret.jsonl'), makeLong('secret', 3));
    await chmod(path.join(files, 'secret.jsonl'), 0o600);
    await chmod(path.join(files, 'locked'), 0o700);
    await chmod(folder, 0o755);
    const home = await makeHome('home');
    await chown(home, nobody, nobody);
    const { code, output } = await spawnImport(home, [files], { uid: nobody, gid: nobody }).ended;
    const told = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; issues: { code: string; message: string }[] });
    expect(told.map(({ file, issues }) => [path.basename(file), ...issues.map((issue) => `${issue.code}: ${issue.message}`)])).toEqual([
      ['fine.jsonl'],
      ['locked', 'unreadable: The folder cannot be read: permission denied.'],
      ['secret.jsonl', 'unreadable: The file cannot be read: permission denied.'],
    ]);
    expect(code).toBe(3);
    expect(dumpTables(databaseIn(home)).sessions).toHaveLength(1);
  });

  const mountSmall = (place: string): boolean => {
    const mounted = isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', place]).status === 0;
    if (mounted) mounts.push(place);
    return mounted;
  };

  it('says which disk is full, lives on, and keeps what is stored whole', async ({ skip }) => {
    const home = await makeHome('small');
    if (!mountSmall(home)) skip('needs the right to mount a small disk');
    const server = await start(home);
    const id = await openImport(server.url);
    expect((await send(server.url, id, 'fine.jsonl', makeLong('fine', 3))).status).toBe(201);
    const large = await send(server.url, id, 'large.jsonl', makeLong('large', 10, 'x'.repeat(1_000_000)));
    expect(large.text).toContain(`The disk of ${path.join(home, 'spool')} is full`);
    expect(large.text).toContain('disk_full');
    expect((await send(server.url, id, 'again.jsonl', makeLong('again', 3))).status).toBe(201);
    const { results } = await finish(server.url, id);
    expect(results.map(({ path: name, status }) => `${name} ${status}`)).toEqual([
      'fine.jsonl imported',
      'large.jsonl failed',
      'again.jsonl imported',
    ]);
    await stop(server);
    expect(dumpTables(databaseIn(home)).sessions).toHaveLength(2);
  });

  it('says so when the database has no more room, and goes on once there is some', async ({ skip }) => {
    const home = await makeHome('small');
    if (!mountSmall(home)) skip('needs the right to mount a small disk');
    const file = path.join(folder, 'large.jsonl');
    await writeFile(file, makeLong('large', 8_000, 'lorem ipsum '.repeat(40)));
    const full = await runImport(home, file);
    expect(full.code).not.toBe(0);
    expect(full.output + full.errors).toContain(`The disk that holds ${databaseIn(home)} is full`);
    expect(spawnSync('mount', ['-o', 'remount,size=100m', home]).status).toBe(0);
    expect((dumpTables(databaseIn(home)).records ?? []).length).toBeLessThan(8_000);
    expect((await runImport(home, file)).code).toBe(0);
    const straight = await makeHome('straight');
    await runImport(straight, file);
    expect(dumpTables(databaseIn(home))).toEqual(dumpTables(databaseIn(straight)));
  });
});
