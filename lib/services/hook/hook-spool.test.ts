import { chmodSync, readFileSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damagedVersion } from '../../../db/check-database.ts';
import { openStore } from '../../../db/open-store.ts';
import { makeClaudeLines, toFile } from '../../../e2e/claude-lines.ts';
import { openProcessLock } from '../../../db/process-lock.ts';
import { AppError } from '../../domain/errors.ts';
import { sessionIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';
import { makeDefaultObservers } from '../observe/default-observers.ts';
import { drainForHook, drainSpool, type DrainDeps } from './drain-hooks.ts';
import { followSpool } from './follow-spool.ts';
import { makeHookSpool, toSpoolFolder } from './hook-spool.ts';

const session = sessionIdOf('claude-code', 's');
const never = new AbortController().signal;
let folder: string;
const stores: Store[] = [];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'observatory-spool-')));
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await rm(folder, { recursive: true });
});

const toEvent = (n: number, more: object = {}) => ({
  hook_event_name: 'PostToolUse',
  session_id: 's',
  tool_name: 'Bash',
  tool_use_id: `toolu_${n}`,
  tool_input: { command: `step ${n}` },
  tool_response: { stdout: `done ${n}`, stderr: '' },
  ...more,
});

/** One process: a connection and a lock of its own. */
const openProcess = (): DrainDeps & { warnings: string[] } => {
  const database = path.join(folder, 'observatory.db');
  const store = openStore(database, { migrationsFolder: path.resolve('db/migrations') });
  stores.push(store);
  const spool = makeHookSpool(toSpoolFolder(database));
  const lock = openProcessLock(spool.lockFile);
  const warnings: string[] = [];
  const loadFeedback = () => ({ set: makeDefaultObservers(), writeFile: false, redacts: false });
  return { store, spool, takeLock: lock.take, now: Date.now, warnings, warn: (event) => warnings.push(event), loadFeedback };
};

/** Has no more time from its first batch on. */
const abortingAtAppend = (deps: DrainDeps, controller: AbortController): DrainDeps => {
  const append: Store['append'] = (batch) => {
    controller.abort();
    return deps.store.append(batch);
  };
  return { ...deps, store: { ...deps.store, append } };
};

const listCalls = async ({ store }: DrainDeps) => (await store.listToolCalls(session, 1, 500, 100)).map(({ nativeCallId }) => nativeCallId);
const putAll = ({ spool }: DrainDeps, count: number) => {
  for (let n = 1; n <= count; n += 1) spool.put('s', JSON.stringify(toEvent(n)), Date.UTC(2026, 0, 1) + n);
};
const names = (count: number) => Array.from({ length: count }, (_, at) => `toolu_${at + 1}`);

