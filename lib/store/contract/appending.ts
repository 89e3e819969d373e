import { beforeEach, describe, expect, it } from 'vitest';
import { makeBatch, makeRecordRow, makeResponseRow, makeSessionRow, makeToolCallRow } from '../make-batch.ts';
import { makeDump } from '../make-dump.ts';
import { buildConversation } from '../build-conversation.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Data that an append and a settle store, compute and announce. */
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
        { turnIdx: 0, messageId: 's-0', title: 'First question', startSeq: 0, toolCalls: 2, toolErrors: 1, tokensOutput: 7, costUsd: 0.5 },
        { turnIdx: 1, messageId: 's-6', title: 'Second', startSeq: 6, toolCalls: 1, toolErrors: 0, tokensOutput: 4, costUsd: 0.25 },
      ]);
      expect(await store.listStaleSessions()).toEqual([]);
    });

    it.each([
      ['no prompt follows', 0],
      ['prompts follow', -1],
    ])('has a turn of what an agent did without a prompt where %s', async (_, turnIdx) => {
      const record = (seq: number, turn: number | null, more: Partial<Parameters<typeof makeRecordRow>[0]>) =>
        makeRecordRow({ sessionId: 's', seq, turnIdx: turn, ...more });
      await put(
        makeBatch({
          sessions: [makeSessionRow({ id: 's' })],
          records: [
            record(0, null, { kind: 'system', text: 'Ready' }),
            record(1, turnIdx, { kind: 'tool_call', text: '' }),
            record(2, turnIdx, { kind: 'response', text: 'It is fixed. What next?' }),
            ...(turnIdx === 0 ? [] : [record(3, 0, { kind: 'prompt', text: 'Go on' })]),
          ],
          calls: [makeToolCallRow({ sessionId: 's', seq: 1, callIndex: 1, turnIdx })],
        }),
      );
      const [turn, ...others] = await store.listTurns('s');
      expect(turn).toMatchObject({ turnIdx, messageId: 'r2', hasPrompt: false, title: 'It is fixed.', startSeq: 1, toolCalls: 1 });
      expect(others).toMatchObject(turnIdx === 0 ? [] : [{ turnIdx: 0, messageId: 'r3', hasPrompt: true, title: 'Go on' }]);
      expect(await store.findSession('s')).toMatchObject({ turns: 1 + others.length });
      expect(await store.findTurnMetric('s', turnIdx, Number.MAX_SAFE_INTEGER)).toMatchObject({ prompt: null });
    });

    it('computes each of thousands of turns, and again when the session grew', async () => {
      const [count, more] = [4_100, 4_300];
      const makeTurn = (turnIdx: number) => {
        const at = { sessionId: 's', turnIdx };
        const records = (['prompt', 'tool_call', 'response'] as const).map((kind, place) =>
          makeRecordRow({ ...at, seq: 3 * turnIdx + place, kind, responseId: kind === 'prompt' ? null : `m${turnIdx}` }),
        );
        const call = makeToolCallRow({ ...at, seq: 3 * turnIdx + 1, callIndex: turnIdx + 1 });
        const tokens = { input: 1, cacheRead: null, cacheWrite: null, output: turnIdx, reasoning: null };
        return { records, call, response: makeResponseRow({ ...at, id: `m${turnIdx}`, tokens, costUsd: 0.5 }) };
      };
      const putTurns = async (from: number, to: number) => {
        const turns = Array.from({ length: to - from }, (_, at) => makeTurn(from + at));
        await put(
          makeBatch({
            sessions: [makeSessionRow({ id: 's' })],
            records: turns.flatMap(({ records }) => records),
            calls: turns.map(({ call }) => call),
            responses: turns.map(({ response }) => response),
          }),
        );
      };
      const expectTurns = async (length: number) =>
        expect(await store.listTurns('s')).toEqual(
          Array.from({ length }, (_, turnIdx): unknown =>
            expect.objectContaining({
              ...{ turnIdx, messageId: `r${3 * turnIdx}`, startSeq: 3 * turnIdx, activeMs: 2_000, toolCalls: 1 },
              ...{ tokensOutput: turnIdx, costUsd: 0.5 },
            }),
          ),
        );
      await putTurns(0, count);
      await expectTurns(count);
      await putTurns(count, more);
      await expectTurns(more);
      expect(await store.findSession('s')).toMatchObject({ turns: more, records: 3 * more, toolCalls: more });
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
