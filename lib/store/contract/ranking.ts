import { beforeEach, describe, expect, it } from 'vitest';
import { parseQuery, toPlainTerms } from '../../search/query.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeSource, makeToolCallRow, makeToolResultRow } from '../make-batch.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Queries of retrieval: a ranking without texts, how many documents contain words, and what followed prompts. */
export const describeRanking = ({ fresh }: StoreSubject): void => {
  describe('ranking', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });
    const putPrompts = async (sessionId: string, texts: readonly string[], over: Partial<Parameters<typeof makeSessionRow>[0]> = {}) => {
      // Without recomputed aggregates, which take away parents that no link names.
      await store.append(
        makeBatch({
          sessions: [makeSessionRow({ ...over, id: sessionId })],
          records: texts.map((text, seq) =>
            makeRecordRow({ id: `${sessionId}-${seq}`, sessionId, seq, turnIdx: seq, kind: 'prompt', text }),
          ),
        }),
      );
      while ((await store.indexSome()) > 0);
    };
    const rank = async (text: string, options: { limit?: number; except?: string[] } = {}) =>
      (await store.rankRecords({ terms: toPlainTerms(text), conditions: [] }, { limit: 10, except: [], ...options })).map(
        ({ recordId }) => recordId,
      );

    it('ranks as search does, of equal scores the last added first', async () => {
      await putPrompts('a', ['lock', 'migration lock', 'other words']);
      await putPrompts('b', ['lock']);
      await putPrompts('a', ['lock', 'migration lock', 'other words', 'lock']);
      expect(await rank('migration lock')).toEqual(['a-1', 'a-3', 'b-0', 'a-0']);
      expect(await rank('migration lock', { limit: 2 })).toEqual(['a-1', 'a-3']);
      expect([await rank(''), await rank('zebra')]).toEqual([[], []]);
      const [first] = await store.rankRecords({ terms: toPlainTerms('migration'), conditions: [] }, { limit: 1, except: [] });
      const [found] = (await store.search(parseQuery('migration', 0), { cursor: null, limit: 1 })).items;
      expect(first).toMatchObject({ sessionId: 'a', seq: 1, turnIdx: 1, score: found?.score, session: found?.session });
    });

    it('leaves out sessions with all that they descend from, and all that descends from those', async () => {
      await putPrompts('root', ['lock']);
      await putPrompts('me', ['lock'], { parentId: 'root', relation: 'fork' });
      await putPrompts('child', ['lock'], { parentId: 'me', relation: 'subagent' });
      await putPrompts('sibling', ['lock'], { parentId: 'root', relation: 'subagent' });
      await putPrompts('other', ['lock']);
      expect(await rank('lock', { except: ['me', 'unknown'] })).toEqual(['other-0']);
    });

    it('counts the documents of words, up to a limit', async () => {
      await putPrompts('a', ['lock', 'lock migration', '数据库 lock']);
      expect(await store.countDocuments(toPlainTerms('lock migration 数据 zebra'), 2)).toEqual([2, 1, 1, 0]);
    });

    it('reads what followed each prompt', async () => {
      const kinds = ['prompt', 'tool_call', 'tool_call', 'tool_call', 'tool_call', 'response', 'prompt'] as const;
      const calls = kinds.flatMap((kind, seq) => (kind === 'tool_call' ? [{ id: `r${seq}`, seq }] : []));
      await put(
        makeBatch({
          sessions: [makeSessionRow({ id: 's', outcome: { reward: null, exitStatus: 'exit_cost', turns: [] } })],
          records: kinds.map((kind, seq) =>
            makeRecordRow({ id: `r${seq}`, sessionId: 's', seq, kind, text: `text ${seq}`, turnIdx: seq < 6 ? 0 : 1 }),
          ),
          calls: calls.map(({ id, seq }) => makeToolCallRow({ sessionId: 's', id, seq, callIndex: seq, name: 'bash' })),
          results: calls.map(({ id }) => makeToolResultRow({ sessionId: 's', recordId: id, callId: id })),
        }),
      );
      const [first, last] = await store.readContinuations(
        [
          { sessionId: 's', seq: 0, turnIdx: 0 },
          { sessionId: 's', seq: 6, turnIdx: 1 },
        ],
        1,
      );
      expect(first?.steps.map(({ recordId, skipped }) => [recordId, skipped])).toEqual([
        ['r1', 0],
        ['r3', 1],
        ['r4', 0],
        ['r5', 0],
      ]);
      expect(first).toMatchObject({ isAnswered: true, lastOutcome: 'ok' });
      const nothing = {
        isAnswered: false,
        isRefuted: false,
        verification: null,
        lastOutcome: null,
        reward: null,
        isCompleted: null,
        exitStatus: null,
      };
      expect(last).toEqual({ steps: [], ...nothing });
    });

    it('knows an answer as the turn does: not where a failed request follows, and without a recorded end by the last work', async () => {
      for (const [id, last] of Object.entries({ done: 'end_turn', down: 'service_error', open: null }))
        await put(
          makeBatch({
            source: makeSource({ id: `source-${id}`, sessionIds: [id] }),
            sessions: [makeSessionRow({ id })],
            records: (['prompt', 'tool_call', 'response', 'system'] as const).map((kind, seq) =>
              makeRecordRow({ id: `${id}-${seq}`, sessionId: id, seq, kind, turnIdx: 0, subtype: kind === 'system' ? last : null }),
            ),
            calls: [makeToolCallRow({ sessionId: id, id: `${id}-1`, seq: 1, callIndex: 1, turnIdx: 0 })],
            results: [makeToolResultRow({ sessionId: id, recordId: `${id}-1`, callId: `${id}-1` })],
          }),
        );
      const prompts = ['done', 'down', 'open'].map((sessionId) => ({ sessionId, seq: 0, turnIdx: 0 }));
      expect((await store.readContinuations(prompts, 1)).map(({ isAnswered }) => isAnswered)).toEqual([true, false, true]);
    });

    it('knows that the next prompt says that it was wrong, and begins with what a task is found by', async () => {
      const texts = [
        'count the ferries',
        'call',
        'call',
        'call',
        'call',
        'answer',
        'That is wrong, there are more',
        'call',
        'fine',
        'now the cranes',
      ];
      const toKind = (text: string, seq: number) => (text === 'call' ? 'tool_call' : seq === 5 ? 'response' : 'prompt');
      const calls = texts.flatMap((text, seq) => (text === 'call' ? [{ id: `r${seq}`, seq }] : []));
      await put(
        makeBatch({
          sessions: [makeSessionRow({ id: 's' })],
          records: texts.map((text, seq) => makeRecordRow({ id: `r${seq}`, sessionId: 's', seq, kind: toKind(text, seq), text: text })),
          calls: calls.map(({ id, seq }, at) =>
            makeToolCallRow({ sessionId: 's', id, seq, callIndex: at + 1, kind: 'shell', callKey: id }),
          ),
          results: calls.map(({ id }) =>
            makeToolResultRow({ sessionId: 's', recordId: id, callId: id, outcome: id === 'r1' ? 'error' : 'ok' }),
          ),
        }),
      );
      const read = async (seq: number, matchSeq?: number) =>
        (await store.readContinuations([{ sessionId: 's', seq, turnIdx: null, ...(matchSeq !== undefined && { matchSeq }) }], 1))[0];
      expect([(await read(0))?.isRefuted, (await read(6))?.isRefuted]).toEqual([true, false]);
      const listSteps = async (matchSeq?: number) => (await read(0, matchSeq))?.steps.map(({ recordId }) => recordId);
      expect(await listSteps()).toEqual(['r1', 'r3', 'r4', 'r5']);
      expect(await listSteps(1)).toEqual(['r1', 'r2', 'r3', 'r5']);
    });

    it('says how much is indexed, and whether prompts are few', async () => {
      await putPrompts('a', ['lock', 'migration lock', 'other words']);
      await store.recomputeAggregates(['a']);
      expect(await store.measureIndex(20)).toEqual({ documents: 3, prompts: 3 });
      expect((await store.measureIndex(2)).prompts).toBe(2);
    });

    it('takes a prompt without words of its own as a part of the task before', async () => {
      const texts = ['fix the lock', 'call', 'Yes, do that', 'call', 'explain it in detail', 'call'];
      const calls = texts.flatMap((text, seq) => (text === 'call' ? [{ id: `r${seq}`, seq, turnIdx: (seq - 1) / 2 }] : []));
      await put(
        makeBatch({
          sessions: [makeSessionRow({ id: 's' })],
          records: texts.map((text, seq) => {
            const kind = text === 'call' ? 'tool_call' : 'prompt';
            return makeRecordRow({ id: `r${seq}`, sessionId: 's', seq, kind, text, turnIdx: Math.floor(seq / 2) });
          }),
          calls: calls.map(({ id, seq, turnIdx }) => makeToolCallRow({ sessionId: 's', id, seq, turnIdx, callIndex: turnIdx + 1 })),
        }),
      );
      const unmeasured = { iterations: null, toolErrors: null, completed: null, durationMs: null, tokens: null, costUsd: null };
      const outcome = { ...unmeasured, model: null, retrievalUsed: null };
      const report = (turnIdx: number, reward: number) =>
        store.putTurnOutcome({ ...outcome, sessionId: 's', turnIdx, prompt: null, reward, atMs: 1 });
      await report(0, 0);
      const first = { sessionId: 's', seq: 0, turnIdx: 0 };
      const read = async () => (await store.readContinuations([first], 9))[0];
      expect((await read())?.steps.map(({ recordId }) => recordId)).toEqual(['r1', 'r3']);
      expect((await read())?.reward).toBeNull();
      await report(1, 1);
      expect((await read())?.reward).toBe(1);
      const tasks = await store.findTaskPrompts([0, 1, 3, 5].map((seq) => ({ sessionId: 's', seq })));
      expect(tasks.map((prompt) => prompt?.recordId ?? null)).toEqual([null, 'r0', 'r0', 'r4']);
    });
  });
};
