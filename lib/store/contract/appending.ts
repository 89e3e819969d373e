import { beforeEach, describe, expect, it } from 'vitest';
import { makeBatch, makeRecordRow, makeResponseRow, makeSessionRow } from '../make-batch.ts';
import { makeDump } from '../make-dump.ts';
import { buildConversation } from '../build-conversation.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** What an append and a settle store, compute and announce. */
export const describeAppending = ({ fresh }: StoreSubject): void => {
  describe('append and settle', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    it('counts what is new, and stores nothing twice', async () => {
      const talk = buildConversation('s');
      expect(await put(talk)).toEqual({ newRecords: talk.records.length, conflicting: [] });
      const before = await makeDump(store);
      expect(await put(talk)).toEqual({ newRecords: 0, conflicting: [] });
      expect(await makeDump(store)).toEqual(before);
    });

    it('computes the figures of a session and its turns', async () => {
      await put(buildConversation('s'));
      expect(await store.findSession('s')).toMatchObject({
        turns: 2,
        records: 9,
        toolCalls: 3,
        toolErrors: 1,
        toolRejected: 0,
        tokens: { input: 30, cacheRead: null, cacheWrite: null, output: 11, reasoning: null },
        costUsd: 0.75,
        costSource: 'computed',
        completeness: { unknownRecords: 1, badLines: 2, orphanCalls: 1, noTimestamps: 1 },
        sourcePaths: ['/logs/source-s.jsonl'],
      });
      expect(await store.listTurns('s')).toMatchObject([
        { turnIdx: 0, promptId: 's-0', title: 'First question', startSeq: 0, toolCalls: 2, toolErrors: 1, tokensOutput: 7, costUsd: 0.5 },
        { turnIdx: 1, promptId: 's-6', title: 'Second', startSeq: 6, toolCalls: 1, toolErrors: 0, tokensOutput: 4, costUsd: 0.25 },
      ]);
      expect(await store.listStaleSessions()).toEqual([]);
    });

    it('leaves a cost unknown where one response has no price, unless the source says it', async () => {
      const row = makeSessionRow({ id: 's' });
      const tokens = { input: 10, cacheRead: null, cacheWrite: null, output: 1, reasoning: null };
      const responses = [
        makeResponseRow({ sessionId: 's', id: 'a', tokens, costUsd: 0.5 }),
        makeResponseRow({ sessionId: 's', id: 'b', tokens, model: 'unheard-of' }),
      ];
      await put(makeBatch({ sessions: [row], responses }));
      expect(await store.findSession('s')).toMatchObject({ costUsd: null, costSource: 'none', tokens: { input: 20, output: 2 } });
      await put(makeBatch({ sessions: [{ ...row, reportedCostUsd: 2 }] }));
      expect(await store.findSession('s')).toMatchObject({ costUsd: 2, costSource: 'reported' });
    });

    it('takes what the source says of the whole where no response has tokens', async () => {
      const reportedTokens = { input: 5, cacheRead: 6, cacheWrite: null, output: 7, reasoning: null };
      await put(makeBatch({ sessions: [makeSessionRow({ id: 's', reportedTokens, reportedCostUsd: 0.1 })] }));
      expect(await store.findSession('s')).toMatchObject({ tokens: reportedTokens, costUsd: 0.1, costSource: 'reported' });
    });

    it('keeps the largest count of each response', async () => {
      const session = makeSessionRow({ id: 's' });
      const respond = (output: number) =>
        makeResponseRow({
          sessionId: 's',
          id: 'a',
          tokens: { input: 3, cacheRead: null, cacheWrite: null, output, reasoning: null },
          costUsd: output,
        });
      for (const output of [2, 9, 4]) await put(makeBatch({ sessions: [session], responses: [respond(output)] }));
      expect(await store.findSession('s')).toMatchObject({ tokens: { input: 3, output: 9 }, costUsd: 9 });
    });

    it('names the sessions that changed, and no others', async () => {
      await store.append(buildConversation('s'));
      await store.append(buildConversation('t'));
      expect(await store.listStaleSessions()).toEqual(['s', 't']);
      expect(await store.recomputeAggregates(['s'])).toEqual(['s']);
      expect(await store.recomputeAggregates(['s'])).toEqual([]);
      expect(await store.listStaleSessions()).toEqual(['t']);
    });

    it('stores nothing of a batch that fails', async () => {
      const talk = buildConversation('s');
      const orphan = makeRecordRow({ sessionId: 'nowhere', seq: 0 });
      const { cursor } = await store.readChanges(null, 1);
      await expect(store.append({ ...talk, records: [...talk.records, orphan] })).rejects.toThrow();
      expect(await store.findSession('s')).toBeNull();
      expect(await store.findSource('/logs/source-s.jsonl')).toBeNull();
      expect(await store.readChanges(cursor, 1)).toEqual({ changes: [], cursor });
    });
  });
};
