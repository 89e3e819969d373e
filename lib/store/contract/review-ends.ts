import { beforeEach, describe, expect, it } from 'vitest';
import type { ReviewFinding } from '../../domain/review.ts';
import { buildConversation } from '../build-conversation.ts';
import { buildAnswer, buildExchange, buildReview, holdRun } from '../build-review.ts';
import { buildReported, makeCommand } from '../make-observed.ts';
import type { Holder, NewReviewRun, ReviewRunEnd } from '../review-store.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

type Found = { by: string; content: string; fingerprint?: string };

/** How runs of reviewers end: with their observations, whole or not at all. */
export const describeReviewEnds = ({ fresh }: StoreSubject): void => {
  describe('ends of review runs', () => {
    let store: Store;
    let connect: FreshStore['connect'];
    beforeEach(async () => {
      let put: FreshStore['put'];
      ({ store, connect, put } = fresh());
      for (const id of ['s', 't']) await put(buildConversation(id, { folderName: 'app' }));
    });

    const hold = (id: string, over: Partial<NewReviewRun> = {}): Promise<Holder> => holdRun(store, { id, ...over });
    const toFinding = (content: string, observationId: string | null): ReviewFinding => ({
      ...{ content, severity: 'high', sourceRef: 'src/a.ts:1', metadata: { category: 'logic' } },
      ...{ observationId, isNew: false },
    });
    /** Each of the reviewers `a` and `b` with its findings. */
    const toEnd = (found: readonly Found[], over: Partial<ReviewRunEnd> & { sessionId?: string } = {}): ReviewRunEnd => {
      const { sessionId = 's', atMs = 100 } = over;
      const reported = found.map(({ by, content, fingerprint }) =>
        buildReported({ observer: `team/${by}`, content, sessionId, atMs, ...(fingerprint !== undefined && { fingerprint }) }),
      );
      const reviews = ['a', 'b'].map((name) => {
        const own = reported.filter(({ draft }) => draft.observer === `team/${name}`);
        const exchange = buildExchange({ findings: own.map(({ draft, id }) => toFinding(draft.content, id)) });
        return { ...buildReview(name), exchange, states: `["${name} at ${atMs}"]` };
      });
      return { state: 'done', problem: null, reviews, reported, resolved: [], atMs, ...over };
    };
    const run = async (id: string, ...end: Parameters<typeof toEnd>) => {
      const [, over] = end;
      const ended = await store.endReviewRun(await hold(id, { sessionId: over?.sessionId ?? 's' }), toEnd(...end));
      return (ended ?? expect.unreachable(`${id} is lost`)).reviews.map(
        ({ reviewer, found, foundAgain, resolved }) => `${reviewer} ${found} ${foundAgain} ${resolved}`,
      );
    };
    const idOf = ({ by, content }: Found, sessionId = 's') => buildReported({ observer: `team/${by}`, content, sessionId }).id;
    const find = async (found: Found, sessionId?: string) => store.findObservation(idOf(found, sessionId));
    const count = async () =>
      (await store.listObservations({ filter: {}, sort: 'created_at', descending: false, cursor: null, limit: 1, nowMs: 0 })).total;
    const historyOf = async (found: Found) =>
      (await store.listHistory({ observationId: idOf(found) }, 9)).map(({ kind, by, changeId }) => `${kind} ${by} ${changeId}`);
    const [leak, loop, typo] = [
      { by: 'a', content: 'A leak' },
      { by: 'a', content: 'A loop' },
      { by: 'b', content: 'A typo' },
    ];

    it('stores what each reviewer found, as one change, and counts what was known', async () => {
      expect(await run('one', [leak, typo])).toEqual(['a 1 0 0', 'b 1 0 0']);
      expect(await store.findReviewRun('one')).toMatchObject({ state: 'done', endedAtMs: 100 });
      expect(await find(leak)).toMatchObject({ sessionId: 's', observer: 'team/a', state: 'open', seen: 1 });
      expect([await historyOf(leak), await historyOf(typo)]).toEqual([['create team/a one'], ['create team/b one']]);
      expect(await run('two', [leak, leak, loop], { atMs: 200 })).toEqual(['a 1 1 0', 'b 0 0 0']);
      expect(await find(leak)).toMatchObject({ seen: 3, lastSeenAtMs: 200 });
      const { findings } = (await store.readReviewExchange('two', 'team/a')) ?? buildExchange();
      expect(findings.map(({ content, observationId, isNew }) => [content, observationId, isNew])).toEqual([
        ['A leak', idOf(leak), false],
        ['A leak', idOf(leak), false],
        ['A loop', idOf(loop), true],
      ]);
      expect(await store.readReviewExchange('two', 'team/b')).toEqual(buildExchange());
      expect([await store.readReviewExchange('two', 'team/c'), await store.readReviewExchange('none', 'team/a')]).toEqual([null, null]);
    });

    it('leaves closed what was called wrong, and returns what was called fixed', async () => {
      await run('one', [leak, loop]);
      for (const [found, reason] of [
        [leak, 'false_positive'],
        [loop, 'fixed'],
      ] as const)
        await store.triage(makeCommand({ action: 'resolve', reason, atMs: 150, target: { observations: [{ id: idOf(found) }] } }));
      expect(await run('two', [leak, loop], { atMs: 200 })).toEqual(['a 0 2 0', 'b 0 0 0']);
      expect(await find(leak)).toMatchObject({ state: 'false_positive', seen: 2 });
      expect(await find(loop)).toMatchObject({ state: 'regressed', seen: 2 });
      expect((await historyOf(loop))[0]).toBe('regress team/a two');
    });

    it('resolves what its own reviewer calls fixed, and nothing else', async () => {
      await run('one', [leak, loop, typo]);
      await run('elsewhere', [leak], { sessionId: 't' });
      const fixed = (found: Found, by: string, sessionId?: string) => ({
        observationId: idOf(found, sessionId),
        by: `team/${by}`,
        note: 'Closed.',
      });
      const resolved = [fixed(leak, 'a'), fixed(leak, 'a'), fixed(leak, 'a', 't'), fixed(loop, 'a'), fixed(typo, 'a')];
      expect(await run('two', [loop], { atMs: 200, resolved: [...resolved, { ...fixed(leak, 'a'), observationId: 'none' }] })).toEqual([
        'a 0 1 1',
        'b 0 0 0',
      ]);
      expect(await find(leak)).toMatchObject({ state: 'fixed', resolution: { reason: 'fixed', note: 'Closed.', by: 'team/a', atMs: 200 } });
      expect(await historyOf(leak)).toEqual(['resolve team/a two', 'create team/a one']);
      // Another session's, one that was found again, and another reviewer's.
      for (const one of [await find(leak, 't'), await find(loop), await find(typo)]) expect(one).toMatchObject({ state: 'open' });
      await store.triage(makeCommand({ action: 'resolve', reason: 'wont_fix', target: { observations: [{ id: idOf(typo) }] } }));
      expect(await run('three', [], { atMs: 300, resolved: [fixed(typo, 'b'), fixed(leak, 'a')] })).toEqual(['a 0 0 0', 'b 0 0 0']);
      expect(await find(typo)).toMatchObject({ state: 'wont_fix' });
      expect(await store.undoTriage('two', 'ada', 400)).toEqual({ undone: 1, left: 0 });
      expect(await find(leak)).toMatchObject({ state: 'open' });
    });

    it('keeps findings of two reviewers apart that have one fingerprint', async () => {
      const same = ['a', 'b'].map((by) => ({ by, content: 'The same', fingerprint: 'same' }));
      expect(await run('one', same)).toEqual(['a 1 0 0', 'b 1 0 0']);
      expect(await run('two', same, { atMs: 200 })).toEqual(['a 0 1 0', 'b 0 1 0']);
      expect(await count()).toBe(2);
      const [a, b] = await Promise.all(['team/a', 'team/b'].map((id) => store.readReviewExchange('one', id)));
      const ids = [...(a?.findings ?? []), ...(b?.findings ?? [])].map(({ observationId }) => observationId ?? '');
      const stored = await Promise.all(ids.map((id) => store.findObservation(id)));
      expect(stored.map((one) => one?.observer)).toEqual(['team/a', 'team/b']);
    });

    it('stores no observations of a rehearsal, and knows no state from it', async () => {
      const reported = toEnd([leak]);
      const reviews = reported.reviews.map((review) => ({ ...review, found: 1 }));
      const ended = await store.endReviewRun(await hold('dry', { isDry: true }), { ...reported, reviews });
      expect(ended?.reviews.map(({ found }) => found)).toEqual([1, 1]);
      expect([await count(), await store.listReviewedStates('s')]).toEqual([0, []]);
      expect((await store.readReviewExchange('dry', 'team/a'))?.findings).toEqual([toFinding('A leak', idOf(leak))]);
    });

    it('stores nothing for a run that is lost or over', async () => {
      const lost = await hold('run');
      const holder = { runId: 'run', owner: 'next' };
      expect(await store.claimReviewRun(holder.owner, 1_000, 2_000)).toMatchObject({ id: 'run' });
      expect([await store.endReviewRun(lost, toEnd([leak])), await count()]).toEqual([null, 0]);
      const ends = await Promise.all([store.endReviewRun(holder, toEnd([leak])), store.endReviewRun(holder, toEnd([leak]))]);
      expect(ends.filter((end) => end !== null)).toHaveLength(1);
      expect(await store.endReviewRun(holder, toEnd([loop]))).toBeNull();
      expect([await count(), (await find(leak))?.seen]).toEqual([1, 1]);
    });

    it('stores 250 findings while others triage the same', async () => {
      const other = connect();
      const found = Array.from({ length: 250 }, (_, at) => ({ by: at % 2 === 0 ? 'a' : 'b', content: `Finding ${at}` }));
      expect(await run('one', found)).toEqual(['a 125 0 0', 'b 125 0 0']);
      const { cursor } = await store.readChanges(null, 1);
      const targets = found.slice(0, 20).map((one) => ({ observations: [{ id: idOf(one) }] }));
      const [ended] = await Promise.all([
        run('two', found, { atMs: 200 }),
        ...targets.map((target) => other.triage(makeCommand({ action: 'acknowledge', target }))),
      ]);
      expect([ended, await count()]).toEqual([['a 0 125 0', 'b 0 125 0'], 250]);
      for (const one of found.slice(0, 20)) expect(await find(one)).toMatchObject({ state: 'acknowledged', seen: 2 });
      const { changes } = await store.readChanges(cursor, 100);
      expect(changes.filter(({ topic }) => topic === 'observation')).toHaveLength(21);
      await other.close();
    });

    it('remembers what each reviewer last looked at with success', async () => {
      await run('one', []);
      expect(await store.listReviewedStates('s')).toEqual([
        { reviewerId: 'team/a', states: '["a at 100"]', endedAtMs: 20 },
        { reviewerId: 'team/b', states: '["b at 100"]', endedAtMs: 20 },
      ]);
      const holder = await hold('two');
      await store.putReviewAnswer(holder, 0, buildAnswer('a'));
      const later = toEnd([], { atMs: 200 });
      const reviews = later.reviews.map((review) =>
        review.reviewer === 'a' ? { ...review, endedAtMs: null } : { ...review, outcome: 'timed_out' as const },
      );
      expect((await store.listReviewedStates('s')).map(({ states }) => states)).toEqual(['["a at 100"]', '["b at 100"]']);
      await store.endReviewRun(holder, { ...later, state: 'canceled', reviews });
      expect(await store.listReviewedStates('s')).toMatchObject([
        { states: '["a at 200"]', endedAtMs: 200 },
        { states: '["b at 100"]', endedAtMs: 20 },
      ]);
      expect(await store.listReviewedStates('t')).toEqual([]);
      await store.deleteSessions(['s'], 0);
      expect(await store.listReviewedStates('s')).toEqual([]);
    });

    it('keeps what was sent of the newest 2,000 reviews', async () => {
      const names = Array.from({ length: 100 }, (_, at) => `n${at}`);
      const reviews = names.map((name) => ({ ...buildReview(name), exchange: buildExchange(), states: null }));
      for (let at = 0; at < 22; at += 1) await store.endReviewRun(await hold(`run ${at}`), toEnd([], { reviews }));
      const kept = async (id: string) => (await store.readReviewExchange(id, 'team/n0')) !== null;
      expect([await kept('run 0'), await kept('run 1'), await kept('run 2'), await kept('run 21')]).toEqual([false, false, true, true]);
      expect((await store.findReviewRun('run 0'))?.reviews).toMatchObject(names.map((reviewer) => ({ reviewer, inputTokens: 100 })));
    });
  });
};
