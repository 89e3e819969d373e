import { beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../domain/instant.ts';
import { buildAnswer, buildReview, buildRun, holdRun } from '../build-review.ts';
import { buildConversation } from '../build-conversation.ts';
import type { Holder, NewReviewRun } from '../review-store.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Runs of reviewers: who has them, what is shown of them, and what they cost. How they end is in review-ends.ts. */
export const describeReviews = ({ fresh }: StoreSubject): void => {
  describe('reviews', () => {
    let store: Store;
    let connect: FreshStore['connect'];
    beforeEach(async () => {
      let put: FreshStore['put'];
      ({ store, connect, put } = fresh());
      for (const id of ['s', 't']) await put(buildConversation(id, { folderName: 'app' }));
    });

    const queue = (id: string, over: Partial<NewReviewRun> = {}) => store.putReviewRun(buildRun({ id, ...over }));
    const claim = async (owner: string, nowMs: number, id?: string) => (await store.claimReviewRun(owner, nowMs, nowMs + 100, id))?.id;
    const hold = (id: string, over: Partial<NewReviewRun> = {}): Promise<Holder> => holdRun(store, { id, ...over }, 110);
    const end = (holder: Holder, reviews: readonly ReturnType<typeof buildReview>[] = []) =>
      store.endReviewRun(holder, {
        state: 'done',
        problem: null,
        reviews: reviews.map((review) => ({ ...review, exchange: null, states: null })),
        reported: [],
        resolved: [],
        atMs: 50,
      });
    const find = async (id: string) => (await store.findReviewRun(id)) ?? expect.unreachable(`${id} is gone`);
    const outcomes = async (id: string) => (await find(id)).reviews.map(({ reviewer, outcome }) => `${reviewer} ${outcome}`);

    it('gives the oldest run first, one of a session at a time', async () => {
      expect([await store.nextReviewRunMs(), await claim('a', 10)]).toEqual([null, undefined]);
      for (const id of ['one', 'two']) await queue(id, { createdAtMs: 2 });
      await queue('other', { sessionId: 't', createdAtMs: 3, source: 'page', input: '{"turn":1}' });
      expect(await store.nextReviewRunMs()).toBe(2);
      expect(await claim('a', 10)).toBe('one');
      expect(await store.nextReviewRunMs()).toBe(3);
      expect(await store.claimReviewRun('b', 20, 120)).toEqual({
        ...{ id: 'other', sessionId: 't', event: 'response:complete', source: 'page', isDry: false, input: '{"turn":1}' },
        ...{ attempts: 1, givesUp: false, createdAtMs: 3, answered: [], unanswered: [] },
      });
      expect([await claim('c', 30), await claim('c', 30, 'two'), await store.nextReviewRunMs()]).toEqual([undefined, undefined, 110]);
      expect(await find('one')).toMatchObject({ state: 'running', attempts: 1, startedAtMs: 10, endedAtMs: null });
      await end({ runId: 'one', owner: 'a' });
      expect([await claim('c', 30, 'one'), await claim('c', 30, 'two')]).toEqual([undefined, 'two']);
    });

    it('gives each run to one of all who ask', async () => {
      const other = connect();
      const ids = Array.from({ length: 10 }, (_, at) => `run-${at}`);
      for (const id of ids) {
        await store.append(buildConversation(`of ${id}`));
        await queue(id, { sessionId: `of ${id}` });
      }
      const claimed = await Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? store : other).claimReviewRun(`${at}`, 10, 100)),
      );
      expect(claimed.flatMap((run) => run?.id ?? []).toSorted()).toEqual(ids);
      await other.close();
    });

    it('keeps one of those that wait with the same key, in its place, with the newer input', async () => {
      const keyed = (id: string, over: Partial<NewReviewRun> = {}) => queue(id, { dedupeKey: 'key', ...over });
      expect(await keyed('one', { input: 'old' })).toEqual({ id: 'one', isNew: true });
      await queue('two');
      expect(await keyed('three', { input: 'new', createdAtMs: 9 })).toEqual({ id: 'one', isNew: false });
      expect(await keyed('other', { sessionId: 't' })).toEqual({ id: 'other', isNew: true });
      expect(await store.findReviewRun('three')).toBeNull();
      expect(await store.claimReviewRun('a', 10, 100)).toMatchObject({ id: 'one', input: 'new', createdAtMs: 1 });
      // One that runs, or ran, is about the older input.
      expect(await keyed('four')).toEqual({ id: 'four', isNew: true });
      await store.releaseReviewRun({ runId: 'one', owner: 'a' }, 20);
      expect(await keyed('five', { input: 'newest' })).toEqual({ id: 'four', isNew: false });
      expect(await store.claimReviewRun('b', 30, 100)).toMatchObject({ id: 'one', input: 'new', attempts: 1 });
    });

    it('refuses a run of a session that is not there', async () => {
      await expect(queue('run', { sessionId: 'gone' })).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining('gone'),
      });
    });

    it('takes a run from a holder whose lease ended, with the answers that it had', async () => {
      const first = await hold('run');
      for (const [at, name] of ['a', 'b', 'c'].entries())
        expect(await store.putReview(first, at, buildReview(name, { outcome: 'running', costUsd: null }))).toBe(true);
      expect(await store.putReviewAnswer(first, 1, buildAnswer('b'))).toBe(true);
      expect([await store.extendReviewRun(first, 200), await claim('late', 199)]).toEqual(['held', undefined]);
      expect(await store.nextReviewRunMs()).toBe(200);
      const again = await store.claimReviewRun('late', 200, 300);
      expect(again).toMatchObject({ id: 'run', attempts: 2, answered: [{ reviewerId: 'team/b', answer: buildAnswer('b') }] });
      expect(await outcomes('run')).toEqual(['a waiting', 'b reviewed', 'c waiting']);
      expect(await find('run')).toMatchObject({ startedAtMs: 10 });
      const reservation = { usd: 1, budgetUsd: null, sinceMs: 0 };
      expect([
        await store.putReview(first, 0, buildReview('a')),
        await store.putReviewAnswer(first, 0, buildAnswer('a')),
        await store.reserveReview(first, 'team/a', reservation),
        await store.extendReviewRun(first, 900),
        await end(first, [buildReview('a')]),
      ]).toEqual([false, false, 'lost', 'lost', null]);
      await store.releaseReviewRun(first, 250);
      expect(await outcomes('run')).toEqual(['a waiting', 'b reviewed', 'c waiting']);
      expect(await find('run')).toMatchObject({ state: 'running', attempts: 2 });
    });

    it('gives a run after three attempts once more, to store what was answered, then fails it, and says so', async () => {
      const holder = await hold('run');
      await store.putReview(holder, 0, buildReview('a', { outcome: 'running', endedAtMs: null }));
      await store.putReview(holder, 1, buildReview('b', { outcome: 'unchanged' }));
      await store.putReviewAnswer(holder, 2, buildAnswer('c'));
      expect([await claim('2', 1_000), await claim('3', 2_000)]).toEqual(['run', 'run']);
      expect(await store.claimReviewRun('4', 2_500, 3_000)).toMatchObject({
        givesUp: true,
        answered: [{ reviewerId: 'team/c' }],
        unanswered: [{ reviewerId: 'team/a', outcome: 'waiting' }, { outcome: 'unchanged' }],
      });
      expect(await claim('5', 3_000)).toBeUndefined();
      const problem = expect.stringContaining('3 attempts');
      expect(await find('run')).toMatchObject({ state: 'failed', attempts: 4, endedAtMs: 3_000, problem });
      expect((await find('run')).reviews).toMatchObject([
        { outcome: 'failed', endedAtMs: 3_000, problem },
        { outcome: 'unchanged', endedAtMs: 20, problem: null },
        { outcome: 'failed', endedAtMs: 20, costUsd: 0.25 },
      ]);
      expect([await store.nextReviewRunMs(), await store.listReviewedStates('s')]).toEqual([null, []]);
    });

    it('takes a run back whose process ends, and counts no attempt', async () => {
      for (let at = 0; at < 5; at += 1) {
        const holder = { runId: 'run', owner: `process ${at}` };
        if (at === 0) await queue('run');
        expect(await store.claimReviewRun(holder.owner, 10, 100)).toMatchObject({ id: 'run', attempts: 1 });
        await store.releaseReviewRun(holder, 20);
        expect(await find('run')).toMatchObject({ state: 'queued', attempts: 0 });
      }
    });

    it('cancels what waits at once, and tells the holder of what runs', async () => {
      await queue('waits');
      expect(await store.cancelReviewRun('waits', 5)).toMatchObject({ id: 'waits', state: 'canceled', endedAtMs: 5 });
      const holder = await hold('runs');
      await store.putReview(holder, 0, buildReview('a', { outcome: 'running' }));
      expect(await store.cancelReviewRun('runs', 20)).toMatchObject({ state: 'running' });
      expect(await store.extendReviewRun(holder, 120)).toBe('canceled');
      const given = { ...buildReview('a', { outcome: 'canceled' }), exchange: null, states: null };
      const canceled = { state: 'canceled' as const, problem: null, reviews: [given], reported: [], resolved: [], atMs: 30 };
      expect(await store.endReviewRun(holder, canceled)).toMatchObject({ state: 'canceled', endedAtMs: 30 });
      expect(await store.cancelReviewRun('runs', 40)).toMatchObject({ state: 'canceled', endedAtMs: 30 });
      expect(await store.cancelReviewRun('none', 40)).toBeNull();
      // Its process ended before it heard of it.
      for (const [id, stop] of [
        ['released', (lost: Holder) => store.releaseReviewRun(lost, 50)],
        ['lapsed', () => claim('next', 500)],
      ] as const) {
        const lost = await hold(id);
        await store.putReview(lost, 0, buildReview('a', { outcome: 'running' }));
        await store.cancelReviewRun(id, 20);
        await stop(lost);
        expect([(await find(id)).state, await outcomes(id)]).toEqual(['canceled', ['a canceled']]);
      }
      await hold('late');
      expect(await store.cancelReviewRun('late', 500)).toMatchObject({ state: 'canceled' });
      expect(await store.nextReviewRunMs()).toBeNull();
    });

    it('reserves what reviews may cost, up to the budget', async () => {
      const [one, other] = [await hold('one'), await hold('other', { sessionId: 't' })];
      await store.putReview(one, 0, buildReview('a', { outcome: 'running', costUsd: null, calls: 0 }));
      for (const [at, name] of ['a', 'b'].entries())
        await store.putReview(other, at, buildReview(name, { outcome: 'running', costUsd: null, calls: 0 }));
      const reserve = (holder: Holder, name: string, usd: number, budgetUsd: number | null = 1) =>
        store.reserveReview(holder, `team/${name}`, { usd, budgetUsd, sinceMs: 5 });
      expect([await reserve(one, 'a', 0.5), await reserve(other, 'a', 0.6)]).toEqual(['reserved', 'over_budget']);
      // Another attempt of the same review takes the place of the first.
      expect([await reserve(one, 'a', 0.4), await reserve(other, 'a', 0.6)]).toEqual(['reserved', 'reserved']);
      expect([await reserve(other, 'b', 0.01), await reserve(other, 'b', 9, null)]).toEqual(['over_budget', 'reserved']);
      await expect(reserve(other, 'c', 0)).rejects.toMatchObject({ code: 'not_found' });
      await store.putReviewAnswer(one, 0, buildAnswer('a', { costUsd: 0.1 }));
      expect(await reserve(other, 'b', 0.31)).toBe('over_budget');
      expect(await reserve(other, 'b', 0.3)).toBe('reserved');
      await end(other, [buildReview('a', { costUsd: null }), buildReview('b', { calls: 0, costUsd: null, startedAtMs: null })]);
      // The cost of the first one is not known, so its reservation goes on counting.
      expect([await reserve(one, 'a', 0.31), await reserve(one, 'a', 0.29)]).toEqual(['over_budget', 'reserved']);
      expect(await store.sumReviewCosts(5)).toEqual({ usd: 0.1, unpriced: 1 });
      expect(await store.sumReviewCosts(11)).toEqual({ usd: 0, unpriced: 0 });
    });

    it('goes on counting what reviews of deleted sessions cost that day', async () => {
      const [one, other] = [await hold('one'), await hold('other', { sessionId: 't' })];
      await end(one, [buildReview('a', { costUsd: 0.25 }), buildReview('b', { costUsd: null })]);
      const before = await store.sumReviewCosts(0);
      expect(before).toEqual({ usd: 0.25, unpriced: 1 });
      await store.putReview(other, 0, buildReview('a', { outcome: 'running', costUsd: null, calls: 0 }));
      const reserve = (usd: number) => store.reserveReview(other, 'team/a', { usd, budgetUsd: 1, sinceMs: 0 });
      await store.deleteSessions(['s'], 0);
      expect(await store.sumReviewCosts(0)).toEqual(before);
      expect(await store.sumReviewCosts(dayMs)).toEqual({ usd: 0, unpriced: 0 });
      expect([await reserve(0.8), await reserve(0.75)]).toEqual(['over_budget', 'reserved']);
    });

    it('goes on counting what was reserved for requests whose process ended', async () => {
      const running = buildReview('a', { outcome: 'running', costUsd: null, calls: 0, endedAtMs: null });
      const reserve = (holder: Holder, usd: number) => store.reserveReview(holder, 'team/a', { usd, budgetUsd: 1, sinceMs: 5 });
      const counted = async () => ({ ...(await find('run')).reviews[0], ...(await store.sumReviewCosts(5)) });
      const killed = await hold('run');
      await store.putReview(killed, 0, running);
      expect([await reserve(killed, 0.5), await counted()]).toMatchObject(['reserved', { interruptedUsd: null, unpriced: 0 }]);
      const released = { runId: 'run', owner: 'released' };
      const [left] = (await store.claimReviewRun(released.owner, 200, 300))?.unanswered ?? [];
      expect(left).toEqual({ ...running, outcome: 'waiting', interruptedUsd: 0.5 });
      expect(await counted()).toMatchObject({ interruptedUsd: 0.5, usd: 0, unpriced: 1 });
      await store.putReview(released, 0, { ...running, interruptedUsd: 0.5 });
      expect([await reserve(released, 0.6), await reserve(released, 0.3)]).toEqual(['over_budget', 'reserved']);
      await store.releaseReviewRun(released, 210);
      expect(await counted()).toMatchObject({ interruptedUsd: 0.8, usd: 0, unpriced: 1 });
      const last = { runId: 'run', owner: 'last' };
      await store.claimReviewRun(last.owner, 220, 300);
      expect([await reserve(last, 0.3), await reserve(last, 0.2)]).toEqual(['over_budget', 'reserved']);
      await store.putReviewAnswer(last, 0, buildAnswer('a', { costUsd: 0.1, interruptedUsd: 0.8 }));
      await end(last, [buildReview('a', { costUsd: 0.1, interruptedUsd: 0.8 })]);
      expect(await counted()).toMatchObject({ outcome: 'reviewed', interruptedUsd: 0.8, usd: 0.1, unpriced: 1 });
      expect((await store.listReviewerTotals()).get('team/a')).toMatchObject({ costUsd: 0.1, interruptedUsd: 0.8 });
      // Canceled while it was asked.
      const canceled = await hold('canceled');
      await store.putReview(canceled, 0, running);
      expect([await reserve(canceled, 0.11), await reserve(canceled, 0.06)]).toEqual(['over_budget', 'reserved']);
      await end(canceled, [{ ...running, outcome: 'canceled' }]);
      expect(await store.sumReviewCosts(5)).toEqual({ usd: 0.1, unpriced: 2 });
      expect(await reserve(await hold('next').then(async (next) => (await store.putReview(next, 0, running), next)), 0.05)).toBe(
        'over_budget',
      );
    });

    it('lists runs with their reviews, the newest first, in pages, and filters', async () => {
      await end(await hold('one', { createdAtMs: 1 }), [
        buildReview('b'),
        buildReview('a', { outcome: 'timed_out', problem: 'No answer.' }),
      ]);
      await end(await hold('two', { sessionId: 't', createdAtMs: 2, isDry: true }), [buildReview('a')]);
      await queue('three', { createdAtMs: 3 });
      const list = async (filter: Parameters<Store['listReviewRuns']>[0], limit = 10) => {
        const ids: string[] = [];
        let page: Awaited<ReturnType<Store['listReviewRuns']>>;
        let cursor: string | null = null;
        do {
          page = await store.listReviewRuns(filter, { cursor, limit });
          ids.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(page.total).toBe(ids.length);
        return ids;
      };
      for (const limit of [1, 2, 3]) expect(await list({}, limit)).toEqual(['three', 'two', 'one']);
      expect([await list({ sessionId: 's' }, 1), await list({ state: 'done' }, 1)]).toEqual([
        ['three', 'one'],
        ['two', 'one'],
      ]);
      expect([await list({ reviewerId: 'team/a' }, 1), await list({ reviewerId: 'team/b' })]).toEqual([['two', 'one'], ['one']]);
      expect([await list({ reviewerId: 'team/a', sessionId: 't', state: 'done' }), await list({ reviewerId: 'x' })]).toEqual([['two'], []]);
      const { nextCursor } = await store.listReviewRuns({}, { cursor: null, limit: 1 });
      await expect(store.listReviewRuns({ state: 'done' }, { cursor: nextCursor, limit: 1 })).rejects.toMatchObject({
        code: 'invalid_input',
      });
      expect(await find('one')).toEqual({
        ...{ id: 'one', sessionId: 's', sessionTitle: null, project: 'app', synthetic: false, event: 'response:complete', source: 'hook' },
        ...{ isDry: false, state: 'done', attempts: 1, createdAtMs: 1, startedAtMs: 10, endedAtMs: 50, problem: null },
        reviews: [buildReview('b'), buildReview('a', { outcome: 'timed_out', problem: 'No answer.' })],
      });
    });

    it('sums what each reviewer did', async () => {
      expect(await store.listReviewerTotals()).toEqual(new Map());
      const failed = buildReview('a', { outcome: 'failed', inputTokens: null, costUsd: null });
      await end(await hold('one'), [
        failed,
        buildReview('b', { outcome: 'skipped', inputTokens: null, outputTokens: null, costUsd: null }),
      ]);
      await end(await hold('rehearsal', { isDry: true }), [buildReview('a', { found: 3, resolved: 1 })]);
      await end(await hold('last'), [buildReview('a', { outcome: 'unchanged', calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 })]);
      const totals = await store.listReviewerTotals();
      expect(totals.get('team/a')).toEqual({
        ...{ reviews: 1, unchanged: 1, failed: 1, found: 0, resolved: 0, inputTokens: 100, outputTokens: 20, costUsd: 0.25 },
        interruptedUsd: null,
        last: { runId: 'rehearsal', sessionId: 's', review: buildReview('a', { found: 3, resolved: 1 }) },
      });
      expect(totals.get('team/b')).toMatchObject({ reviews: 0, inputTokens: null, outputTokens: null, costUsd: null, last: null });
      expect([...totals.keys()]).toEqual(['team/a', 'team/b']);
      await end(await hold('elsewhere', { sessionId: 't' }), [buildReview('a', { found: 7 })]);
      await hold('runs', { sessionId: 't' }).then((holder) => store.putReview(holder, 0, buildReview('a')));
      expect((await store.listReviewerTotals()).get('team/a')).toMatchObject({ reviews: 2, costUsd: 0.5, last: { runId: 'elsewhere' } });
      await store.deleteSessions(['s'], 60);
      expect([...(await store.listReviewerTotals())]).toMatchObject([
        ['team/a', { reviews: 1, failed: 0, costUsd: 0.25, outputTokens: 10 }],
      ]);
    });

    it('announces what it stores, and goes with its session', async () => {
      const { cursor } = await store.readChanges(null, 1);
      const topics = async () => {
        const { changes } = await store.readChanges(cursor, 100);
        return changes.filter(({ topic }) => topic === 'review').map(({ subjectId }) => subjectId);
      };
      const holder = await hold('run');
      await store.putReview(holder, 0, buildReview('a'));
      await store.putReviewAnswer(holder, 0, buildAnswer('a'));
      await end(holder, [buildReview('a')]);
      expect(await topics()).toEqual(['s', 's', 's', 's', 's']);
      await hold('other', { sessionId: 't' });
      const lost = await hold('lost');
      await store.deleteSessions(['s'], 60);
      expect((await topics()).slice(-1)).toEqual(['s']);
      expect((await store.listReviewRuns({}, { cursor: null, limit: 9 })).items.map(({ id }) => id)).toEqual(['other']);
      expect([...(await store.listReviewerTotals()).keys()]).toEqual([]);
      expect([await end(lost, [buildReview('a')]), await store.extendReviewRun(lost, 900)]).toEqual([null, 'lost']);
    });
  });
};
