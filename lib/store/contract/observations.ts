import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Standing, Waste } from '../../domain/assessment.ts';
import type { resolutionReason } from '../../domain/observation.ts';
import { type ObservationState } from '../../domain/observation.ts';
import { observationIdOf } from '../../observations/fingerprint.ts';
import { makeCalls, makeLateResult } from '../build-reducer.ts';
import {
  dumpObservations,
  fingerprintOf,
  foundAtMs,
  makeCommand,
  buildScriptedReducer,
  buildReported,
  type Said,
} from '../make-observed.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

const key = 'set-1';
const grep = fingerprintOf('grep');

const pages = { sort: 'created_at', descending: false, cursor: null, limit: 100, nowMs: 9_000_000 } as const;

const toWhole = (wastes: readonly (Waste | null)[]): Waste | null => {
  const all = wastes.filter((one) => one !== null);
  const add = (name: keyof Waste) =>
    all.reduce<number | null>((sum, one) => (sum === null || one[name] === null ? null : sum + one[name]), 0);
  return all.length === 0
    ? null
    : { calls: add('calls') ?? 0, tokens: add('tokens'), durationMs: add('durationMs'), costUsd: add('costUsd') };
};

const callsTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, at) => ({ id: `c${first + at}`, callIndex: first + at }));

const script: Record<string, Said[]> = {
  c1: [{ subject: 'grep', waste: { calls: 1, tokens: 10, durationMs: 5, costUsd: 0.25 } }],
  c2: [{ subject: 'grep', standing: 'rises', severity: 'warning', waste: { calls: 2, tokens: null, durationMs: 5, costUsd: 0.5 } }],
  c3: [{ subject: 'sed' }, { subject: 'nothing', severity: 'info' }],
  c4: [{ subject: 'grep', waste: { calls: 4, tokens: 40, durationMs: null, costUsd: null } }],
  c5: [{ subject: 'grep', standing: 'eases' }],
};

