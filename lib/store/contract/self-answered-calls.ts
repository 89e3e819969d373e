import { beforeEach, describe, expect, it } from 'vitest';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../make-batch.ts';
import { makeDump } from '../make-dump.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Calls whose own record is their result. */
export const describeSelfAnsweredCalls = ({ fresh }: StoreSubject): void => {
  describe('calls that tell their result themselves', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });
    const call = { sessionId: 's', callKey: 'same', startedAtMs: null };
    const outcomeOverride = { sessionId: 's', outcome: 'error', outcomeSource: 'text', errorKey: 'error', resultKey: 'same' } as const;
    const batch = makeBatch({
      sessions: [makeSessionRow({ id: 's' })],
      records: [0, 1].map((seq) => makeRecordRow({ sessionId: 's', seq, kind: 'tool_call', text: 'bash: ls\nerror: none' })),
      calls: [0, 1].map((seq) => makeToolCallRow({ ...call, seq, callIndex: seq + 1, nativeCallId: `t${seq}` })),
      results: [0, 1].map((seq) =>
        makeToolResultRow({ ...outcomeOverride, recordId: `r${seq}`, callId: `r${seq}`, nativeCallId: `t${seq}` }),
      ),
    });

    it('are one record, one row and no orphan', async () => {
      await put(batch);
      expect(await store.findSession('s')).toMatchObject({ records: 2, toolCalls: 2, toolErrors: 2, completeness: { orphanCalls: 0 } });
      expect(await store.rowColumns('s', 0)).toMatchObject({ kinds: 'CC', repeats: [2], orphans: [] });
      expect((await store.findRecord('s', 'r1', 100))?.toolCall).toMatchObject({
        recordId: 'r1',
        resultRecordId: 'r1',
        resultText: 'bash: ls\nerror: none',
        outcome: 'error',
        durationMs: null,
        sameAs: 1,
      });
    });

    it('are the same when they are numbered again, and leave with their record', async () => {
      await put(batch);
      const before = await makeDump(store);
      const { calls, results } = await store.listCallPairs('s', { seq: 0, callIndex: 0 });
      expect([...calls]).toEqual([...results]);
      const pairs = [...calls.keys()].map((id) => ({ callId: id, resultRecordId: id }));
      await store.applyRederived({ sessionId: 's', records: [], calls: [], pairs });
      await store.recomputeAggregates(['s']);
      expect(await makeDump(store)).toEqual(before);
      await store.removeRecords('s', ['r0']);
      const left = await store.listCallPairs('s', { seq: 0, callIndex: 0 });
      expect([[...left.calls.keys()], [...left.results.keys()]]).toEqual([['r1'], ['r1']]);
    });
  });
};
