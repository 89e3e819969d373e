import { beforeEach, describe, expect, it } from 'vitest';
import { makeBatch, makeRecordRow, makeSessionRow } from '../make-batch.ts';
import { buildConversation } from '../build-conversation.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Reads and writes of numbering a session again. */
export const describeNumbering = ({ fresh }: StoreSubject): void => {
  describe('numbering again', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    it('reads records in order and never parts those of one place', async () => {
      const order = [5, 1, 0] as const;
      const records = [0, 1, 2].map((seq) => makeRecordRow({ sessionId: 's', seq, order }));
      await put(
        makeBatch({
          sessions: [makeSessionRow({ id: 's' })],
          records: [...records, makeRecordRow({ sessionId: 's', seq: 3, order: [4, 9, 9] })],
        }),
      );
      expect((await store.listRecordHeads('s', null, 2)).map((head) => head.id)).toEqual(['r3', 'r0', 'r1', 'r2']);
      expect(await store.listRecordHeads('s', order, 2)).toEqual([]);
      expect((await store.listRecordHeads('s', [4, 9, 9], 10)).map((head) => head.id)).toEqual(['r0', 'r1', 'r2']);
      expect((await store.findRecordPlaces('s', ['r3', 'r9'])).get('r3')).toMatchObject({ order: [4, 9, 9] });
    });

    it('writes numbers and pairs back', async () => {
      await put(buildConversation('s'));
      await store.applyRederived({
        sessionId: 's',
        records: [{ id: 's-8', seq: 20, turnIdx: 1 }],
        calls: [{ id: 's-7', callIndex: 7, turnIdx: 1, seq: 7 }],
        pairs: [
          { callId: 's-7', resultRecordId: 's-4' },
          { callId: 's-3', resultRecordId: null },
        ],
        session: { head: { a: 1 }, startedAtMs: 5, endedAtMs: 6, activeMs: 1, waitingMs: 2, revision: 1 },
      });
      await store.recomputeAggregates(['s']);
      expect(await store.findRecord('s', 's-8', 10)).toMatchObject({ seq: 20 });
      expect(
        (await store.listToolCalls('s', 2, 2, 10)).map(({ callIndex, outcome, resultRecordId }) => [callIndex, outcome, resultRecordId]),
      ).toEqual([
        [2, 'unknown', null],
        [7, 'ok', 's-4'],
      ]);
      expect((await store.findSessionRows(['s', 'none'])).map((row) => row.head)).toEqual([{ a: 1 }]);
    });

    it('stores nothing that was made on an older state of a session', async () => {
      const talk = buildConversation('s');
      expect(await store.append({ ...talk, expected: [{ sessionId: 's', revision: 0 }] })).toEqual({ newRecords: 9, conflicting: [] });
      const late = makeBatch({ sessions: talk.sessions, records: [makeRecordRow({ sessionId: 's', seq: 9 })] });
      for (const revision of [0, 2]) {
        expect(await store.append({ ...late, expected: [{ sessionId: 's', revision }] })).toEqual({ newRecords: 0, conflicting: ['s'] });
      }
      expect(await store.countRecords('s')).toBe(9);
      const [row] = await store.findSessionRows(['s']);
      expect(row?.revision).toBe(1);
      const session = { head: {}, startedAtMs: null, endedAtMs: null, activeMs: null, waitingMs: null };
      const renumber = (revision: number) =>
        store.applyRederived({ sessionId: 's', records: [], calls: [], pairs: [], session: { ...session, revision } });
      expect(await renumber(0)).toBe(false);
      expect(await renumber(1)).toBe(true);
      expect(await store.append({ ...late, expected: [{ sessionId: 's', revision: 1 }] })).toMatchObject({ conflicting: ['s'] });
      expect(await store.append({ ...late, expected: [{ sessionId: 's', revision: 2 }] })).toMatchObject({ newRecords: 1 });
    });

    it('takes records out with all that hangs on them', async () => {
      await put(buildConversation('s'));
      await store.removeRecords('s', ['s-7']);
      expect(await store.listStaleSessions()).toEqual(['s']);
      expect([(await store.listRecords('s', 0, 100, 0)).length, await store.countToolCalls('s')]).toEqual([8, 2]);
    });
  });
};
