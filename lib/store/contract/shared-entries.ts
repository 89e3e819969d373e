import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBatch, makeRecordRow, makeResponseRow, makeSessionRow, makeSource } from '../make-batch.ts';
import { makeDump } from '../make-dump.ts';
import { forkBatches, buildConversation } from '../build-conversation.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Forks: who owns an entry that several sessions hold, and what stays when a session goes. */
export const describeSharedEntries = ({ fresh, makeStore }: StoreSubject): void => {
  describe('sessions that share entries', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    it('gives them to the one that started first; each is counted once', async () => {
      for (const batch of forkBatches()) await put(batch);
      const [origin, fork] = [await store.findSession('origin'), await store.findSession('fork')];
      expect(origin).toMatchObject({ records: 4, turns: 1, toolCalls: 1, tokens: { output: 5 } });
      expect(fork).toMatchObject({
        records: 1,
        turns: 0,
        toolCalls: 0,
        tokens: { output: null },
        costMissing: 'counted_elsewhere',
        countedInId: 'origin',
      });
      const inherited = (await store.listRecords('fork', 0, 10, 1_000)).map((record) => record.inheritedFrom);
      expect(inherited).toEqual(['origin', 'origin', 'origin', 'origin', null]);
      expect((await store.listToolCalls('fork', 1, 10, 1_000)).map((call) => call.inheritedFrom)).toEqual(['origin']);
      expect((await store.listCallSpans('fork', 1, 10)).isInherited).toEqual([true]);
      expect((await store.listCallSpans('origin', 1, 10)).isInherited).toEqual([false]);
    });

    it('is the same in any order and any split of appends and settles', async () => {
      const batches = [...forkBatches(), buildConversation('s'), buildConversation('t'), buildConversation('s')];
      const dumpOf = async (order: readonly number[], recomputeEach: boolean) => {
        const other = makeStore();
        for (const at of order) {
          const batch = batches[at];
          if (!batch) continue;
          await other.store.append(batch);
          if (recomputeEach) await other.store.recomputeAggregates(batch.sessions.map((row) => row.id));
        }
        await other.store.recomputeAggregates(await other.store.listStaleSessions());
        const dump = await makeDump(other.store);
        await other.dispose();
        return dump;
      };
      const all = batches.map((_, at) => at);
      const expected = await dumpOf(all, true);
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), fc.boolean(), async (order, recomputeEach) => {
          expect(await dumpOf(order, recomputeEach)).toEqual(expected);
        }),
        { numRuns: 12 },
      );
    });

    it('counts a response of many sessions once, also after its owner is gone', async () => {
      const ids = Array.from({ length: 30 }, (_, at) => `s-${at}`);
      const sumTokens = async () => {
        const sessions = await Promise.all(ids.map((id) => store.findSession(id)));
        return sessions.reduce((sum, session) => sum + (session?.tokens.output ?? 0), 0);
      };
      // Each comes earlier than those before it, and takes the response over.
      for (const [at, id] of ids.entries()) {
        const tokens = { input: 1, cacheRead: null, cacheWrite: null, output: 5, reasoning: null };
        await put(
          makeBatch({
            source: makeSource({ id: `source-${id}`, path: `/logs/${id}.jsonl`, sessionIds: [id] }),
            sessions: [makeSessionRow({ id, startedAtMs: 1_000 - at, synthetic: at >= 20 })],
            records: [makeRecordRow({ id: `${id}-0`, sessionId: id, seq: 0, kind: 'response', turnIdx: 0, responseId: 'shared' })],
            responses: [makeResponseRow({ sessionId: id, id: 'shared', turnIdx: 0, tokens })],
          }),
        );
        expect(await sumTokens()).toBe(5);
      }
      while ((await store.indexSome()) > 0);
      expect(await store.deleteSynthetic()).toBe(10);
      expect(await sumTokens()).toBe(5);
      expect(await store.findSession('s-19')).toMatchObject({ tokens: { output: 5 } });
      expect(await store.findSession('s-0')).toMatchObject({ tokens: { output: null }, countedInId: 's-19' });
    });

    it('removes what is synthetic and nothing else', async () => {
      for (const batch of forkBatches()) {
        const isOrigin = batch.sessions.some((row) => row.id === 'origin');
        await put({ ...batch, sessions: batch.sessions.map((row) => ({ ...row, synthetic: isOrigin })) });
      }
      while ((await store.indexSome()) > 0);
      expect((await store.sessionFacets()).syntheticCount).toBe(1);
      expect(await store.deleteSynthetic()).toBe(1);
      expect(await store.findSession('origin')).toBeNull();
      expect(await store.findSource('/logs/source-origin.jsonl')).toBeNull();
      expect(await store.findSession('fork')).toMatchObject({ records: 5, toolCalls: 1, tokens: { output: 5 } });
      expect(await store.deleteSynthetic()).toBe(0);
    });
  });
};