describe('the hook spool', () => {
  it('is private, and holds an event whole or not at all', () => {
    const { spool } = openProcess();
    const name = spool.put('s', '{}', 1_000);
    const place = path.dirname(spool.lockFile);
    expect([statSync(place).mode & 0o777, statSync(path.join(place, name)).mode & 0o777]).toEqual([0o700, 0o600]);
    const half = path.join(place, `.${name}`);
    writeFileSync(half, '{"hal');
    expect(spool.list().map(({ name }) => name)).toEqual([name]);
    spool.sweep(Date.now());
    expect(readdirSync(place)).toContain(`.${name}`);
    utimesSync(half, 0, 0);
    spool.sweep(Date.now());
    expect(readdirSync(place).sort()).toEqual([name, 'lock', 'reserve']);
    // From the first event on, whether or not its hook has time to handle it.
    expect(statSync(path.join(place, 'reserve')).size).toBe(4 * 1024 * 1024);
  });

  it('is drained in order and once by two processes at a time, and a third that follows it', async () => {
    const [one, two, three] = [openProcess(), openProcess(), openProcess()];
    putAll(one, 40);
    const follower = followSpool(three, (error) => expect.fail(String(error)));
    const work = async (deps: DrainDeps) => {
      while (deps.spool.list().length > 0) {
        await drainSpool(deps, deps.spool.list().slice(0, 5), never);
        await setTimeout(1);
      }
    };
    await Promise.all([work(one), work(two)]);
    await follower.close();
    expect(await listCalls(one)).toEqual(names(40));
  });

  it('keeps an event until its transcript is read to the end, when its hook has no more time', async () => {
    const deps = openProcess();
    const transcript = path.join(folder, 's.jsonl');
    const talk = makeClaudeLines({ sessionId: 's' });
    writeFileSync(transcript, toFile(...Array.from({ length: 1_500 }, (_, at) => talk.prompt(`Prompt ${at}`))));
    const value = { hook_event_name: 'Stop', session_id: 's', transcript_path: transcript };
    const atMs = Date.now();
    const name = deps.spool.put('s', JSON.stringify(value), atMs);
    const hook = new AbortController();
    await drainForHook(abortingAtAppend(deps, hook), { name, sessionId: 's', value, atMs }, hook.signal, () => setTimeout(1));
    const countRecords = async () => (await deps.store.describeArchive()).counts.records;
    expect(await countRecords()).toBeLessThan(1_500);
    // A server that is stopped while it reads the rest.
    const server = new AbortController();
    await drainSpool(abortingAtAppend(deps, server), deps.spool.list(), server.signal);
    expect(deps.spool.list().map((event) => event.name)).toEqual([name]);
    await drainSpool(deps, deps.spool.list(), never);
    expect([await countRecords(), deps.spool.list()]).toEqual([1_500, []]);
  });

  it('adds nothing when an event is handled again, as after a kill between the archive and the spool', async () => {
    const deps = openProcess();
    const nameless = { tool_use_id: undefined };
    for (const [at, more] of [{}, {}, nameless, nameless].entries()) {
      deps.spool.put('s', JSON.stringify(toEvent(at < 2 ? 1 : 2, more)), at < 2 ? 2_000 : 3_000);
      await drainSpool(deps, deps.spool.list(), never);
    }
    expect(await listCalls(deps)).toHaveLength(2);
    expect(deps.spool.list()).toEqual([]);
  });

  it("gives a hook what its session's earlier events left, also where another process handled the event", async () => {
    const deps = openProcess();
    const atMs = Date.now();
    for (let n = 1; n <= 5; n += 1) deps.spool.put('s', JSON.stringify(toEvent(0, { tool_use_id: `toolu_${n}` })), atMs - 10 + n);
    deps.spool.put('other', JSON.stringify(toEvent(1, { session_id: 'other' })), atMs - 5);
    const value = toEvent(0, { tool_use_id: 'toolu_6' });
    const own = { name: deps.spool.put('s', JSON.stringify(value), atMs), sessionId: 's', value, atMs };
    expect(await drainForHook(deps, { ...own, name: `${own.name}.gone` }, never, setTimeout)).toContain('Repetitive Pattern');
    // It was reported once, and the event is still to be processed by its own hook.
    expect(await drainForHook(deps, own, never, setTimeout)).toBe('');
    expect(await listCalls(deps)).toEqual(names(6));
    expect(deps.spool.list('other').map(({ isSameSession }) => isSameSession)).toEqual([true]);
  });

  it('keeps what a busy archive or the time leaves, and sets aside what cannot be stored', async () => {
    const deps = openProcess();
    putAll(deps, 2);
    await drainSpool(deps, deps.spool.list(), AbortSignal.abort());
    expect(deps.spool.list()).toHaveLength(2);
    const release = openProcess().takeLock();
    await drainSpool(deps, deps.spool.list(), never);
    expect(deps.spool.list()).toHaveLength(2);
    release?.();
    deps.spool.put('s', '{"hook_event_name": "Stop"}', 0);
    const damaged = deps.spool.put('s', 'no JSON', 1);
    await drainSpool(deps, deps.spool.list(), never);
    expect(deps.warnings).toEqual(['event_set_aside', 'event_set_aside']);
    expect(deps.spool.list()).toEqual([]);
    expect(readFileSync(path.join(path.dirname(deps.spool.lockFile), 'failed', damaged), 'utf8')).toBe('no JSON');
    expect(await listCalls(deps)).toEqual(names(2));
  });

  it('neither takes nor gives an event where others can change one of its folders', async () => {
    const deps = openProcess();
    putAll(deps, 1);
    const place = path.dirname(deps.spool.lockFile);
    const errors: unknown[] = [];
    for (const one of [folder, path.dirname(place), place]) {
      chmodSync(one, 0o1777);
      const message = `chmod go-w ${one}`;
      for (const use of [() => deps.spool.put('s', '{}', 0), () => deps.spool.list(), () => deps.spool.sweep(0)])
        expect(use).toThrow(expect.objectContaining({ code: 'forbidden', message: expect.stringContaining(message) as string }) as Error);
      if (one === place) expect(() => openProcessLock(deps.spool.lockFile)).toThrow(message);
      chmodSync(one, 0o700);
    }
    chmodSync(place, 0o770);
    // Once while it lasts.
    const follower = followSpool(deps, (error) => errors.push(error));
    await setTimeout(2_500);
    expect(errors).toHaveLength(1);
    chmodSync(place, 0o700);
    await expect.poll(() => listCalls(deps), { timeout: 10_000 }).toEqual(names(1));
    await follower.close();
  });

  it('sets aside what is no file of its user', async () => {
    const deps = openProcess();
    putAll(deps, 2);
    const place = path.dirname(deps.spool.lockFile);
    const outside = path.join(folder, 'outside.json');
    writeFileSync(outside, JSON.stringify(toEvent(7)));
    symlinkSync(outside, path.join(place, '00000000000000001-1-a-b.json'));
    writeFileSync(path.join(place, '00000000000000002-1-a-b.json'), JSON.stringify(toEvent(8)), { mode: 0o600 });
    chmodSync(path.join(place, '00000000000000002-1-a-b.json'), 0o666);
    await drainSpool(deps, deps.spool.list(), never);
    expect([await listCalls(deps), deps.warnings]).toEqual([names(2), ['event_set_aside', 'event_set_aside']]);
    expect(readFileSync(outside, 'utf8')).toContain('toolu_7');
  });

  const putForTwo = async () => {
    const deps = openProcess();
    putAll(deps, 1);
    await drainSpool(deps, deps.spool.list(), never);
    deps.spool.put('s', JSON.stringify(toEvent(2)), Date.now() - 2);
    deps.spool.put('other', JSON.stringify(toEvent(3, { session_id: 'other' })), Date.now() - 1);
    const other = async () => (await deps.store.listToolCalls(sessionIdOf('claude-code', 'other'), 1, 9, 100)).length;
    return { deps, other };
  };

  it('sets aside an event of a session that is damaged in the archive, and goes on with the next', async () => {
    const { deps, other } = await putForTwo();
    const db = new Database(path.join(folder, 'observatory.db'));
    db.exec("UPDATE sessions SET head = '{'");
    await drainSpool(deps, deps.spool.list(), never);
    expect([await other(), deps.spool.list(), deps.warnings]).toEqual([1, [], ['event_set_aside']]);

    // If all events are blocked alike, they wait until somebody fixes the cause.
    db.pragma(`user_version = ${damagedVersion}`);
    db.close();
    deps.spool.put('s', JSON.stringify(toEvent(4)), 1);
    await expect(drainSpool(deps, deps.spool.list(), never)).rejects.toThrow();
    expect(deps.spool.list()).toHaveLength(1);
  });

  it.each([
    ['unreadable', { cause: 'SQLITE_IOERR_READ' }, 60_000],
    ['store_busy', {}, 60_000],
    ['store_busy', { cause: 'SQLITE_BUSY' }, Infinity],
    ['disk_full', { cause: 'SQLITE_FULL' }, Infinity],
    ['conflict', { cause: 'SQLITE_ERROR' }, Infinity],
    ['conflict', {}, 0],
  ] as const)('tries an event again that fails with %s %j for %d ms at most', async (code, details, forMs) => {
    const { deps, other } = await putForTwo();
    const append: Store['append'] = (batch) =>
      batch.sessions.some(({ id }) => id === session) ? Promise.reject(new AppError(code, 'No.', details)) : deps.store.append(batch);
    for (const afterMs of [0, 59_000, 61_000, 1e9]) {
      const later = { ...deps, now: () => Date.now() + afterMs, store: { ...deps.store, append } };
      await drainSpool(later, deps.spool.list(), never).catch(() => undefined);
      expect([afterMs, deps.spool.list().length, await other()]).toEqual([afterMs, ...(afterMs < forMs ? [2, 0] : [0, 1])]);
    }
  });

  it('refuses an event where the folder cannot be written or too many wait', () => {
    const { spool } = openProcess();
    const place = path.dirname(spool.lockFile);
    for (let n = 0; n < 5_000; n += 1) writeFileSync(path.join(place, `${n}.json`), '');
    expect(() => spool.put('s', '{}', 0)).toThrow('5000 events are waiting');
    const inTheWay = path.join(folder, 'file');
    writeFileSync(inTheWay, '');
    chmodSync(inTheWay, 0o600);
    expect(() => makeHookSpool(path.join(inTheWay, 'spool')).put('s', '{}', 0)).toThrow('file is not a folder');
  });
});
