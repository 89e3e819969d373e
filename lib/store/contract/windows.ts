import { beforeEach, describe, expect, it } from 'vitest';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../make-batch.ts';
import { buildConversation } from '../build-conversation.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Windows of records and calls by position, and the columns of the row index. */
export const describeWindows = ({ fresh }: StoreSubject): void => {
  describe('windows', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    beforeEach(() => put(buildConversation('s')));

    it('gives records by position, with their calls and the tokens of a response once', async () => {
      expect(await store.countRecords('s')).toBe(9);
      const records = await store.listRecords('s', 1, 4, 8);
      expect(records.map((record) => record.seq)).toEqual([1, 2, 3, 4]);
      expect(records.map((record) => record.toolCall?.callIndex ?? null)).toEqual([1, 1, 2, 2]);
      expect(records.map((record) => record.responseTokens?.output ?? null)).toEqual([7, null, null, null]);
      expect(records[1]).toMatchObject({ text: 'no such\n', textBytes: 13, line: 3, rawBytes: 99, sourcePath: '/logs/source-s.jsonl' });
      expect(await store.listRecords('s', 9, 10, 8)).toEqual([]);
      const cut = (await store.listRecords('s', 0, 9, 2, 4)).filter(({ text, textBytes }) => textBytes > Buffer.byteLength(text));
      expect(new Set(cut.map(({ kind, text }) => `${kind === 'response'} ${text.length}`))).toEqual(new Set(['true 4', 'false 2']));
      expect(await store.findRecord('s', 's-3', 100)).toMatchObject({ seq: 3, toolCall: { recordId: 's-3', resultRecordId: 's-4' } });
      expect(await store.findRecord('s', 'none', 100)).toBeNull();
    });

    it('gives calls, with the earlier one that was the same', async () => {
      expect(await store.countToolCalls('s')).toBe(3);
      const calls = await store.listToolCalls('s', 1, 10, 1_000);
      expect(calls).toMatchObject([
        { callIndex: 1, outcome: 'error', sameAs: null, resultText: 'no such\nfile\n', resultLines: 2, durationMs: 1_000 },
        { callIndex: 2, outcome: 'ok', sameAs: null },
        { callIndex: 3, outcome: 'unknown', outcomeSource: 'missing_result', resultText: null, resultRecordId: null, sameAs: null },
      ]);
      expect((await store.findCall('s', 1, 1, ['ok', 'unknown']))?.callIndex).toBe(2);
      expect((await store.findCall('s', 3, -1, ['error']))?.callIndex).toBe(1);
      expect(await store.findCall('s', 2, 1, ['error'])).toBeNull();
      expect(await store.listTurnOutcomes('s')).toEqual([
        { turnIdx: 0, outcomes: ['error', 'ok'] },
        { turnIdx: 1, outcomes: ['unknown'] },
      ]);
    });

    it('finds the same call with the same result', async () => {
      const rows = [10, 12].flatMap((seq) => [
        makeRecordRow({ sessionId: 's', id: `c${seq}`, seq, kind: 'tool_call' }),
        makeRecordRow({ sessionId: 's', id: `x${seq}`, seq: seq + 1, kind: 'tool_result' }),
      ]);
      const calls = [10, 12].map((seq) => makeToolCallRow({ sessionId: 's', id: `c${seq}`, seq, callIndex: seq, callKey: 'k' }));
      const results = [10, 12].map((seq) => makeToolResultRow({ sessionId: 's', recordId: `x${seq}`, callId: `c${seq}`, resultKey: 'r' }));
      await put({ ...buildConversation('s'), records: rows, calls, results });
      expect((await store.listToolCalls('s', 10, 5, 100)).map((call) => call.sameAs)).toEqual([null, 10]);
    });

    it('gives what the strip shows: columns of a window, and names', async () => {
      expect(await store.listCallSpans('s', 1, 2)).toMatchObject({ outcomes: ['error', 'ok'], durationMs: [1_000, null], turnIdx: [0, 0] });
      expect(await store.listCallSpans('s', 9, 12)).toMatchObject({ outcomes: [], atMs: [] });
      expect(await store.listCallNames('s', [3, 1, 7])).toMatchObject([
        { callIndex: 3, recordId: 's-7', name: 'Bash' },
        { callIndex: 1, recordId: 's-1' },
      ]);
      expect(await store.listCallChildren('s', 1, 3)).toEqual([]);
    });

    it('finds what is not whole, around the end', async () => {
      expect(await store.findIncomplete('s', 'orphan', -1)).toEqual({ seq: 7, callIndex: 3 });
      expect(await store.findIncomplete('s', 'orphan', 7)).toEqual({ seq: 7, callIndex: 3 });
      expect((await store.listRecords('s', 4, 2, 100)).map((record) => record.unknown)).toEqual([false, true]);
      const records = [9, 11].map((seq) => makeRecordRow({ sessionId: 's', id: `u${seq}`, seq, kind: 'meta', unknown: true }));
      await put({ ...buildConversation('s'), records, calls: [], results: [] });
      const places = await Promise.all([-1, 5, 9, 10, 11].map((after) => store.findIncomplete('s', 'unknown', after)));
      expect(places.map((place) => place?.seq)).toEqual([5, 9, 11, 11, 5]);
      expect(await store.findIncomplete('none', 'unknown', -1)).toBeNull();
    });

    it('gives columns from a turn on', async () => {
      expect(await store.rowColumns('s', 0)).toEqual({
        firstSeq: 0,
        firstTurn: 0,
        kinds: 'PCOCOMPCR',
        firstCall: 1,
        callNames: ['Bash', 'Bash', 'Bash'],
        outcomes: ['error', 'ok', 'unknown'],
        repeats: [],
        orphans: [],
      });
      expect(await store.rowColumns('s', 1)).toMatchObject({
        firstSeq: 6,
        firstTurn: 1,
        kinds: 'PCR',
        firstCall: 3,
        outcomes: ['unknown'],
      });
      expect(await store.rowColumns('s', 2)).toMatchObject({ kinds: '', outcomes: [] });
    });

    it('distinguishes what is quiet from what happened', async () => {
      const kinds = [
        ...[
          { kind: 'system', subtype: 'turn_duration' },
          { kind: 'system', subtype: 'api_error' },
          { kind: 'system', subtype: null },
        ],
        ...[
          { kind: 'reasoning', subtype: 'encrypted' },
          { kind: 'reasoning', subtype: null },
          { kind: 'meta', subtype: 'init' },
        ],
      ] as const;
      const records = kinds.map((about, seq) => makeRecordRow({ sessionId: 'q', id: `q-${seq}`, seq, ...about }));
      await put(makeBatch({ sessions: [makeSessionRow({ id: 'q' })], records }));
      expect(await store.rowColumns('q', 0)).toMatchObject({ kinds: 'MSStTM' });
    });
  });
};