/** Observations that observers of calls find, with each window. */
export const describeFoundObservations = ({ fresh, makeStore }: StoreSubject): void => {
  describe('observations that were found', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    const reduce = async (id: string, said: Record<string, Said[]>, { by = store, limit = 2_000, configKey = key } = {}) => {
      for (;;) if (!(await by.reduceCalls(id, configKey, limit, buildScriptedReducer(said)))?.more) return;
    };
    const get = async (id: string, subject = 'grep') => {
      const found = await store.findObservation(observationIdOf(id, fingerprintOf(subject)));
      if (!found) throw new Error(`no ${subject} in ${id}`);
      return found;
    };
    const group = (subject = 'grep') => store.findObservationGroup(fingerprintOf(subject), 9_000_000, 0);
    const resolve = (id: string, reason: 'fixed' | 'false_positive' | 'wont_fix' | 'stale', atMs: number) =>
      store.triage(makeCommand({ action: 'resolve', reason, atMs, note: 'why', target: { observations: [{ id }] } }));
    const kinds = async () => (await store.listTransitions(0, 100)).map(({ kind, from, to }) => `${kind} ${from} ${to}`);

    it('tells what was found: once a fingerprint, as it stands last, with the sums of its times', async () => {
      await put(makeCalls('s', callsTo(5), { title: 'A session' }));
      await reduce('s', script);
      expect(await get('s')).toMatchObject({
        sessionId: 's',
        sessionTitle: 'A session',
        observer: 'script',
        observerName: 'Script Reader',
        category: 'Failure',
        title: 'grep at 5',
        content: 'grep was found at 5',
        severity: 'high',
        state: 'open',
        status: 'open',
        resolution: null,
        sourceRef: 'c5',
        metadata: { category: 'Failure', suggestion: 'Read the script.' },
        evidence: { calls: [5], callCount: 1, records: ['c5'] },
        createdAtMs: foundAtMs(1),
        firstSeenAtMs: foundAtMs(1),
        lastSeenAtMs: foundAtMs(5),
        seen: 2,
        waste: { calls: 2, tokens: null, durationMs: 5, costUsd: 0.5 },
        version: 1,
      });
      expect((await get('s', 'sed')).seen).toBe(1);
      expect(await store.findObservation(observationIdOf('s', fingerprintOf('nothing')))).toBeNull();
      expect(await kinds()).toEqual(['create null open', 'escalate open open', 'create null open']);
      expect((await store.listTransitions(0, 1))[0]).toMatchObject({ by: 'script', atMs: foundAtMs(1), callIndex: 1 });
    });

    it('counts no call twice where something stands again after something larger had explained it', async () => {
      const waste = (calls: number) => ({ calls, tokens: calls * 10, durationMs: calls, costUsd: calls });
      const again: Record<string, Said[]> = {
        c3: [{ subject: 'grep', calls: [1, 3], waste: waste(1) }],
        c5: [{ subject: 'grep', calls: [1, 3, 5], waste: waste(2) }],
        c8: [{ subject: 'grep', calls: [7, 8], waste: waste(1) }],
      };
      await put(makeCalls('s', callsTo(8)));
      for (const [limit, configKey] of [
        [2_000, key],
        [1, 'set-2'],
        [3, 'set-3'],
      ] as const) {
        await reduce('s', again, { limit, configKey });
        expect(await get('s')).toMatchObject({ seen: 2, waste: waste(3), title: 'grep at 8' });
      }
    });

    it('counts no call twice where what it rests on slides on, and takes what it came to before', async () => {
      const waste = (calls: number) => ({ calls, tokens: calls * 10, durationMs: calls, costUsd: calls });
      const sliding: Record<string, Said[]> = {
        c3: [{ subject: 'grep', calls: [1, 2, 3], waste: waste(2) }],
        c6: [{ subject: 'grep', standing: 'still', calls: [1, 2, 3, 4, 5, 6], waste: waste(5) }],
        c8: [{ subject: 'grep', calls: [5, 6, 8], waste: waste(2) }],
        c9: [{ subject: 'grep', standing: 'still', calls: [6, 8, 9], waste: waste(2) }],
        c12: [{ subject: 'grep', calls: [10, 11, 12], waste: waste(2) }],
      };
      // Under another configuration it lasted longer.
      const longer = { ...sliding, c9: [{ subject: 'grep', standing: 'still' as const, calls: [1, 2, 3, 10, 11], waste: waste(9) }] };
      await put(makeCalls('s', callsTo(12)));
      for (const [limit, configKey] of [
        [2_000, key],
        [1, 'set-2'],
        [5, 'set-3'],
      ] as const) {
        await reduce('s', { ...longer, c11: longer.c9, c12: [] }, { limit, configKey: `${configKey} longer` });
        await reduce('s', sliding, { limit, configKey });
        expect(await get('s')).toMatchObject({ seen: 2, waste: waste(7), title: 'grep at 12' });
        for (const [callIndex, calls] of [
          [9, 5],
          [6, 5],
          [3, 2],
        ] as const) {
          await store.putObserverCheckpoint('s', { callIndex, callId: `c${callIndex}`, configKey, state: {} });
          expect(await get('s')).toMatchObject({ seen: 1, waste: waste(calls) });
        }
        await reduce('s', sliding, { limit, configKey });
        expect(await get('s')).toMatchObject({ seen: 2, waste: waste(7) });
      }
      const shorter = { ...sliding, c6: [], c8: [{ subject: 'grep', calls: [5, 6, 8], waste: waste(2) }], c9: [] };
      await reduce('s', shorter, { configKey: 'set-4' });
      expect(await get('s')).toMatchObject({ seen: 3, waste: waste(6) });
    });

    it('knows no time where no record tells one: it is in no age and on no day, and the group is told by those that have one', async () => {
      const untimed = {
        c1: [{ subject: 'grep', isUntimed: true }],
        c2: [{ subject: 'grep', standing: 'still' as const, isUntimed: true }],
      };
      const readAtMs = 8_000_000;
      await put(makeCalls('s', callsTo(2)));
      await store.reduceCalls('s', key, 2_000, buildScriptedReducer(untimed, readAtMs));
      const unknown = { firstSeenAtMs: null, lastSeenAtMs: null, seen: 1 };
      const { id, ...found } = await get('s');
      expect(found).toMatchObject({ ...unknown, createdAtMs: readAtMs });
      expect(await store.listOccurrences(id, 9)).toEqual([{ callIndex: 1, atMs: null, waste: null }]);
      expect(await group()).toMatchObject({ ...unknown, days: Array.from({ length: 14 }, () => 0) });
      for (const view of ['single', 'groups'] as const)
        expect((await store.observationFacets({ all: {} }, view, readAtMs)).all.ages).toEqual([]);
      await put(makeCalls('t', callsTo(1)));
      await reduce('t', { c1: script['c1'] ?? [] });
      expect(await group()).toMatchObject({ firstSeenAtMs: foundAtMs(1), lastSeenAtMs: foundAtMs(1), seen: 2 });
      // The first record that tells a time gives it to what began before.
      await put(makeCalls('s', callsTo(3, 3)));
      await reduce('s', { c3: [{ subject: 'grep', standing: 'still' }] });
      expect(await get('s')).toMatchObject({ firstSeenAtMs: foundAtMs(3), lastSeenAtMs: foundAtMs(3), seen: 1, severity: 'medium' });
      expect(await group()).toMatchObject({ firstSeenAtMs: foundAtMs(1), lastSeenAtMs: foundAtMs(3), seen: 2 });
      await put(makeCalls('s', callsTo(4, 4)));
      await reduce('s', { c4: [{ subject: 'grep', standing: 'rises', severity: 'warning' }] });
      expect(await get('s')).toMatchObject({ severity: 'high', seen: 1 });
      expect((await kinds()).at(-1)).toBe('escalate open open');
      expect((await group())?.severity).toBe('high');
    });

    it.each(['rises', 'new', 'still'] as const)('becomes more severe by the first record that tells a time: %s', async (standing) => {
      const untimed = { c1: [{ subject: 'grep', isUntimed: true }] };
      const timed = { c3: [{ subject: 'grep', standing, severity: 'warning' as const }] };
      const read = (configKey: string, readAtMs: number) =>
        store.reduceCalls('s', configKey, 2_000, buildScriptedReducer({ ...untimed, ...timed }, readAtMs));
      await put(makeCalls('s', callsTo(1)));
      await read(key, 8_000_000);
      await put(makeCalls('s', callsTo(3, 2)));
      for (const [configKey, readAtMs] of [
        [key, 8_100_000],
        ['set-2', 8_200_000],
      ] as const) {
        await read(configKey, readAtMs);
        expect(await get('s')).toMatchObject({ severity: 'high', seen: standing === 'new' ? 2 : 1, lastSeenAtMs: foundAtMs(3) });
      }
      await reduce('s', { c1: [{ subject: 'grep' }], c3: [{ subject: 'grep', standing: 'still' }] }, { configKey: 'set-3' });
      expect((await get('s')).severity).toBe('medium');
    });

    it('is as severe as it stands where times become known when its calls are read again', async () => {
      await put(makeCalls('s', callsTo(3)));
      await store.reduceCalls(
        's',
        key,
        2_000,
        buildScriptedReducer({ c1: [{ subject: 'grep', severity: 'warning', isUntimed: true }] }, 8_000_000),
      );
      await reduce('s', { c1: [{ subject: 'grep' }] }, { configKey: 'set-2' });
      expect(await get('s')).toMatchObject({ severity: 'medium', firstSeenAtMs: foundAtMs(1), lastSeenAtMs: foundAtMs(1) });
      await reduce('s', { c1: [{ subject: 'grep' }], c3: [{ subject: 'grep', severity: 'warning' }] }, { configKey: 'set-3' });
      expect((await get('s')).severity).toBe('high');
    });

    it('returns one without times after it was fixed when it is found at a later call, and not when its calls are read again', async () => {
      const untimed = {
        c1: [{ subject: 'grep', isUntimed: true }],
        c2: [{ subject: 'grep', standing: 'rises' as const, severity: 'warning' as const, isUntimed: true }],
      };
      const read = (configKey: string, readAtMs: number, more: Record<string, Said[]> = {}) =>
        store.reduceCalls('s', configKey, 2_000, buildScriptedReducer({ ...untimed, ...more }, readAtMs));
      await put(makeCalls('s', callsTo(2)));
      await read(key, 8_000_000);
      await resolve((await get('s')).id, 'fixed', 8_100_000);
      for (const again of ['set-2', 'set-3']) {
        await read(again, 8_200_000);
        expect(await get('s')).toMatchObject({ state: 'fixed', seen: 1 });
      }
      await put(makeCalls('s', callsTo(3, 3)));
      await read('set-3', 8_300_000, { c3: [{ subject: 'grep', isUntimed: true }] });
      expect(await get('s')).toMatchObject({ state: 'regressed', seen: 2, lastSeenAtMs: null });
    });

    it.each([1, 2_000])(
      'is no news without a time where calls before it come late and all have other numbers, in windows of %i',
      async (limit) => {
        const untimed = (last: number): Record<string, Said[]> =>
          Object.fromEntries(
            callsTo(last).map(({ id }, at) => [id, [{ subject: 'grep', standing: at === 0 ? 'new' : 'rises', isUntimed: true }]]),
          );
        const read = async (last: number, readAtMs: number) => {
          for (;;) if (!(await store.reduceCalls('s', key, limit, buildScriptedReducer(untimed(last), readAtMs)))?.more) return;
        };
        const renumber = (last: number, by: number) => {
          const calls = callsTo(last).map(({ id, callIndex }) => ({
            id,
            callIndex: callIndex + by,
            turnIdx: 0,
            seq: 2 * (callIndex + by),
          }));
          return store.applyRederived({ sessionId: 's', records: [], calls, pairs: [] });
        };
        await put(makeCalls('s', callsTo(4)));
        await read(4, 8_000_000);
        await resolve((await get('s')).id, 'fixed', 8_100_000);
        for (const [by, first] of [
          [1, 'a'],
          [3, 'b'],
        ] as const) {
          await renumber(4, by);
          await put(
            makeCalls(
              's',
              by === 1 ? [{ id: first, callIndex: 1 }] : [2, 3].map((callIndex) => ({ id: `${first}${callIndex}`, callIndex })),
            ),
          );
          await read(4, 8_200_000);
          expect(await get('s')).toMatchObject({ state: 'fixed', seen: 1 });
        }
        await put(makeCalls('s', [{ id: 'c5', callIndex: 8 }]));
        await read(5, 8_300_000);
        expect(await get('s')).toMatchObject({ state: 'regressed' });
      },
    );

    it('tells times newest first, told or found: those that are known before the others', async () => {
      await put(makeCalls('s', callsTo(3)));
      const said = { c1: [{ subject: 'grep' }], c2: [{ subject: 'grep', isUntimed: true }], c3: [{ subject: 'grep' }] };
      await store.reduceCalls('s', key, 2_000, buildScriptedReducer(said, 8_000_000));
      const reported = { observer: 'script', fingerprint: grep, sessionId: 's' };
      for (const [at, more] of [
        { atMs: foundAtMs(2) },
        { atMs: 500 },
        { atMs: foundAtMs(9) },
        { atMs: 9_000_000, isTimed: false },
      ].entries()) {
        await store.putObservations([buildReported({ ...reported, ...more })], 'mira', `told-${at}`);
      }
      const { id, seen } = await get('s');
      const occurrences = await store.listOccurrences(id, 9);
      expect(occurrences.map(({ callIndex, atMs }) => [callIndex, atMs])).toEqual([
        [null, foundAtMs(9)],
        [3, foundAtMs(3)],
        [null, foundAtMs(2)],
        [1, foundAtMs(1)],
        [null, 500],
        [2, null],
        [null, null],
      ]);
      expect(seen).toBe(occurrences.length);
    });

    it('sums what each time cost, as far as it had come, and tells each', async () => {
      await put(makeCalls('s', callsTo(4)));
      await reduce('s', script);
      const { id, waste } = await get('s');
      // A figure that is unknown for one time is unknown for all.
      expect(waste).toEqual({ calls: 6, tokens: null, durationMs: null, costUsd: null });
      const times = [
        { callIndex: 4, atMs: foundAtMs(4), waste: { calls: 4, tokens: 40, durationMs: null, costUsd: null } },
        { callIndex: 1, atMs: foundAtMs(1), waste: { calls: 2, tokens: null, durationMs: 5, costUsd: 0.5 } },
      ];
      expect(await store.listOccurrences(id, 9)).toEqual(times);
      expect(await store.listOccurrences(id, 1)).toEqual(times.slice(0, 1));
      expect(await store.listOccurrences('nobody', 9)).toEqual([]);
      await put(makeCalls('t', callsTo(2)));
      await reduce('t', script);
      expect((await group())?.waste).toEqual({ calls: 8, tokens: null, durationMs: null, costUsd: null });
    });

    it('knows a sum where it knows all of it, in whatever windows it comes, of each and of the group', async () => {
      const figure = fc.option(fc.integer({ min: 0, max: 9 }), { freq: 3 });
      const waste = fc.record({ calls: fc.integer({ min: 1, max: 9 }), tokens: figure, durationMs: figure, costUsd: figure });
      const said = fc.record({ standing: fc.constantFrom('new', 'rises', 'still'), waste: fc.option(waste, { nil: undefined }) });
      const sayings = fc.array(fc.option(said), { minLength: 1, maxLength: 5 });
      const run = async (sessions: { standing: Standing; waste?: Waste | undefined }[][], limit: number) => {
        const other = makeStore();
        for (const [at, all] of sessions.entries()) {
          const id = `s${at}`;
          await other.store.append(makeCalls(id, callsTo(all.length)));
          await other.store.recomputeAggregates([id]);
          const calls = all.map(({ standing, waste: one }, call): [string, Said[]] => [
            `c${call + 1}`,
            [{ subject: 'grep', standing, ...(one && { waste: one }) }],
          ]);
          await reduce(id, Object.fromEntries(calls), { by: other.store, limit });
        }
        const { items } = await other.store.listObservations({ ...pages, filter: {} });
        for (const { id, waste: one } of items) {
          expect(one).toEqual(toWhole((await other.store.listOccurrences(id, 99)).map((time) => time.waste)));
        }
        const found = await other.store.findObservationGroup(grep, 9_000_000, 0);
        expect(found?.waste).toEqual(toWhole(items.map((one) => one.waste)));
        await other.dispose();
      };
      const reported = fc.array(
        sayings.map((all) => all.filter((one) => one !== null)).filter((all) => all.length > 0),
        { minLength: 1, maxLength: 3 },
      );
      await fc.assert(fc.asyncProperty(reported, fc.integer({ min: 1, max: 3 }), run), { numRuns: 30 });
    });

    it('comes to the same in windows of any size, reduced again, with another configuration, and after a checkpoint was restored', async () => {
      await put(makeCalls('s', callsTo(5)));
      await reduce('s', script);
      const once = await dumpObservations(store);
      for (const limit of [1, 2, 3]) {
        const other = makeStore();
        await other.store.append(makeCalls('s', callsTo(5)));
        await other.store.recomputeAggregates(['s']);
        await reduce('s', script, { by: other.store, limit });
        expect((await dumpObservations(other.store)).observations).toEqual(once.observations);
        expect((await dumpObservations(other.store)).groups).toEqual(once.groups);
        await other.dispose();
      }
      for (const limit of [2_000, 1, 2]) {
        await reduce('s', script, { limit, configKey: `set-${limit}` });
        expect(await dumpObservations(store)).toEqual(once);
      }
      await store.putObserverCheckpoint('s', { callIndex: 2, callId: 'c2', configKey: key, state: {} });
      expect((await get('s')).seen).toBe(1);
      await reduce('s', script);
      expect(await dumpObservations(store)).toEqual(once);
    });

    it('restores the findings that were active at the call that a reducer went back to', async () => {
      await put(makeCalls('s', callsTo(5)));
      await reduce('s', script);
      await store.putObserverCheckpoint('s', { callIndex: 2, callId: 'c2', configKey: key, state: {} });
      expect(await get('s')).toMatchObject({
        title: 'grep at 2',
        severity: 'high',
        seen: 1,
        lastSeenAtMs: foundAtMs(2),
        waste: { calls: 2, tokens: null, durationMs: 5, costUsd: 0.5 },
      });
      await store.putObserverCheckpoint('s', { callIndex: 1, callId: 'c1', configKey: key, state: {} });
      expect(await get('s')).toMatchObject({
        title: 'grep at 1',
        severity: 'medium',
        lastSeenAtMs: foundAtMs(1),
        waste: { calls: 1, tokens: 10 },
      });
    });

    it('comes to the same when a call comes late', async () => {
      const calls = callsTo(5);
      await put(
        makeCalls(
          's',
          calls.map((call) => ({ ...call, open: call.callIndex === 3 })),
        ),
      );
      await reduce('s', { ...script, c3: [] });
      await put(makeLateResult('s', { id: 'c3', callIndex: 3 }));
      await reduce('s', script);
      const other = makeStore();
      await other.store.append(makeCalls('s', calls));
      await other.store.recomputeAggregates(['s']);
      await reduce('s', script, { by: other.store });
      const [late, whole] = [await dumpObservations(store), await dumpObservations(other.store)];
      const named = ({ observations }: typeof late) => observations.toSorted((one, two) => one.id.localeCompare(two.id));
      expect(named(late)).toEqual(named(whole));
      await other.dispose();
    });

    it('withdraws what is found no more, and opens it when it is found again', async () => {
      await put(makeCalls('s', callsTo(3)));
      await reduce('s', script);
      await reduce('s', { c3: script['c3'] ?? [] }, { configKey: 'set-2', limit: 1 });
      const mark = { state: 'stale', seen: 0, isNoLongerFound: true };
      expect(await get('s')).toMatchObject({ ...mark, resolution: { by: 'script', reason: 'stale' } });
      const { atMs } = (await get('s')).resolution ?? { atMs: -1 };
      expect([await store.countNoLongerFound(atMs), await store.countNoLongerFound(atMs + 1)]).toEqual([1, 0]);
      expect(await get('s', 'sed')).toMatchObject({ state: 'open', seen: 1, isNoLongerFound: false });
      expect(await group()).toMatchObject({ ...mark, byStatus: { open: 0, acknowledged: 0, resolved: 1 } });
      await reduce('s', script, { configKey: 'set-3', limit: 1 });
      expect(await get('s')).toMatchObject({ state: 'open', seen: 1, resolution: null, resolvedAtMs: null, isNoLongerFound: false });
      expect(await store.countNoLongerFound(0)).toBe(0);
      expect((await kinds()).slice(3)).toEqual(['withdraw open stale', 'return stale open', 'escalate open open']);
    });

    it('opens what was withdrawn and archived when it is found again', async () => {
      await put(makeCalls('s', callsTo(1)));
      await reduce('s', script);
      // Somebody acts on it: otherwise it is archived as it is withdrawn.
      for (const action of ['acknowledge', 'reopen'] as const)
        await store.triage(makeCommand({ action, target: { observations: [{ id: (await get('s')).id }] } }));
      await reduce('s', {}, { configKey: 'set-2' });
      expect(await store.clearResolved(null, 'ada', 5_000_000, 'clear')).toBe(1);
      expect(await get('s')).toMatchObject({ state: 'stale', isCleared: true });
      await reduce('s', script, { configKey: 'set-3' });
      expect(await get('s')).toMatchObject({ state: 'open', isCleared: false, seen: 1, resolution: null });
      expect((await kinds()).slice(3)).toEqual(['withdraw open stale', 'clear stale stale', 'return stale open']);
    });

    it('withdraws nothing that people resolved or told', async () => {
      await put(makeCalls('s', callsTo(3)));
      await reduce('s', script);
      await resolve((await get('s')).id, 'wont_fix', 5_000_000);
      await reduce('s', {}, { configKey: 'set-2' });
      expect([(await get('s')).state, (await get('s', 'sed')).state]).toEqual(['wont_fix', 'stale']);
      await reduce('s', script, { configKey: 'set-3' });
      expect([(await get('s')).state, (await get('s', 'sed')).state]).toEqual(['wont_fix', 'open']);
    });

    it.each(['false_positive', 'fixed'] as const)(
      'keeps a group %s when its observer withdraws the last open one of it',
      async (reason) => {
        for (const id of ['s', 't']) {
          await put(makeCalls(id, callsTo(1)));
          await reduce(id, script);
        }
        await resolve((await get('s')).id, reason, 5_000_000);
        await reduce('t', {}, { configKey: 'set-2' });
        expect((await get('t')).state).toBe('stale');
        expect(await group()).toMatchObject({ state: reason, byStatus: { open: 0, acknowledged: 0, resolved: 2 } });
        await put(makeCalls('u', callsTo(1)));
        await reduce('u', script);
        expect(await get('u')).toMatchObject({ state: reason, resolution: { reason, note: 'why', by: 'ada', atMs: 5_000_000 } });
      },
    );

    it('lets nobody speak as another observer by naming its fingerprint, in that session or elsewhere', async () => {
      await put(makeCalls('s', callsTo(3)));
      await reduce('s', script);
      const found = await get('s');
      let reports = 0;
      const report = async (observer: string, sessionId: string | null) => {
        const reported = buildReported({ observer, content: 'All is well', fingerprint: found.fingerprint, sessionId, atMs: 9_000_000 });
        return (await store.putObservations([reported], 'mira', `told-${(reports += 1)}`)).map(({ observation }) => observation);
      };
      const [stranger] = await report('Stranger', 's');
      expect(stranger).toMatchObject({ observer: 'Stranger', content: 'All is well', seen: 1 });
      expect(stranger?.fingerprint).not.toBe(found.fingerprint);
      expect(await get('s')).toEqual(found);
      expect((await report('Stranger', 's'))[0]).toMatchObject({ id: stranger?.id, seen: 2 });
      expect((await report('Stranger', null))[0]?.fingerprint).toBe(stranger?.fingerprint);
      expect((await group())?.observations).toBe(1);
      expect((await report('script', null))[0]?.fingerprint).toBe(found.fingerprint);
      expect((await group())?.observations).toBe(2);
    });

    const returns: [(typeof resolutionReason.options)[number], 'before' | 'after', ObservationState][] = [
      ['fixed', 'after', 'regressed'],
      ['fixed', 'before', 'fixed'],
      ['false_positive', 'after', 'false_positive'],
      ['false_positive', 'before', 'false_positive'],
      ['wont_fix', 'after', 'wont_fix'],
      ['wont_fix', 'before', 'wont_fix'],
      ['stale', 'after', 'open'],
      ['stale', 'before', 'open'],
    ];
    it.each(returns)('makes of one that is %s and found %s that: %s', async (reason, when, state) => {
      await put(makeCalls('s', callsTo(1)));
      await reduce('s', script);
      await resolve((await get('s')).id, reason, foundAtMs(4) + (when === 'after' ? -1 : 1));
      await put(makeCalls('s', callsTo(4, 2)));
      await reduce('s', { c4: script['c4'] ?? [] });
      expect(await get('s')).toMatchObject({ state, seen: 2, severity: 'medium', lastSeenAtMs: foundAtMs(4) });
      const once = await dumpObservations(store);
      await reduce('s', { c1: script['c1'] ?? [], c4: script['c4'] ?? [] }, { configKey: 'set-2', limit: 1 });
      expect((await dumpObservations(store)).steps).toEqual(once.steps);
      // The same in another session: one that is new joins what its group stands for.
      await put(makeCalls('t', callsTo(4)));
      await reduce('t', { c4: script['c4'] ?? [] });
      expect((await get('t')).state).toBe(state === 'regressed' ? 'open' : state);
      expect((await group())?.state).toBe(state);
      expect((await group())?.seen).toBe(3);
    });

    it.each(returns)('makes of a new one, in a group that is %s, found %s that: %s', async (reason, when, state) => {
      await put(makeCalls('s', callsTo(1)));
      await reduce('s', script);
      await resolve((await get('s')).id, reason, foundAtMs(4) + (when === 'after' ? -1 : 1));
      await put(makeCalls('t', callsTo(4)));
      await reduce('t', { c4: script['c4'] ?? [] });
      const made = await get('t');
      expect(made.state).toBe(state);
      const isClosed = ['fixed', 'false_positive', 'wont_fix'].includes(state);
      expect(made.resolution).toEqual(
        isClosed ? { reason, note: 'why', by: 'ada', atMs: foundAtMs(4) + (when === 'after' ? -1 : 1) } : null,
      );
      expect(await group()).toMatchObject({ state, seen: 2, observations: 2, sessions: 2 });
      expect((await kinds()).at(-1)).toBe(`${state === 'regressed' ? 'regress' : 'create'} null ${state}`);
    });

    it('returns one that goes on after it was fixed, once: it rises, or rests on a call since', async () => {
      await put(makeCalls('s', callsTo(2)));
      await reduce('s', { c1: script['c1'] ?? [] });
      const { id } = await get('s');
      await resolve(id, 'fixed', foundAtMs(2) + 1);
      await put(makeCalls('s', callsTo(3, 3)));
      await reduce('s', { c3: [{ subject: 'grep', standing: 'still', calls: [1, 2] }] });
      expect((await get('s')).state).toBe('fixed');
      await put(makeCalls('s', callsTo(4, 4)));
      await reduce('s', { c4: [{ subject: 'grep', standing: 'rises', severity: 'warning' }] });
      expect(await get('s')).toMatchObject({ state: 'regressed', severity: 'high', seen: 1 });
      await resolve(id, 'fixed', foundAtMs(4) + 1);
      await store.putObserverCheckpoint('s', { callIndex: 3, callId: 'c3', configKey: key, state: {} });
      await reduce('s', { c4: [{ subject: 'grep', standing: 'rises', severity: 'warning' }] });
      expect((await get('s')).state).toBe('fixed');
      await put(makeCalls('s', callsTo(5, 5)));
      await reduce('s', { c5: [{ subject: 'grep', standing: 'still', calls: [1, 5] }] });
      expect(await get('s')).toMatchObject({ state: 'regressed', seen: 1, title: 'grep at 5' });
      await resolve(id, 'fixed', foundAtMs(5) + 1);
      await put(makeCalls('s', callsTo(6, 6)));
      await reduce('s', { c6: [{ subject: 'grep', calls: [1, 5] }] });
      expect(await get('s')).toMatchObject({ state: 'regressed', seen: 1, title: 'grep at 6' });
      await resolve(id, 'false_positive', foundAtMs(6) + 1);
      await put(makeCalls('s', callsTo(7, 7)));
      await reduce('s', { c7: [{ subject: 'grep', standing: 'still' }] });
      expect(await get('s')).toMatchObject({ state: 'false_positive', title: 'grep at 7' });
    });

    it('counts only the worst since it was opened', async () => {
      await put(makeCalls('s', callsTo(2)));
      await reduce('s', script);
      expect((await get('s')).severity).toBe('high');
      await resolve((await get('s')).id, 'fixed', foundAtMs(3));
      await put(makeCalls('s', callsTo(4, 3)));
      await reduce('s', script);
      expect(await get('s')).toMatchObject({ state: 'regressed', severity: 'medium' });
      await reduce('s', script, { configKey: 'set-2' });
      expect(await get('s')).toMatchObject({ state: 'regressed', severity: 'medium' });
    });

    it.each([1, 2, 2_000])('is as severe as what stands of it, whatever was said before, in windows of %i', async (limit) => {
      await put(makeCalls('s', callsTo(5)));
      await reduce('s', script);
      expect(await get('s')).toMatchObject({ severity: 'high' });
      const milder = { ...script, c2: [{ subject: 'grep', standing: 'still' as const }] };
      await reduce('s', milder, { configKey: 'set-2', limit });
      const other = makeStore();
      await other.store.append(makeCalls('s', callsTo(5)));
      await other.store.recomputeAggregates(['s']);
      await reduce('s', milder, { by: other.store });
      const [replayed, whole] = [await dumpObservations(store), await dumpObservations(other.store)];
      expect(replayed.observations).toEqual(whole.observations);
      expect(replayed.groups).toEqual(whole.groups);
      expect(await get('s')).toMatchObject({ severity: 'medium' });
      await reduce('s', script, { configKey: 'set-3', limit });
      expect([(await get('s')).severity, (await group())?.severity]).toEqual(['high', 'high']);
      await other.dispose();
    });

    it('says what changed, and nothing where nothing did', async () => {
      await put(makeCalls('s', callsTo(2)));
      await put(makeCalls('t', callsTo(2)));
      const before = (await store.readChanges(null, 1)).cursor;
      await reduce('s', script);
      await reduce('t', {});
      const topics = (await store.readChanges(before, 100)).changes.map(({ topic, subjectId }) => `${topic} ${subjectId}`);
      expect(topics.filter((one) => one.startsWith('observation'))).toEqual(['observation s']);
      const after = (await store.readChanges(null, 1)).cursor;
      await reduce('s', script);
      expect((await store.readChanges(null, 1)).cursor).toBe(after);
    });

    it('stores nothing of a reducer that fails', async () => {
      await put(makeCalls('s', callsTo(2)));
      const fail = (window: Parameters<ReturnType<typeof buildScriptedReducer>>[0]) => {
        const made = buildScriptedReducer(script)(window);
        // No JSON.
        return { ...made, detections: made.detections.map((one, at) => (at === 1 ? { ...one, metadata: { count: 1n } } : one)) };
      };
      await expect(store.reduceCalls('s', key, 10, fail)).rejects.toThrow();
      expect(await dumpObservations(store)).toEqual({ observations: [], groups: [], steps: [] });
    });

    it('is synthetic as its session is, also where it was told before the session came', async () => {
      const reported = buildReported({ sessionId: 'demo', observer: 'script', fingerprint: grep });
      const reviewed = buildReported({ sessionId: 'demo' });
      await store.putObservations([reported, reviewed], 'eve', 'told');
      expect([(await get('demo')).synthetic, (await group())?.synthetic]).toEqual([false, false]);
      await put(makeCalls('demo', callsTo(3), { synthetic: true }));
      const [again] = await store.putObservations([{ ...reviewed, atMs: 5_000 }], 'eve', 'told again');
      expect(again?.observation.synthetic).toBe(true);
      await reduce('demo', script);
      expect([(await get('demo')).synthetic, (await group())?.synthetic]).toEqual([true, true]);
    });

    it('goes with its session, and with the last of a group the group', async () => {
      await put(makeCalls('demo', callsTo(3), { synthetic: true }));
      await put(makeCalls('s', callsTo(2)));
      await reduce('demo', script);
      expect([(await get('demo')).synthetic, (await group())?.synthetic]).toEqual([true, true]);
      await reduce('s', script);
      expect(await group()).toMatchObject({ synthetic: false, observations: 2, sessions: 2 });
      await store.deleteSynthetic();
      expect(await group()).toMatchObject({ observations: 1, sessions: 1, seen: 1 });
      expect(await group('sed')).toBeNull();
      const { observations, steps } = await dumpObservations(store);
      expect([observations.map(({ sessionId }) => sessionId), steps.map(({ kind }) => kind)]).toEqual([['s'], ['create', 'escalate']]);
      expect((await store.listHistory({ fingerprint: grep }, 10)).map(({ sessionId }) => sessionId)).toEqual(['s', 's']);
    });
  });
};
