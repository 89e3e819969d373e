import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { dumpObservations } from '../../store/make-observed.ts';
import { defaultConfig, makeObserverSet } from '../../observers/observer-set.ts';
import type { Store } from '../../store/store.ts';
import { makeLoop } from './__fixtures__/make-loop.ts';
import { reduceTo } from './reduce-to.ts';
import { followArchive } from './follow-archive.ts';
import { findReducerState, observeSession } from './observe-session.ts';
import { replayArchive } from './replay-archive.ts';
import { makeDefaultObservers } from './default-observers.ts';

const set = makeDefaultObservers();
const failOnError = (_: unknown, error: unknown) => {
  throw error;
};

describe('observing', () => {
  let store: Store;
  beforeEach(() => {
    store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  });
  afterEach(() => store.close());
  const put = async (batch: ReturnType<typeof makeLoop>) => {
    await store.append(batch);
    await store.recomputeAggregates(batch.sessions.map(({ id }) => id));
  };
  const unobserved = async () => (await store.listUnobserved(10)).map(({ sessionId }) => sessionId);
  const findings = async (id: string) => (await store.findSession(id))?.findings;

  it('gives all calls of a session to its observers, and what is appended later', async () => {
    await put(makeLoop('s', 2_500, 2_101, 2_110));
    const observed = await observeSession(store, set, 's');
    expect(observed?.reduced).toBe(2_500);
    expect(observed?.assessments.length).toBeGreaterThan(0);
    expect(await store.listAssessments('s', { superseded: false })).toMatchObject(observed?.assessments ?? []);
    expect(await observeSession(store, set, 's')).toEqual({ assessments: [], reduced: 0, isBehind: false });
    await put(makeLoop('s', 2_600, 2_101, 2_110));
    expect(await observeSession(store, set, 's')).toMatchObject({ reduced: 100 });
    expect(await observeSession(store, set, 'none')).toBeNull();
  });

  it('tells how far a finding has come, however its calls come in', async () => {
    const dumps = [];
    // At once; call by call, as a hook does; and with a call that ends the loop.
    for (const sizes of [[11], Array.from({ length: 11 }, (_, at) => at + 1), [11, 12], Array.from({ length: 12 }, (_, at) => at + 1)]) {
      const fresh = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
      for (const size of sizes) {
        const batch = makeLoop('s', size, 4, 11);
        await fresh.append(batch);
        await fresh.recomputeAggregates(['s']);
        await observeSession(fresh, set, 's', { now: () => 5_000 });
      }
      dumps.push((await dumpObservations(fresh)).observations);
      await fresh.close();
    }
    const [once, live, ended, endedLive] = dumps;
    expect(once?.map(({ title, evidence }) => [title, evidence?.calls.at(-1)])).toEqual(
      expect.arrayContaining([[expect.stringContaining('8'), 11]]),
    );
    expect(live).toEqual(once);
    expect(endedLive).toEqual(ended);
  });

  it('tells where the observers stood at any call, the same as from the first call', async () => {
    await put(makeLoop('s', 2_300, 1_201, 1_210));
    await put(makeLoop('unobserved', 2_300, 1_201, 1_210));
    await observeSession(store, set, 's');
    for (const at of [0, 1, 999, 1_000, 1_205, 2_300]) {
      const { recent, slices, ...fold } = await reduceTo(store, set, 's', at);
      const anew = await reduceTo(store, set, 'unobserved', at);
      const { consecutiveErrors, endedAt, findings, worst } = anew;
      expect(fold).toEqual({ calls: at, consecutiveErrors, endedAt, findings, worst });
      expect([slices.map(({ state }) => state), recent.map(({ index }) => index)]).toEqual([
        anew.slices.map(({ state }) => state),
        anew.recent.map(({ index }) => index),
      ]);
    }
    expect((await reduceTo(store, set, 's', 1_210)).findings).toBeGreaterThan(0);
    expect(findReducerState((await store.findObserverCheckpoint('s'))?.state)).toEqual(await reduceTo(store, set, 's', 2_300));
  });

  it.each([
    ['no JSON', "'{'"],
    ['null', "'null'"],
    ['of another form', "'{}'"],
    ['what its observers cannot go on from', `json_replace(fold, '$.slices[0].own', 'x', '$.slices[1].own', 'x', '$.slices[2].own', 'x')`],
  ])('goes on from an earlier state, or from the first call, where the newest is damaged: %s', async (_, fold) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'observatory-observe-')), 'observatory.db');
    const opened = openStore(file, { migrationsFolder: path.resolve('db/migrations') });
    const db = new Database(file);
    const grow = async (calls: number) => {
      const batch = makeLoop('s', calls, 1_001, 1_010);
      await opened.append(batch);
      await opened.recomputeAggregates(['s']);
    };
    await grow(1_200);
    await observeSession(opened, set, 's');
    const said = await opened.listAssessments('s', { superseded: false });
    expect(said.length).toBeGreaterThan(0);
    for (const [calls, where] of [
      [1_210, 'call_index = 1200'],
      [1_220, 'true'],
    ] as const) {
      db.exec(`UPDATE observer_states SET fold = ${fold} WHERE ${where}`);
      await grow(calls);
      expect(await observeSession(opened, set, 's')).toMatchObject({ isBehind: false });
      expect(findReducerState((await opened.findObserverCheckpoint('s'))?.state)).toMatchObject({ calls });
      expect(await opened.listAssessments('s', { superseded: false })).toEqual(said);
    }
    db.close();
    await opened.close();
    rmSync(path.dirname(file), { recursive: true });
  });

  it('observes an archive again whose states an earlier version of an observer left', async () => {
    const makeDrifting = (): typeof set => {
      const made = makeObserverSet({
        ...defaultConfig,
        observers: defaultConfig.observers.map((one) => ({ ...one, enabled: one.observer === 'drift' })),
      });
      if (!made.set) throw new Error('the configuration is valid');
      return made.set;
    };
    const drifting = makeDrifting();
    const [configured] = drifting.observers;
    if (!configured) throw new Error('drift is configured');
    // Its key has the version.
    const earlier = { ...drifting, key: 'of version 4', observers: [{ ...configured, key: 'of version 4' }] };
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'observatory-observe-')), 'observatory.db');
    const opened = openStore(file, { migrationsFolder: path.resolve('db/migrations') });
    const batch = makeLoop('s', 1_200, 1_001, 1_010);
    await opened.append(batch);
    await opened.recomputeAggregates(['s']);
    await observeSession(opened, earlier, 's');
    const db = new Database(file);
    db.exec(
      `UPDATE observer_states SET fold = (SELECT json_set(fold, '$.recent', json_group_array(json_remove(value, '$.decision'))) FROM json_each(fold, '$.recent'))`,
    );
    expect((await reduceTo(opened, drifting, 's', 1_100)).calls).toBe(1_100);
    expect((await opened.countToObserve(drifting.key)).outdated).toBe(1);
    await opened.markOutdatedUnobserved(drifting.key);
    expect(await replayArchive(opened, drifting, { onError: failOnError })).toEqual({ sessions: 1, calls: 1_200 });
    expect(findReducerState((await opened.findObserverCheckpoint('s'))?.state)).toMatchObject({
      calls: 1_200,
      slices: [{ key: configured.key }],
    });
    db.close();
    await opened.close();
    rmSync(path.dirname(file), { recursive: true });
  });

  it('replays the archive until nothing is left, and passes over what fails', async () => {
    for (const id of ['a', 'b', 'c']) await put(makeLoop(id, 20, 3, 12));
    const failing: Store = {
      ...store,
      reduceCalls: (id, ...rest) => (id === 'b' ? Promise.reject(new Error('broken')) : store.reduceCalls(id, ...rest)),
    };
    const errors: string[] = [];
    const seen: number[] = [];
    const onError = (id: string) => errors.push(id);
    expect(await replayArchive(failing, set, { onError, onProgress: ({ calls }) => seen.push(calls) })).toEqual({ sessions: 2, calls: 40 });
    expect([errors, seen, await unobserved()]).toEqual([['b'], [20, 40], ['b']]);
    expect(await replayArchive(store, set, { onError: failOnError })).toEqual({ sessions: 1, calls: 20 });
  });

  it('tries what failed again when it has changed, not before', async () => {
    for (const id of ['a', 'b']) await put(makeLoop(id, 20, 3, 12));
    const tried: string[] = [];
    const failing: Store = {
      ...store,
      reduceCalls: (id, ...rest) => {
        tried.push(id);
        return id === 'b' ? Promise.reject(new Error('broken')) : store.reduceCalls(id, ...rest);
      },
    };
    const failed = new Map<string, string>();
    const replay = (of: Store) => replayArchive(of, set, { onError: () => undefined, failed });
    await replay(failing);
    await put(makeLoop('c', 20, 3, 12));
    expect(await replay(failing)).toEqual({ sessions: 1, calls: 20 });
    expect([tried, [...failed.keys()]]).toEqual([['a', 'b', 'c'], ['b']]);
    await put(makeLoop('b', 25, 3, 12));
    expect(await replay(failing)).toEqual({ sessions: 0, calls: 0 });
    expect(tried).toEqual(['a', 'b', 'c', 'b']);
    await put(makeLoop('b', 30, 3, 12));
    expect([await replay(store), failed.size]).toEqual([{ sessions: 1, calls: 30 }, 0]);
  });

  it('leaves what ran with another configuration, and replays it once that is asked for', async () => {
    for (const id of ['a', 'b']) await put(makeLoop(id, 20, 3, 12));
    await replayArchive(store, set, { onError: failOnError });
    const other = { ...set, key: 'other', observers: [] };
    expect(await replayArchive(store, other, { onError: failOnError })).toEqual({ sessions: 0, calls: 0 });
    await put(makeLoop('b', 25, 3, 12));
    expect(await replayArchive(store, other, { onError: failOnError })).toEqual({ sessions: 1, calls: 25 });
    expect([await findings('a'), await findings('b')]).toEqual([2, 0]);
    await store.markOutdatedUnobserved(other.key);
    expect(await replayArchive(store, other, { onError: failOnError })).toEqual({ sessions: 1, calls: 20 });
    expect(await findings('a')).toBe(0);
  });

  it('ends a replay after the window that runs', async () => {
    for (const id of ['a', 'b']) await put(makeLoop(id, 3_000, 3, 12));
    const stop = new AbortController();
    await replayArchive(store, set, { signal: stop.signal, onError: failOnError, onProgress: () => stop.abort() });
    expect(await unobserved()).toEqual(['a', 'b']);
    expect((await store.findObserverCheckpoint('a'))?.callIndex).toBe(999);
  });

  it('follows what is written, holds while it is told to, and takes up another configuration', async () => {
    let current = set;
    const errors: unknown[] = [];
    const follower = followArchive({ store, loadObservers: () => current, onError: (_, error) => errors.push(error) });
    const until = async (isSo: () => Promise<boolean>) => {
      while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await put(makeLoop('a', 20, 3, 12));
    await until(async () => ((await findings('a')) ?? 0) > 0);
    follower.hold(true);
    await put(makeLoop('b', 20, 3, 12));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await findings('b')).toBeNull();
    follower.hold(false);
    await until(async () => ((await findings('b')) ?? 0) > 0);
    current = { ...set, key: 'other', observers: [] };
    follower.look();
    await put(makeLoop('d', 20, 3, 12));
    await until(async () => (await findings('d')) === 0);
    expect([(await findings('a')) ?? 0, (await store.countToObserve('other')).outdated]).toEqual([2, 2]);
    await store.markOutdatedUnobserved('other');
    follower.look();
    await until(async () => (await findings('a')) === 0 && (await findings('b')) === 0);
    await follower.close();
    await put(makeLoop('c', 20, 3, 12));
    expect([await findings('c'), errors]).toEqual([null, []]);
  });
});
