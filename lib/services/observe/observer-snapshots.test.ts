import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { contracts } from '../../contracts/index.ts';
import { makeObserverSet, defaultConfig, type ObserverSet } from '../../observers/observer-set.ts';
import { toRoute } from '../../server/route.ts';
import type { Store } from '../../store/store.ts';
import { makeLoop } from './__fixtures__/make-loop.ts';
import { reduceTo } from './reduce-to.ts';
import { makeObserverSnapshots } from './observer-snapshots.ts';
import { observeSession } from './observe-session.ts';
import { makeDefaultObservers } from './default-observers.ts';

const defaults = makeDefaultObservers();
const seed = makeObserverSet({
  ...defaultConfig,
  observers: defaultConfig.observers.map((one) => ({ ...one, preset: 'reference' as const })),
}).set;

const open = async (calls: number): Promise<Store> => {
  const store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  await put(store, calls);
  return store;
};
const put = async (store: Store, calls: number) => {
  await store.append(makeLoop('s', calls, 11, 50));
  await store.recomputeAggregates(['s']);
};
/** As text, the way it goes over the wire. */
const get = async (store: Store, set: ObserverSet, query = ''): Promise<string> => {
  const { exportState } = makeObserverSnapshots({ store, loadObservers: () => set });
  const route = toRoute(contracts.assessments.exportState, ({ params, query }) => exportState(params.id, query.at));
  return (await route.answer(new Request(`http://localhost/${query}`), { id: 's' })).text();
};
const restore = async (store: Store, set: ObserverSet, body: string, id = 's') => {
  const { restoreState } = makeObserverSnapshots({ store, loadObservers: () => set });
  const route = toRoute(contracts.assessments.restoreState, ({ params, body }) => restoreState(params.id, body));
  const response = await route.answer(new Request('http://localhost/', { method: 'PUT', body }), { id });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const listFrom = async (store: Store, afterCall: number) =>
  (await store.listAssessments('s', { superseded: false })).filter(({ callIndex }) => callIndex > afterCall);

describe('the state of observers', () => {
  const stores: Store[] = [];
  const make = async (calls: number): Promise<Store> => {
    const store = await open(calls);
    stores.push(store);
    return store;
  };
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });

  it.each([
    ['usual', defaults],
    ['reference', seed ?? defaults],
  ])('goes on in another archive as if nothing had happened (%s)', async (_, set) => {
    const whole = await make(70);
    await observeSession(whole, set, 's');
    for (const at of [1, 12, 33, 70]) {
      const stopped = await make(at);
      await observeSession(stopped, set, 's');
      const next = await make(70);
      expect(await restore(next, set, await get(stopped, set))).toEqual({ status: 200, body: { callIndex: at, observedTo: 70 } });
      expect(await listFrom(next, 0)).toEqual(await listFrom(whole, at));
      expect((await next.findObserverCheckpoint('s'))?.state).toEqual((await whole.findObserverCheckpoint('s'))?.state);
      expect(await next.findSession('s')).toMatchObject({ findings: (await whole.findSession('s'))?.findings });
    }
    expect((await listFrom(whole, 33)).length).toBeGreaterThan(0);
  });

  it('goes on with what is appended later, and comes to what there was where it is put back', async () => {
    const store = await make(33);
    await observeSession(store, defaults, 's');
    const before = await get(store, defaults);
    await put(store, 70);
    await observeSession(store, defaults, 's');
    const all = await store.listAssessments('s', { superseded: true });
    const end = await get(store, defaults);
    expect(await get(store, defaults, '?at=33')).toBe(before);
    expect(await restore(store, defaults, before)).toEqual({ status: 200, body: { callIndex: 33, observedTo: 70 } });
    expect([await store.listAssessments('s', { superseded: true }), await get(store, defaults)]).toEqual([all, end]);
    expect(await restore(store, defaults, await get(store, defaults, '?at=0'))).toEqual({
      status: 200,
      body: { callIndex: null, observedTo: 70 },
    });
    expect([await store.listAssessments('s', { superseded: true }), await get(store, defaults)]).toEqual([all, end]);
    expect(await reduceTo(store, defaults, 's', 33)).toEqual((JSON.parse(before) as { fold: unknown }).fold);
  });

  describe('is refused, and nothing is changed,', () => {
    let store: Store;
    let text: string;
    beforeEach(async () => {
      store = await make(40);
      await observeSession(store, defaults, 's');
      text = await get(store, defaults, '?at=20');
    });
    const expectRefused = async (given: object, status: number, detail: string, set = defaults) => {
      const head = await store.findObserverCheckpoint('s');
      const answer = await restore(store, set, JSON.stringify({ ...(JSON.parse(text) as object), ...given }));
      expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } });
      expect(await store.findObserverCheckpoint('s')).toEqual(head);
    };
    const fold = () => (JSON.parse(text) as { fold: { calls: number; recent: object[]; slices: object[] } }).fold;

    it('where it is of something else', async () => {
      await expectRefused({ sessionId: 't' }, 409, 'This snapshot belongs to another session, t.');
      await expectRefused({}, 409, 'with other observers or parameters', { ...defaults, key: 'other' });
      const renamed = fold().recent.map((call, at, all) => (at === all.length - 1 ? { ...call, id: 'gone' } : call));
      await expectRefused({ callId: 'gone', fold: { ...fold(), recent: renamed } }, 409, 'no call 20 with the id gone');
      const changed = fold().recent.map((call, at) => (at === 3 ? { ...call, outcome: 'error' } : call));
      await expectRefused({ fold: { ...fold(), recent: changed } }, 409, 'Call 4 changed since the snapshot');
      expect((await restore(store, defaults, text, 'none')).status).toBe(404);
    });

    it('where it is none', async () => {
      await expectRefused({ version: 2 }, 400, 'body.version');
      await expectRefused({ more: 1 }, 400, 'more');
      await expectRefused({ fold: { ...fold(), calls: -1 } }, 400, 'fold.calls');
      await expectRefused({ fold: { ...fold(), calls: 19 } }, 400, 'fold.recent');
      await expectRefused({ callIndex: 19 }, 400, 'callIndex');
      await expectRefused({ callId: null }, 400, 'callId');
      await expectRefused({ fold: { ...fold(), slices: fold().slices.slice(1) } }, 400, 'fold.slices');
      const broken = fold().slices.map((slice) => ({ ...slice, own: null }));
      await expectRefused({ fold: { ...fold(), slices: broken } }, 400, 'fold.slices: the observers cannot continue from it');
      expect((await restore(store, defaults, 'no JSON')).status).toBe(400);
    });
  });
});
