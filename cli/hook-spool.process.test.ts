import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../db/open-store.ts';
import { toSpoolFolder } from '../lib/services/hook/hook-spool.ts';

const script = path.resolve('dist/hook.mjs');
let folder: string;
let databaseFile: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'observatory-hooks-')));
  databaseFile = path.join(folder, 'data', 'observatory.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const toEvent = (id: string) =>
  JSON.stringify({
    hook_event_name: 'PostToolUse',
    session_id: 's',
    cwd: folder,
    tool_name: 'Bash',
    tool_use_id: id,
    tool_input: { command: `step ${id}` },
    tool_response: { stdout: `done ${id}`, stderr: '' },
  });

/** A hook process from its start to its end, by default with the default deadline. */
const startHook = (id: string, deadlineMs = '') => {
  const settings = { OBSERVATORY_DB: databaseFile, OBSERVATORY_HOOK_MS: deadlineMs };
  const env = { PATH: process.env.PATH, NODE_ENV: 'test' as const, HOME: folder, ...settings };
  const child = spawn(process.execPath, [script], { cwd: folder, env, stdio: 'pipe' });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(toEvent(id));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr })),
  );
  return { child, ended };
};

const silent = { code: 0, stdout: '', stderr: '' };

const listWaiting = (): string[] => {
  const place = toSpoolFolder(databaseFile);
  return existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.json') && !name.startsWith('.')) : [];
};

const listCalls = async (): Promise<(string | null)[]> => {
  const store = openStore(databaseFile, { migrationsFolder: path.resolve('db/migrations') });
  try {
    const found = await store.findSession('claude-code:s');
    return found ? (await store.listToolCalls(found.id, 1, 500, 100)).map(({ nativeCallId }) => nativeCallId) : [];
  } finally {
    await store.close();
  }
};

/** Hooks one after another until nothing waits; the id of each. Their deadline allows for a busy machine, as draining is not measured. */
const drain = async (name = 'later'): Promise<string[]> => {
  const ids: string[] = [];
  while (ids.length === 0 || listWaiting().length > 0) {
    ids.push(`${name}-${ids.length}`);
    // On a busy machine, a hook has time for one or two.
    expect(ids.length).toBeLessThan(100);
    await startHook(ids.at(-1) ?? '', '4000').ended;
  }
  return ids;
};

describe.skipIf(!existsSync(script))('hooks in parallel', () => {
  it.each([8, 32])('lose no call of %i events at once without saying so', { timeout: 60_000 }, async (count) => {
    const ids = Array.from({ length: count }, (_, at) => `toolu_${at}`);
    const ends = await Promise.all(ids.map((id) => startHook(id).ended));
    const kept = ids.filter((_, at) => ends[at]?.code === 0);
    // A busy machine may not start 32 of them in time.
    const late = {
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/did not record this event\. It had not arrived whole after \d{4} ms\.\n$/),
    };
    for (const end of ends) expect(end).toEqual(end.code === 0 ? silent : late);
    expect(kept.length).toBeGreaterThanOrEqual(count === 8 ? 8 : count / 2);
    const later = await drain();
    const calls = await listCalls();
    expect(calls).toHaveLength(kept.length + later.length);
    expect(new Set(calls)).toEqual(new Set([...kept, ...later]));
  });

  it('lose nothing that was in the spool when they were killed, and add nothing twice', { timeout: 60_000 }, async () => {
    const spooled = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { child, ended } = startHook(`toolu_${round}`);
      // Somewhere between the spool and the end: at once, or some milliseconds later.
      const before = listWaiting().length;
      while (listWaiting().length === before && child.exitCode === null) await setTimeout(1);
      await setTimeout(round * 5);
      child.kill('SIGKILL');
      await ended;
      spooled.add(`toolu_${round}`);
    }
    const later = await drain();
    const calls = await listCalls();
    expect(new Set(calls)).toEqual(new Set([...spooled, ...later]));
    expect(calls).toHaveLength(spooled.size + later.length);
  });

  it('keep the event while another process holds the database', { timeout: 60_000 }, async () => {
    const first = await drain('first');
    const blocker = new Database(databaseFile);
    blocker.exec('BEGIN EXCLUSIVE');
    await startHook('toolu_1').ended;
    blocker.exec('COMMIT');
    blocker.close();
    expect(listWaiting()).toHaveLength(1);
    const later = await drain();
    expect(await listCalls()).toEqual([...first, 'toolu_1', ...later]);
  });

  it('handle the event from memory, and log, where the spool cannot be written', async () => {
    await mkdir(path.dirname(databaseFile), { recursive: true });
    await writeFile(path.join(path.dirname(databaseFile), 'hook-spool'), 'in the way');
    expect(await startHook('toolu_1', '4000').ended).toEqual(silent);
    expect(await listCalls()).toEqual(['toolu_1']);
    expect(await readFile(path.join(path.dirname(databaseFile), 'hook.log'), 'utf8')).toContain('"event":"not_spooled"');
  });
});

