import { beforeEach, describe, expect, it } from 'vitest';
import type { Delivery, SinkRule } from '../../domain/delivery.ts';
import { makeCalls } from '../build-reducer.ts';
import { makeCommand, buildReported, buildScriptedReducer } from '../make-observed.ts';
import type { Store } from '../store.ts';
import { testedLimits, type FreshStore, type StoreSubject } from './store-subject.ts';

const hook: SinkRule = { sink: 'hook', severities: ['critical', 'high'] };
const file: SinkRule = { sink: 'file', severities: ['critical', 'high', 'medium', 'low', 'info'] };

/** Deliveries to sinks, queued from the history of observations. */
export const describeDeliveries = ({ fresh }: StoreSubject): void => {
  describe('deliveries', () => {
    let store: Store;
    let connect: FreshStore['connect'];
    let reports = 0;
    beforeEach(() => {
      ({ store, connect } = fresh());
    });
    const report = async (...reported: Parameters<typeof buildReported>[0][]) =>
      (await store.putObservations(reported.map(buildReported), 'Reviewer', `told-${(reports += 1)}`)).map(
        ({ observation }) => observation,
      );
    const list = async () => (await store.listDeliveries(null, { cursor: null, limit: 50 })).items;

    it('begins at now with a rule that is new, and queues nothing twice', async () => {
      await report({ content: 'before', severity: 'high' });
      expect(await store.queueDeliveries([hook], 10)).toEqual({ queued: 0, more: false });
      const [high] = await report({ content: 'high', severity: 'high' }, { content: 'low', severity: 'low' });
      expect(await store.queueDeliveries([hook, file], 20)).toEqual({ queued: 1, more: false });
      expect(await store.queueDeliveries([hook, file], 30)).toEqual({ queued: 0, more: false });
      await report({ content: 'later', severity: 'critical' });
      expect(await store.queueDeliveries([hook, file], 40)).toEqual({ queued: 2, more: false });
      const queued = await list();
      expect(queued.map(({ sink, title }) => `${sink} ${title}`).toSorted()).toEqual(['file later', 'hook high', 'hook later']);
      expect(queued.at(-1)).toMatchObject({
        sink: 'hook',
        event: 'observation.opened',
        observationId: high?.id,
        state: 'pending',
        attempts: 0,
        error: null,
        createdAtMs: 20,
        nextAtMs: 20,
        endedAtMs: null,
      });
    });

    it('queues what returns, not what people open or close', async () => {
      await store.queueDeliveries([file], 1);
      const [made] = await report({ severity: 'high', atMs: 10 });
      const target = { observations: [{ id: made?.id ?? '' }] };
      const act = (action: 'resolve' | 'reopen', reason: 'fixed' | 'false_positive' = 'fixed') =>
        store.triage(makeCommand({ action, reason, atMs: 20, target }));
      await act('resolve');
      expect(await store.queueDeliveries([file], 30)).toEqual({ queued: 0, more: false });
      await act('reopen');
      expect(await store.queueDeliveries([file], 31)).toEqual({ queued: 0, more: false });
      await act('resolve');
      await report({ severity: 'high', atMs: 40 });
      expect(await store.queueDeliveries([file], 50)).toEqual({ queued: 1, more: false });
      expect(await list()).toMatchObject([{ event: 'observation.regressed', observationId: made?.id }]);
      await act('resolve', 'false_positive');
      await report({ severity: 'high', atMs: 60 });
      expect(await store.queueDeliveries([file], 70)).toEqual({ queued: 0, more: false });
    });

    it('queues one that rises for a sink that did not want it as it was, once each time that it is opened', async () => {
      const all = [hook, file];
      const middle: SinkRule = { sink: 'middle', severities: ['high', 'medium'] };
      await store.queueDeliveries([...all, middle], 1);
      const [made] = await report({ severity: 'medium', atMs: 10 });
      expect(await store.queueDeliveries([...all, middle], 11)).toEqual({ queued: 2, more: false });
      await report({ severity: 'high', atMs: 20 });
      expect(await store.queueDeliveries([...all, middle], 21)).toEqual({ queued: 1, more: false });
      await report({ severity: 'critical', atMs: 30 });
      await report({ severity: 'low', atMs: 31 });
      expect(await store.queueDeliveries([...all, middle], 32)).toEqual({ queued: 0, more: false });
      expect(await list()).toMatchObject([{ sink: 'hook', event: 'observation.opened', observationId: made?.id, createdAtMs: 21 }, {}, {}]);
      expect(await store.findObservation(made?.id ?? '')).toMatchObject({ severity: 'critical', state: 'open', version: 1 });
      const kinds = (await store.listHistory({ observationId: made?.id ?? '' }, 9)).map(({ kind, from, to }) => `${kind} ${from} ${to}`);
      expect(kinds).toEqual(['escalate open open', 'escalate open open', 'create null open']);
      await store.triage(makeCommand({ action: 'resolve', reason: 'stale', atMs: 40, target: { observations: [{ id: made?.id ?? '' }] } }));
      await report({ severity: 'low', atMs: 50 });
      await store.queueDeliveries([hook], 51);
      await report({ severity: 'high', atMs: 60 });
      expect(await store.queueDeliveries([hook], 61)).toEqual({ queued: 1, more: false });
    });

    it('gives what is due to one of all who ask, until the lease is over', async () => {
      const other = connect();
      await store.queueDeliveries([file], 1);
      await report(...Array.from({ length: 20 }, (_, at) => ({ content: `n${at}` })));
      const queued = await Promise.all([store.queueDeliveries([file], 10), other.queueDeliveries([file], 10)]);
      expect(queued.map((one) => one.queued).toSorted()).toEqual([0, 20]);
      expect(await store.claimDeliveries(file.sink, 9, 100, 50)).toEqual([]);
      const claimed = (await Promise.all([store, other, store, other].map((by) => by.claimDeliveries(file.sink, 10, 100, 8)))).flat();
      expect(new Set(claimed.map(({ id }) => id)).size).toBe(20);
      expect(claimed).toHaveLength(20);
      expect(claimed[0]).toMatchObject({ attempts: 1, observation: { observer: 'Reviewer', state: 'open', createdAtMs: 1_000 } });
      expect(await other.claimDeliveries(file.sink, 109, 100, 50)).toEqual([]);
      expect(await other.claimDeliveries(file.sink, 110, 100, 50)).toHaveLength(20);
      await other.close();
    });

    it('sends nothing that its observer no longer detects, and sends it once it is detected again', async () => {
      const calls = ['c1', 'c2'].map((id, at) => ({ id, callIndex: at + 1 }));
      await store.append(makeCalls('s', calls));
      await store.recomputeAggregates(['s']);
      const reduce = (script: Parameters<typeof buildScriptedReducer>[0], configKey: string) =>
        store.reduceCalls('s', configKey, 10, buildScriptedReducer(script));
      const [stays, goes] = [{ subject: 'stays' }, { subject: 'goes' }];
      const rules = [file, { ...file, sink: 'lines' }];
      await store.queueDeliveries(rules, 1);
      await reduce({ c1: [goes], c2: [stays] }, 'set-1');
      // Held back until the session's observers are through, or a minute passed.
      const laterMs = 10_000_000_000_000;
      expect(await store.queueDeliveries(rules, laterMs)).toMatchObject({ queued: 4 });
      await reduce({ c2: [stays] }, 'set-2');
      const claim = async () => (await store.claimDeliveries('file', laterMs, 100, 1)).map(({ observationId }) => observationId);
      const sent = await claim();
      expect([sent.length, await claim()]).toEqual([1, []]);
      expect((await store.claimOldestDelivery('lines', laterMs, 100))?.observationId).toBe(sent[0]);
      expect((await list()).map(({ sink, observationId }) => `${sink} ${observationId}`).toSorted()).toEqual([
        `file ${sent[0]}`,
        `lines ${sent[0]}`,
      ]);
      await reduce({ c1: [goes], c2: [stays] }, 'set-3');
      expect(await store.queueDeliveries([file], 2 * laterMs)).toMatchObject({ queued: 1 });
      const [again] = (await store.claimDeliveries('file', 2 * laterMs, 100, 9)).filter(({ observationId }) => observationId !== sent[0]);
      expect(again).toMatchObject({ event: 'observation.opened', observation: { state: 'open' } });
    });

    it('gives the oldest of a sink alone, and nothing while that one waits', async () => {
      await store.queueDeliveries([file, hook], 1);
      await report({ content: 'hook and file', severity: 'high' }, { content: 'second' });
      await store.queueDeliveries([file, hook], 10);
      await report({ content: 'third' });
      await store.queueDeliveries([file, hook], 20);
      const claim = async (atMs: number) => (await store.claimOldestDelivery(file.sink, atMs, 100)) ?? null;
      expect(await claim(9)).toBeNull();
      const first = await claim(20);
      expect(first).toMatchObject({ title: 'hook and file', attempts: 1, nextAtMs: 120, observation: { severity: 'high' } });
      expect(await claim(119)).toBeNull();
      await store.endDelivery(first?.id ?? '', { state: 'pending', error: 'busy', nextAtMs: 500, atMs: 30 });
      expect(await claim(499)).toBeNull();
      expect(await claim(500)).toMatchObject({ title: 'hook and file', attempts: 2 });
      await store.endDelivery(first?.id ?? '', { state: 'dead', error: 'gone', nextAtMs: null, atMs: 510 });
      const second = await claim(510);
      await store.endDelivery(second?.id ?? '', { state: 'sent', error: null, nextAtMs: null, atMs: 511 });
      expect([second?.title, (await claim(520))?.title, await store.claimOldestDelivery('other', 600, 1)]).toEqual([
        'second',
        'third',
        null,
      ]);
    });

    it('tries all dead ones of a sink again, and gives back an attempt that does not count', async () => {
      await store.queueDeliveries([file, hook], 1);
      await report({ content: '1', severity: 'high' }, { content: '2', severity: 'high' }, { content: '3', severity: 'high' });
      await store.queueDeliveries([file, hook], 10);
      for (const { sink } of [file, hook]) {
        const [dead, other, sent] = (await store.claimDeliveries(sink, 10, 100, 3)).map(({ id }) => id);
        for (const id of [dead, other]) await store.endDelivery(id ?? '', { state: 'dead', error: 'gone', nextAtMs: null, atMs: 11 });
        await store.endDelivery(sent ?? '', { state: 'sent', error: null, nextAtMs: null, atMs: 12 });
      }
      expect([await store.retryDeliveries({ sink: 'hook' }, 20), await store.retryDeliveries({ sink: 'hook' }, 20)]).toEqual([2, 0]);
      expect(await store.countDeliveries()).toEqual([
        { sink: 'file', pending: 0, sent: 1, dead: 2 },
        { sink: 'hook', pending: 2, sent: 1, dead: 0 },
      ]);
      const [again] = await store.claimDeliveries('hook', 20, 100, 1);
      expect(again).toMatchObject({ attempts: 1, endedAtMs: null });
      await store.endDelivery(again?.id ?? '', { state: 'pending', error: 'stopped', nextAtMs: 30, atMs: 30, isUncounted: true });
      expect(await store.findDelivery(again?.id ?? '')).toMatchObject({ state: 'pending', attempts: 0, nextAtMs: 30 });
    });

    it('tells the observation as it was queued', async () => {
      await store.queueDeliveries([file], 1);
      const [made] = await report({});
      await store.queueDeliveries([file], 10);
      await store.triage(makeCommand({ action: 'acknowledge', target: { observations: [{ id: made?.id ?? '' }] } }));
      expect((await store.claimDeliveries(file.sink, 10, 100, 1))[0]?.observation).toEqual(made);
    });

    it('keeps what came of each, and tries a dead one again', async () => {
      await store.queueDeliveries([file], 1);
      await report({ content: '1' }, { content: '2' }, { content: '3' });
      await store.queueDeliveries([file], 10);
      const [sent, late, dead] = (await store.claimDeliveries(file.sink, 10, 100, 3)).map(({ id }) => id);
      await store.endDelivery(sent ?? '', { state: 'sent', error: null, nextAtMs: null, atMs: 11 });
      await store.endDelivery(late ?? '', { state: 'pending', error: 'busy', nextAtMs: 500, atMs: 12 });
      await store.endDelivery(dead ?? '', { state: 'dead', error: 'gone', nextAtMs: null, atMs: 13 });
      expect(await store.countDeliveries()).toEqual([{ sink: 'file', pending: 1, sent: 1, dead: 1 }]);
      expect([await store.nextDeliveryMs('file'), await store.nextDeliveryMs('other')]).toEqual([500, null]);
      await store.endDelivery(sent ?? '', { state: 'pending', error: 'late', nextAtMs: 20, atMs: 14 });
      const byId = new Map((await list()).map((one) => [one.id, one]));
      expect(byId.get(sent ?? '')).toMatchObject({ state: 'sent', nextAtMs: null, endedAtMs: 11, attempts: 1 });
      expect(byId.get(late ?? '')).toMatchObject({ state: 'pending', error: 'busy', nextAtMs: 500, endedAtMs: null });
      expect(byId.get(dead ?? '')).toMatchObject({ state: 'dead', error: 'gone', nextAtMs: null, endedAtMs: 13 });
      for (const id of [sent ?? '', 'none']) expect(await store.retryDeliveries({ id }, 20)).toBe(0);
      expect(await store.retryDeliveries({ id: dead ?? '' }, 20)).toBe(1);
      expect((await store.claimDeliveries(file.sink, 20, 100, 9)).map(({ id }) => id)).toEqual([dead]);
      expect((await store.listDeliveries('sent', { cursor: null, limit: 9 })).items.map(({ id }) => id)).toEqual([sent]);
    });

    it('lists the newest first, page by page', async () => {
      await store.queueDeliveries([file], 1);
      for (const at of [10, 20, 30]) {
        await report({ content: `a${at}` }, { content: `b${at}` });
        await store.queueDeliveries([file], at);
      }
      const walk = async (state: 'pending' | null) => {
        const seen: Delivery[] = [];
        for (let cursor: string | null = null; ;) {
          const page = await store.listDeliveries(state, { cursor, limit: 4 });
          expect(page.total).toBe(6);
          seen.push(...page.items);
          cursor = page.nextCursor;
          if (cursor === null) return seen;
        }
      };
      const seen = (await walk('pending')).map(({ createdAtMs }) => createdAtMs);
      expect(seen).toEqual([30, 30, 20, 20, 10, 10]);
      const all = await walk(null);
      for (const [at, { id }] of all.entries()) {
        const state = (['sent', 'dead', 'pending'] as const)[at % 3] ?? 'sent';
        await store.endDelivery(id, { state, error: null, nextAtMs: null, atMs: 40 });
      }
      expect((await walk(null)).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    });

    it('keeps as many of the newest that were sent as its limit says, counts all, and what waits and was given up stays', async () => {
      await store.queueDeliveries([file], 1);
      const most = testedLimits.keptSent;
      await report({ content: 'dead' }, { content: 'waits' });
      await store.queueDeliveries([file], 2);
      const [dead, waits] = await store.claimDeliveries(file.sink, 2, 1, 2);
      await store.endDelivery(dead?.id ?? '', { state: 'dead', error: 'gone', nextAtMs: null, atMs: 3 });
      await store.endDelivery(waits?.id ?? '', { state: 'pending', error: 'busy', nextAtMs: 1_000_000, atMs: 3 });
      await report(...Array.from({ length: most + 1 }, (_, at) => ({ content: `n${at}` })));
      let queued = { queued: 0, more: true };
      while (queued.more) queued = await store.queueDeliveries([file], 10);
      const due = await store.claimDeliveries(file.sink, 10, 1_000, most + 1);
      for (const { id } of due) await store.endDelivery(id, { state: 'sent', error: null, nextAtMs: null, atMs: 11 });
      const page = await store.listDeliveries('sent', { cursor: null, limit: 1 });
      expect(page.total).toBe(most);
      expect(await store.countDeliveries()).toEqual([{ sink: 'file', pending: 1, sent: most + 1, dead: 1 }]);
      // One is gone, and it is the oldest.
      const [oldest, next] = due.map(({ id }) => id).toSorted();
      expect([await store.findDelivery(oldest ?? ''), (await store.findDelivery(next ?? ''))?.id]).toEqual([null, next]);
      expect((await store.claimDeliveries(file.sink, 1_000_000, 1, 9)).map(({ title }) => title)).toEqual(['waits']);
      await store.retryDeliveries({ id: dead?.id ?? '' }, 1_000_001);
      expect((await store.claimDeliveries(file.sink, 1_000_001, 1, 9)).map(({ title }) => title)).toEqual(['dead', 'waits']);
    });
  });
};
