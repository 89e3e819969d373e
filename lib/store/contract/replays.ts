import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SinkRule } from '../../domain/delivery.ts';
import { observationIdOf } from '../../observations/fingerprint.ts';
import { makeCalls } from '../build-reducer.ts';
import { buildScriptedReducer, makeCommand, dumpObservations, fingerprintOf, foundAtMs, type Said } from '../make-observed.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

type Script = Record<string, Said[]>;

const callCount = 6;
const calls = Array.from({ length: callCount }, (_, at) => ({ id: `c${at + 1}`, callIndex: at + 1 }));
const subjects = ['grep', 'sed', 'awk'] as const;
const found = (...subject: string[]): Said[] => subject.map((one) => ({ subject: one }));

/** Reverting a parameter and replaying leaves triage as it was. */
export const describeReplays = ({ fresh, makeStore }: StoreSubject): void => {
  describe('replays with other parameters', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });
    const replay = async (script: Script, configKey: string, { by = store, limit = 100 } = {}) => {
      for (;;) if (!(await by.reduceCalls('s', configKey, limit, buildScriptedReducer(script)))?.more) return;
    };
    const idOf = (subject: string) => observationIdOf('s', fingerprintOf(subject));
    const get = async (subject: string, by = store) => by.findObservation(idOf(subject));
    const act = (action: 'acknowledge' | 'resolve', subject: string, atMs: number, by = store) =>
      by.triage(makeCommand({ action, reason: 'fixed', atMs, target: { observations: [{ id: idOf(subject) }] } }));

    it.each([1, 2, 100])('keep what was acknowledged, and archive what only other parameters found, in windows of %i', async (limit) => {
      await put(makeCalls('s', calls));
      const own = { c1: found('grep', 'sed') };
      await replay(own, 'a', { limit });
      await act('acknowledge', 'grep', 5_000_000);
      const before = await dumpObservations(store);
      await replay({ c2: found('awk'), c3: found('sed') }, 'b', { limit });
      expect([(await get('grep'))?.state, (await get('awk'))?.state, (await get('sed'))?.state]).toEqual(['stale', 'open', 'open']);
      // Somebody acted on it, so it stays in sight.
      expect((await get('grep'))?.isCleared).toBe(false);
      await replay(own, 'a', { limit });
      expect(await get('grep')).toMatchObject({ state: 'acknowledged', acknowledgedAtMs: 5_000_000, resolution: null, seen: 1 });
      expect(await get('sed')).toMatchObject({ state: 'open' });
      expect(await get('awk')).toMatchObject({ state: 'stale', isCleared: true, seen: 0 });
      const inSight = { sort: 'created_at', descending: false, cursor: null, limit: 100, nowMs: 9_000_000, filter: {} } as const;
      expect((await store.listObservations(inSight)).items.map(({ id }) => id)).toEqual(before.observations.map(({ id }) => id));
      // Found by the other parameters once more, it is in sight again.
      await replay({ c2: found('awk') }, 'b', { limit });
      expect(await get('awk')).toMatchObject({ state: 'open', isCleared: false, resolution: null });
    });

    it('tell what was sent to the agent, by itself and in its group, and count it', async () => {
      await put(makeCalls('s', calls));
      await put(makeCalls('t', calls));
      await replay({ c1: found('grep'), c4: found('sed') }, 'a');
      await store.reduceCalls('t', 'a', 100, buildScriptedReducer({ c2: found('grep') }));
      const [key] = (await store.listAssessments('s', { superseded: false })).map(({ observer, configKey, callId }) => ({
        ...{ observer, configKey, callId },
      }));
      await store.putSent('s', key ? [key] : [], 5_000);
      const list = { sort: 'created_at', descending: false, cursor: null, limit: 100, nowMs: 9_000_000 } as const;
      const ids = async (sent: boolean) => (await store.listObservations({ ...list, filter: { sent } })).items.map(({ id }) => id);
      const groups = async (sent: boolean) =>
        (await store.listObservationGroups({ ...list, zoneMinutes: 0, filter: { sent } })).items.map(({ fingerprint }) => fingerprint);
      expect(await ids(true)).toEqual([idOf('grep')]);
      expect((await ids(false)).toSorted()).toEqual([idOf('sed'), observationIdOf('t', fingerprintOf('grep'))].toSorted());
      expect([await groups(true), await groups(false)]).toEqual([[fingerprintOf('grep')], [fingerprintOf('sed')]]);
      const counts = async (view: 'single' | 'groups') =>
        (await store.observationFacets({ of: { sent: true } }, view, 9_000_000)).of.sent.map(({ value, count }) => [value, count]);
      expect(await counts('single')).toEqual([
        ['yes', 1],
        ['no', 2],
      ]);
      expect(await counts('groups')).toEqual([
        ['yes', 1],
        ['no', 1],
      ]);
    });

    it.each([1, 100])('keep what was fixed, where only other parameters found it again later, in windows of %i', async (limit) => {
      await put(makeCalls('s', calls));
      const own = { c1: found('grep') };
      await replay(own, 'a', { limit });
      await act('resolve', 'grep', foundAtMs(3));
      const before = await get('grep');
      await replay({ ...own, c5: found('grep') }, 'b', { limit });
      expect(await get('grep')).toMatchObject({ state: 'regressed', seen: 2 });
      await replay(own, 'a', { limit });
      expect(await get('grep')).toMatchObject({ state: 'fixed', resolution: before?.resolution, resolvedAtMs: foundAtMs(3), seen: 1 });
      const steps = (await store.listTransitions(0, 100)).map(({ kind, from, to }) => `${kind} ${from} ${to}`);
      expect(steps).toEqual(['create null open', 'resolve open fixed', 'regress fixed regressed', 'withdraw regressed fixed']);
    });

    it('keep a regression that stands, whatever was replayed', async () => {
      await put(makeCalls('s', calls));
      const own = { c1: found('grep'), c5: found('grep') };
      await replay({ c1: found('grep') }, 'a');
      await act('resolve', 'grep', foundAtMs(3));
      await replay(own, 'b');
      expect((await get('grep'))?.state).toBe('regressed');
      await act('acknowledge', 'grep', 5_000_000);
      for (const configKey of ['c', 'd']) await replay(own, configKey, { limit: 2 });
      expect(await get('grep')).toMatchObject({ state: 'acknowledged', acknowledgedAtMs: 5_000_000 });
    });

    /** The newer rules call the same calls otherwise. */
    const older = { c2: found('grep "x"'), c4: found('sed') };
    const newer = { c2: found('grep'), c4: found('sed') };

    it.each([1, 2, 100])('carry over what was decided, in windows of %i', async (limit) => {
      await put(makeCalls('s', calls));
      await replay(older, 'a', { limit });
      const target = { observations: [{ id: idOf('grep "x"') }] };
      await store.triage(makeCommand({ action: 'resolve', reason: 'false_positive', note: 'expected', atMs: 5_000_000, target }));
      const resolution = { reason: 'false_positive', note: 'expected', by: 'ada', atMs: 5_000_000 };
      for (const configKey of ['b', 'c']) {
        await replay(newer, configKey, { limit });
        expect(await get('grep')).toMatchObject({ state: 'false_positive', isCleared: false, resolution });
        expect(await get('grep "x"')).toMatchObject({ state: 'stale', isCleared: true, seen: 0 });
        expect(await get('sed')).toMatchObject({ state: 'open' });
        expect(await store.listLabels()).toEqual([
          { fingerprint: fingerprintOf('grep'), observer: 'script', label: 'false_positive', synthetic: false },
        ]);
        expect(await store.findObservationGroup(fingerprintOf('grep'), 9_000_000, 0)).toMatchObject({ state: 'false_positive' });
        const histories = await Promise.all([idOf('grep'), idOf('grep "x"')].map((id) => store.listHistory({ observationId: id }, 10)));
        expect(histories.map(([last]) => [last?.kind, last?.from, last?.to, last?.otherId])).toEqual([
          ['carry_from', 'open', 'false_positive', idOf('grep "x"')],
          ['carry_to', 'false_positive', 'stale', idOf('grep')],
        ]);
      }
      // The older rules again: what was decided comes back.
      await replay(older, 'd', { limit });
      expect(await get('grep "x"')).toMatchObject({ state: 'false_positive', isCleared: false, resolution });
      expect(await get('grep')).toMatchObject({ state: 'stale', isCleared: true });
      expect((await store.listLabels()).map(({ fingerprint }) => fingerprint)).toEqual([fingerprintOf('grep "x"')]);
    });

    it('deliver what they find anew once it has what was decided before, and hold up nothing for long', async () => {
      const file: SinkRule = { sink: 'file', severities: ['critical', 'high', 'medium', 'low', 'info'] };
      await put(makeCalls('s', calls));
      await replay(older, 'a');
      await act('acknowledge', 'grep "x"', 5_000_000);
      await store.queueDeliveries([file], 1);
      // The first half: found anew, and not yet what somebody decided about.
      await store.reduceCalls('s', 'b', 3, buildScriptedReducer(newer));
      const foundMs = (await get('grep'))?.changedAtMs ?? 0;
      expect(await get('grep')).toMatchObject({ state: 'open' });
      expect(await store.queueDeliveries([file], foundMs)).toEqual({ queued: 0, more: false, waits: true });
      await replay(newer, 'b');
      expect(await get('grep')).toMatchObject({ state: 'acknowledged' });
      expect(await store.queueDeliveries([file], foundMs)).toEqual({ queued: 0, more: false });
      await store.reduceCalls('s', 'c', 3, buildScriptedReducer({ c1: found('awk') }));
      const againMs = (await get('awk'))?.changedAtMs ?? 0;
      expect(await store.queueDeliveries([file], againMs + 59_999)).toMatchObject({ queued: 0, waits: true });
      expect(await store.queueDeliveries([file], againMs + 60_000)).toEqual({ queued: 1, more: false });
    });

    it('undo no triage, whatever other parameters find, in windows of any size', async () => {
      const said = fc.uniqueArray(fc.constantFrom(...subjects), { maxLength: 3 });
      const script = fc.array(said, { minLength: callCount, maxLength: callCount });
      const actions = fc.array(fc.record({ subject: fc.constantFrom(...subjects), isFixed: fc.boolean() }), { maxLength: 4 });
      const toScript = (all: string[][]): Script => Object.fromEntries(all.map((one, at) => [`c${at + 1}`, found(...one)]));
      await fc.assert(
        fc.asyncProperty(script, script, actions, fc.integer({ min: 1, max: 7 }), async (own, other, done, limit) => {
          const { store: by, dispose } = makeStore();
          await by.append(makeCalls('s', calls));
          await by.recomputeAggregates(['s']);
          await replay(toScript(own), 'a', { by });
          for (const [at, { subject, isFixed }] of done.entries()) {
            if (await get(subject, by)) await act(isFixed ? 'resolve' : 'acknowledge', subject, 5_000_000 + at, by);
          }
          const toTriage = async (subject: string) => {
            const one = await get(subject, by);
            return one && { state: one.state, resolution: one.resolution, acknowledgedAtMs: one.acknowledgedAtMs, seen: one.seen };
          };
          const before = await Promise.all(subjects.map(toTriage));
          await replay(toScript(other), 'b', { by, limit });
          await replay(toScript(own), 'a', { by, limit });
          const after = await Promise.all(subjects.map(toTriage));
          for (const [at, one] of before.entries()) if (one) expect(after[at]).toEqual(one);
          const { items } = await by.listObservations({
            sort: 'created_at',
            descending: false,
            cursor: null,
            limit: 9,
            nowMs: 9e6,
            filter: {},
          });
          expect(items).toHaveLength(before.filter((one) => one !== null).length);
          await dispose();
        }),
        { numRuns: 40 },
      );
    });
  });
};