describe.skipIf(!existsSync(script))('hooks on a full disk', () => {
  const small = () => path.dirname(databaseFile);
  const filler = () => path.join(small(), 'filler');
  /** A run that is not measured does not fail on a busy machine. */
  const runHook = (id: string) => startHook(id, '4000').ended;
  const reserve = () => statSync(path.join(toSpoolFolder(databaseFile), 'reserve'), { throwIfNoEntry: false });

  /** A disk of its own for the database's folder. */
  const mount = async (size: string, skip: (why: string) => void): Promise<void> => {
    await mkdir(small(), { recursive: true });
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', small()]).status !== 0)
      skip('needs the right to mount a small disk');
  };
  afterEach(() => spawnSync('umount', ['--lazy', small()]));

  const fillDisk = (): void => {
    for (const bytes of [65_536, 4_096, 1]) {
      try {
        for (;;) writeFileSync(filler(), Buffer.alloc(bytes), { flag: 'a' });
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      }
    }
  };

  it('keep the events in the room of the reserve, and store them once the disk has room', { timeout: 120_000 }, async ({ skip }) => {
    await mount('16m', skip);
    expect(await runHook('toolu_0')).toEqual(silent);
    expect(reserve()?.size).toBe(4 * 1024 * 1024);
    // Not a hole.
    expect((reserve()?.blocks ?? 0) * 512).toBeGreaterThanOrEqual(4 * 1024 * 1024);
    fillDisk();
    const ids = Array.from({ length: 12 }, (_, at) => `toolu_full_${at}`);
    for (let at = 0; at < ids.length; at += 3) {
      for (const end of await Promise.all(ids.slice(at, at + 3).map((id) => runHook(id)))) expect(end).toEqual(silent);
    }
    // The archive is on the same disk and takes nothing.
    expect(listWaiting()).toHaveLength(ids.length);
    expect(reserve()?.size).toBeLessThan(4 * 1024 * 1024);
    await rm(filler());
    const later = await drain();
    const calls = await listCalls();
    expect(new Set(calls)).toEqual(new Set(['toolu_0', ...ids, ...later]));
    expect(calls).toHaveLength(1 + ids.length + later.length);
    expect(reserve()?.size).toBe(4 * 1024 * 1024);
  });

  it('say so and do not hold the agent back where an event can be kept nowhere', async ({ skip }) => {
    await mount('3m', skip);
    fillDisk();
    expect(await runHook('toolu_1')).toEqual({
      code: 1,
      stdout: '',
      stderr: `Trajectory Observatory did not record this event. The disk that holds ${toSpoolFolder(databaseFile)} is full. Free some space.\n`,
    });
    await rm(filler());
    const later = await drain();
    expect(await listCalls()).toEqual(later);
    // The disk is too small for a reserve.
    expect(reserve()).toBeUndefined();
  });
});
