import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileResult } from '../domain/import.ts';
import type { SessionSort } from '../domain/session.ts';
import { makeBatch, makeRecordRow, makeResponseRow, makeSessionRow, makeSource, makeToolCallRow, makeToolResultRow } from './make-batch.ts';
import { makeDump } from './make-dump.ts';
import { forkBatches, makeTalk } from './make-talk.ts';
import { continuedLink, type Store } from './store.ts';

/** A fresh, empty store; `connect` opens another connection to the same archive, where the engine can. */
export type StoreUnderTest = { store: Store; connect?: () => Store; dispose(): Promise<void> };

/** What every engine must do. */
export const describeStore = (name: string, makeStore: () => StoreUnderTest): void => {
  describe(name, () => {
    let made: StoreUnderTest;
    let store: Store;
    beforeEach(() => {
      made = makeStore();
      store = made.store;
    });
    afterEach(() => made.dispose());

    const put = async (batch: Parameters<Store['append']>[0]) => {
      const answer = await store.append(batch);
      await store.settle(batch.sessions.map((row) => row.id));
      return answer;
    };

    describe('append and settle', () => {
      it('counts what is new, and stores nothing twice', async () => {
        const talk = makeTalk('s');
        expect(await put(talk)).toEqual({ newRecords: talk.records.length });
        const before = await makeDump(store);
        expect(await put(talk)).toEqual({ newRecords: 0 });
        expect(await makeDump(store)).toEqual(before);
      });

      it('computes the figures of a session and its turns', async () => {
        await put(makeTalk('s'));
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
        expect(await store.listUnsettled()).toEqual([]);
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
        await store.append(makeTalk('s'));
        await store.append(makeTalk('t'));
        expect(await store.listUnsettled()).toEqual(['s', 't']);
        expect(await store.settle(['s'])).toEqual(['s']);
        expect(await store.settle(['s'])).toEqual([]);
        expect(await store.listUnsettled()).toEqual(['t']);
      });

      it('stores nothing of a batch that fails', async () => {
        const talk = makeTalk('s');
        const orphan = makeRecordRow({ sessionId: 'nowhere', seq: 0 });
        await expect(store.append({ ...talk, records: [...talk.records, orphan] })).rejects.toThrow();
        expect(await store.findSession('s')).toBeNull();
        expect(await store.findSource('/logs/source-s.jsonl')).toBeNull();
        expect(await store.latestChange()).toBe(0);
      });
    });

    describe('calls that tell their result themselves', () => {
      const call = { sessionId: 's', callKey: 'same', startedAtMs: null };
      const ending = { sessionId: 's', outcome: 'error', outcomeSource: 'text', errorKey: 'error', resultKey: 'same' } as const;
      const batch = makeBatch({
        sessions: [makeSessionRow({ id: 's' })],
        records: [0, 1].map((seq) => makeRecordRow({ sessionId: 's', seq, kind: 'tool_call', text: 'bash: ls\nerror: none' })),
        calls: [0, 1].map((seq) => makeToolCallRow({ ...call, seq, callIndex: seq + 1, nativeCallId: `t${seq}` })),
        results: [0, 1].map((seq) => makeToolResultRow({ ...ending, recordId: `r${seq}`, callId: `r${seq}`, nativeCallId: `t${seq}` })),
      });

      it('are one record, one row and no orphan', async () => {
        await put(batch);
        expect(await store.findSession('s')).toMatchObject({ records: 2, toolCalls: 2, toolErrors: 2, completeness: { orphanCalls: 0 } });
        expect(await store.rowColumns('s', 0)).toMatchObject({ seq: [0, 1], sameAs: [null, 1], paired: [false, false] });
        expect((await store.findRecord('s', 'r1', 100))?.toolCall).toMatchObject({
          ...{ recordId: 'r1', resultRecordId: 'r1', resultText: 'bash: ls\nerror: none', outcome: 'error', durationMs: null, sameAs: 1 },
        });
      });

      it('are the same when they are numbered again, and leave with their record', async () => {
        await put(batch);
        const before = await makeDump(store);
        const { calls, results } = await store.listCallPairs('s');
        expect([...calls]).toEqual([...results]);
        const pairs = [...calls.keys()].map((id) => ({ callId: id, resultRecordId: id }));
        await store.applyRederived({ sessionId: 's', records: [], calls: [], pairs });
        await store.settle(['s']);
        expect(await makeDump(store)).toEqual(before);
        await store.removeRecords('s', ['r0']);
        const left = await store.listCallPairs('s');
        expect([[...left.calls.keys()], [...left.results.keys()]]).toEqual([['r1'], ['r1']]);
      });
    });

    describe('endings that are told apart', () => {
      const makeEnding = (sessionId: string) => ({
        records: [makeRecordRow({ sessionId, seq: 1, kind: 'tool_call' }), makeRecordRow({ sessionId, seq: 2, kind: 'meta' })],
        calls: [makeToolCallRow({ sessionId, seq: 1, callIndex: 1, nativeCallId: 'c' })],
        endings: [makeToolResultRow({ sessionId, recordId: 'r2', nativeCallId: 'c', outcome: 'error', exitCode: 3, durationMs: 5 })],
      });
      const result = (outcome: 'ok' | 'rejected') => ({
        records: [makeRecordRow({ sessionId: 's', seq: 3, kind: 'tool_result' })],
        results: [makeToolResultRow({ sessionId: 's', recordId: 'r3', callId: 'r1', nativeCallId: 'c', outcome, errorKey: 'key' })],
      });

      it('hold over the result, in one batch or two, but for a rejection', async () => {
        const sessions = [makeSessionRow({ id: 's' })];
        const ending = makeEnding('s');
        for (const outcome of ['ok', 'rejected'] as const) {
          for (const isOne of [true, false]) {
            const other = makeStore();
            const more = result(outcome);
            if (isOne) await other.store.append(makeBatch({ sessions, ...ending, ...more, records: [...ending.records, ...more.records] }));
            else for (const part of [ending, more]) await other.store.append(makeBatch({ sessions, ...part }));
            const [call] = await other.store.listToolCalls('s', 1, 1, 100);
            const expected = outcome === 'ok' ? { outcome: 'error', exitCode: 3, durationMs: 5 } : { outcome: 'rejected', exitCode: null };
            expect(call).toMatchObject({ ...expected, resultRecordId: 'r3' });
            await other.dispose();
          }
        }
      });
    });

    describe('sessions that share entries', () => {
      it('gives them to the one that started first; each is counted once', async () => {
        for (const batch of forkBatches()) await put(batch);
        const [origin, fork] = [await store.findSession('origin'), await store.findSession('fork')];
        expect(origin).toMatchObject({ records: 4, turns: 1, toolCalls: 1, tokens: { output: 5 } });
        expect(fork).toMatchObject({ records: 1, turns: 0, toolCalls: 0, tokens: { output: 0 } });
        const inherited = (await store.listRecords('fork', 0, 10, 1_000)).map((record) => record.inheritedFrom);
        expect(inherited).toEqual(['origin', 'origin', 'origin', 'origin', null]);
        expect((await store.listToolCalls('fork', 1, 10, 1_000)).map((call) => call.inheritedFrom)).toEqual(['origin']);
      });

      it('is the same in any order and any split of appends and settles', async () => {
        const batches = [...forkBatches(), makeTalk('s'), makeTalk('t'), makeTalk('s')];
        const dumpOf = async (order: readonly number[], settleEach: boolean) => {
          const other = makeStore();
          for (const at of order) {
            const batch = batches[at];
            if (!batch) continue;
            await other.store.append(batch);
            if (settleEach) await other.store.settle(batch.sessions.map((row) => row.id));
          }
          await other.store.settle(await other.store.listUnsettled());
          const dump = await makeDump(other.store);
          await other.dispose();
          return dump;
        };
        const all = batches.map((_, at) => at);
        const expected = await dumpOf(all, true);
        await fc.assert(
          fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), fc.boolean(), async (order, settleEach) => {
            expect(await dumpOf(order, settleEach)).toEqual(expected);
          }),
          { numRuns: 12 },
        );
      });
    });

    describe('lists of sessions', () => {
      const sorts: SessionSort[] = ['started', 'title', 'project', 'duration', 'turns', 'calls', 'errors', 'tokens', 'cost'];
      beforeEach(async () => {
        const rows = Array.from({ length: 23 }, (_, at) =>
          makeSessionRow({
            id: `s${String(at).padStart(2, '0')}`,
            title: at % 5 === 0 ? null : `Título ${at % 7} 100%_done`,
            project: at % 3 === 0 ? null : `project-${at % 4}`,
            models: at % 2 === 0 ? ['claude-opus', 'claude-haiku'] : ['claude-opus'],
            startedAtMs: at % 6 === 0 ? null : 1_000 * (at % 9),
            activeMs: at % 4 === 0 ? null : at * 10,
          }),
        );
        await put(makeBatch({ sessions: rows }));
        const talk = makeTalk('s01');
        await put({ ...talk, sessions: rows.slice(1, 2) });
      });

      it.each(sorts.flatMap((sort) => [[sort, true] as const, [sort, false] as const]))(
        'pages by %s, descending %s, there and back',
        async (sort, descending) => {
          const whole = await store.listSessions({}, sort, descending, { cursor: null, limit: 100 });
          expect(whole).toMatchObject({ total: 23, nextCursor: null });
          const ids: string[] = [];
          let cursor: string | null = null;
          let backwards: string | null = null;
          do {
            const page = await store.listSessions({}, sort, descending, { cursor, limit: 4 });
            expect(page.total).toBe(23);
            ids.push(...page.items.map((session) => session.id));
            cursor = page.nextCursor;
            backwards = page.previousCursor;
          } while (cursor !== null);
          expect(ids).toEqual(whole.items.map((session) => session.id));
          expect(new Set(ids).size).toBe(23);
          expect(whole.previousCursor).toBeNull();
          const returned = ids.slice(20);
          while (backwards !== null) {
            const page = await store.listSessions({}, sort, descending, { cursor: backwards, limit: 4 });
            expect(page.nextCursor).not.toBeNull();
            returned.unshift(...page.items.map((session) => session.id));
            backwards = page.previousCursor;
          }
          expect(returned).toEqual(ids);
        },
      );

      it('puts unknown values last in both directions', async () => {
        for (const descending of [true, false]) {
          const { items } = await store.listSessions({}, 'started', descending, { cursor: null, limit: 100 });
          expect(items.slice(-4).map((session) => session.startedAtMs)).toEqual([null, null, null, null]);
        }
      });

      it.each(['', 'x', 'eyJ9', Buffer.from('{"list":"title true","value":"a","id":"b"}').toString('base64url')])(
        'refuses the cursor %j',
        async (cursor) => {
          await expect(store.listSessions({}, 'started', true, { cursor, limit: 4 })).rejects.toMatchObject({ code: 'invalid_input' });
        },
      );

      it('filters', async () => {
        const count = async (filter: Parameters<Store['listSessions']>[0]) =>
          (await store.listSessions(filter, 'started', true, { cursor: null, limit: 1 })).total;
        expect(await count({ q: 'TÍTULO 3' })).toBe(2);
        expect(await count({ q: '100%_d' })).toBe(18);
        expect(await count({ q: '1_0' })).toBe(0);
        expect(await count({ q: 'native-s1' })).toBe(10);
        expect(await count({ project: 'project-1' })).toBe(4);
        expect(await count({ model: 'claude-haiku' })).toBe(12);
        expect(await count({ family: 'codex' })).toBe(0);
        expect(await count({ hasErrors: true })).toBe(1);
        expect(await count({ hasErrors: false })).toBe(22);
      });

      it('counts the values that exist', async () => {
        const facets = await store.sessionFacets();
        expect(facets.models).toEqual([
          { value: 'claude-opus', count: 23 },
          { value: 'claude-haiku', count: 12 },
        ]);
        expect(facets).toMatchObject({ families: [{ value: 'claude-code', count: 23 }], total: 23, syntheticCount: 0 });
      });
    });

    describe('parents and children', () => {
      it('lists a subagent inside its parent, and by itself while the parent is missing', async () => {
        const listed = async (filter = {}) =>
          (await store.listSessions(filter, 'title', false, { cursor: null, limit: 10 })).items.map((session) => session.id);
        const child = makeSessionRow({ id: 'child', title: 'b', parentId: 'parent', relation: 'subagent', agentName: 'reviewer' });
        await put(makeBatch({ sessions: [child] }));
        expect(await listed()).toEqual(['child']);
        const parent = makeTalk('parent', { title: 'a' });
        await put({ ...parent, links: [{ sessionId: 'parent', nativeCallId: 'call-1', childSessionId: 'child' }] });
        expect(await listed()).toEqual(['parent']);
        expect(await listed({ includeChildren: true })).toEqual(['parent', 'child']);
        expect(await listed({ parentId: 'parent' })).toEqual(['child']);
        expect((await store.listChildren('parent')).map((session) => session.parentTitle)).toEqual(['a']);
        expect(await store.findSession('parent')).toMatchObject({ childCount: 1 });
        const [call] = await store.listToolCalls('parent', 1, 1, 1_000);
        expect(call).toMatchObject({ childSessionId: 'child', childCalls: 0, childAgentName: 'reviewer' });
        expect((await store.listCallHeads('parent', 1, 1))[0]).toMatchObject({ childSessionId: 'child', childAgentName: 'reviewer' });
      });

      it('gives a session that names no parent the one that links to it, whichever comes first', async () => {
        const links = [
          { sessionId: 'parent', nativeCallId: '', childSessionId: 'child' },
          { sessionId: 'parent', nativeCallId: continuedLink, childSessionId: 'source-later' },
        ];
        const batches = ['child', 'later'].map((id) =>
          makeBatch({ sessions: [makeSessionRow({ id })], source: makeSource({ id: `source-${id}`, sessionIds: [id] }) }),
        );
        const [child, later] = batches;
        if (child) await put(child);
        await put({ ...makeTalk('parent'), links });
        if (later) await put(later);
        expect(await store.findSession('child')).toMatchObject({ parentId: 'parent', relation: 'subagent' });
        expect(await store.findSession('later')).toMatchObject({ parentId: 'parent', relation: 'continuation' });
        for (const batch of batches) await put(batch);
        expect((await store.listChildren('parent')).map((session) => session.id).toSorted()).toEqual(['child', 'later']);
      });

      it('is found by its native id', async () => {
        await put(makeBatch({ sessions: [makeSessionRow({ id: 's', nativeId: 'a:b' })] }));
        expect(await store.findSession('claude-code:a:b')).toMatchObject({ id: 's' });
        expect(await store.findSession('codex:a:b')).toBeNull();
        expect(await store.findSession('nothing')).toBeNull();
      });
    });

    describe('windows', () => {
      beforeEach(() => put(makeTalk('s')));

      it('gives records by position, with their calls and the tokens of a response once', async () => {
        expect(await store.countRecords('s')).toBe(9);
        const records = await store.listRecords('s', 1, 4, 8);
        expect(records.map((record) => record.seq)).toEqual([1, 2, 3, 4]);
        expect(records.map((record) => record.toolCall?.callIndex ?? null)).toEqual([1, 1, 2, 2]);
        expect(records.map((record) => record.responseTokens?.output ?? null)).toEqual([7, null, null, null]);
        expect(records[1]).toMatchObject({ text: 'no such\n', textBytes: 13, line: 3, rawBytes: 99, sourcePath: '/logs/source-s.jsonl' });
        expect(await store.listRecords('s', 9, 10, 8)).toEqual([]);
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
          { turnIdx: 0, outcome: 'error' },
          { turnIdx: 0, outcome: 'ok' },
          { turnIdx: 1, outcome: 'unknown' },
        ]);
      });

      it('finds the same call with the same result', async () => {
        const rows = [10, 12].flatMap((seq) => [
          makeRecordRow({ sessionId: 's', id: `c${seq}`, seq, kind: 'tool_call' }),
          makeRecordRow({ sessionId: 's', id: `x${seq}`, seq: seq + 1, kind: 'tool_result' }),
        ]);
        const calls = [10, 12].map((seq) => makeToolCallRow({ sessionId: 's', id: `c${seq}`, seq, callIndex: seq, callKey: 'k' }));
        const results = [10, 12].map((seq) =>
          makeToolResultRow({ sessionId: 's', recordId: `x${seq}`, callId: `c${seq}`, resultKey: 'r' }),
        );
        await put({ ...makeTalk('s'), records: rows, calls, results });
        expect((await store.listToolCalls('s', 10, 5, 100)).map((call) => call.sameAs)).toEqual([null, 10]);
      });

      it('gives columns from a turn on', async () => {
        expect(await store.rowColumns('s', 0)).toMatchObject({
          seq: [0, 1, 2, 3, 4, 5, 6, 7, 8],
          kind: ['prompt', 'tool_call', 'tool_result', 'tool_call', 'tool_result', 'meta', 'prompt', 'tool_call', 'response'],
          callIndex: [0, 1, 0, 2, 0, 0, 0, 3, 0],
          outcome: [null, 'error', null, 'ok', null, null, null, 'unknown', null],
          paired: [false, false, true, false, true, false, false, false, false],
        });
        expect((await store.rowColumns('s', 1)).seq).toEqual([6, 7, 8]);
        expect((await store.rowColumns('s', 2)).seq).toEqual([]);
      });

      it('keeps long texts whole and cuts no character in two', async () => {
        const text = 'é'.repeat(50_000);
        const params = JSON.stringify({ content: '𝒳'.repeat(40_000) });
        const record = makeRecordRow({ sessionId: 'long', seq: 0, kind: 'tool_call', text });
        const call = makeToolCallRow({ sessionId: 'long', seq: 0, callIndex: 1, params });
        await put(makeBatch({ sessions: [makeSessionRow({ id: 'long' })], records: [record], calls: [call] }));
        const [shown] = await store.listRecords('long', 0, 1, 64 * 1024);
        expect(shown).toMatchObject({ text: text.slice(0, 32 * 1024), textBytes: 100_000 });
        expect((await store.listRecords('long', 0, 1, 5))[0]?.text).toBe('éé');
        expect(shown?.toolCall?.paramsBytes).toBe(Buffer.byteLength(params));
        expect(params.startsWith(shown?.toolCall?.params ?? 'none')).toBe(true);
        expect(await store.readText('long', 'r0', 'text', 49_990, 100)).toEqual({ text: 'é'.repeat(10), totalChars: 50_000 });
        expect(await store.readText('long', 'r0', 'params', 0, 1_000_000)).toEqual({ text: params, totalChars: params.length });
        expect(await store.readText('s', 's-2', 'text', 3, 4)).toEqual({ text: 'such', totalChars: 13 });
        expect(await store.readText('s', 's-0', 'params', 0, 10)).toBeNull();
      });

      it('finds a text in records, calls and results, whatever its case', async () => {
        const prose = { sessionId: 's', kind: 'response' } as const;
        await put({
          ...makeTalk('s'),
          records: [
            makeRecordRow({ ...prose, id: 'p1', seq: 20, text: 'Grüße aus KÖLN' }),
            makeRecordRow({ ...prose, id: 'p2', seq: 21, text: '100% "quoted" _*( NEAR' }),
            makeRecordRow({ sessionId: 's', id: 'p3', seq: 22, kind: 'tool_call' }),
            makeRecordRow({ sessionId: 's', id: 'p4', seq: 23, kind: 'tool_result', text: 'köln\nköln' }),
            makeRecordRow({ sessionId: 's', id: 'p5', seq: 24, kind: 'tool_call', text: 'Output of one entry' }),
          ],
          calls: [
            makeToolCallRow({ sessionId: 's', id: 'p3', seq: 22, callIndex: 9, params: '{"path":"C:\\\\Köln \\"x\\""}' }),
            makeToolCallRow({ sessionId: 's', id: 'p5', seq: 24, callIndex: 10 }),
          ],
          results: [
            makeToolResultRow({ sessionId: 's', recordId: 'p4', callId: 'p3' }),
            makeToolResultRow({ sessionId: 's', recordId: 'p5', callId: 'p5' }),
          ],
        });
        const find = async (text: string, after = -1, limit = 100) => {
          const { total, matches } = await store.listTextMatches('s', text, after, limit);
          return [total, ...matches.map(({ seq, callIndex }) => `${seq}#${callIndex}`)];
        };
        expect(await find('köln')).toEqual([2, '20#0', '22#9']);
        expect(await find('köln', 20)).toEqual([2, '22#9']);
        expect(await find('köln', -1, 1)).toEqual([2, '20#0']);
        expect(await find('c:\\KÖLN "x"')).toEqual([1, '22#9']);
        expect(await find('no such')).toEqual([1, '1#1']);
        expect(await find('output OF')).toEqual([1, '24#10']);
        for (const text of ['100%', '"QUOTED"', '_*(', 'near']) expect(await find(text)).toEqual([1, '21#0']);
        for (const text of ['%', '"', '\\', '(', 'a* OR b', "'", '\0', '\ud800']) expect((await find(text))[0]).toBeTypeOf('number');
        expect(await find('_%')).toEqual([0]);
      });

      it('gives back the line that a record was read from', async () => {
        const lines = ['{"a":"é"}', '{"b":2}', '{"c":3}'];
        const starts = [0, Buffer.byteLength(lines[0] ?? ''), Buffer.byteLength(lines.slice(0, 2).join(''))];
        const raw = { sessionId: 's', sourceId: 'source-s', firstOffset: 0, offsets: [0, 100, 200], starts, rawBytes: 30 };
        await put({ ...makeTalk('s'), raw: [{ ...raw, data: deflateRawSync(lines.join('')) }] });
        const raws = await Promise.all(['s-0', 's-1', 's-2', 's-3'].map((id) => store.readRaw('s', id)));
        expect(raws.map((found) => found?.raw ?? null)).toEqual([...lines, null]);
        expect(raws[1]).toEqual({ raw: lines[1], path: '/logs/source-s.jsonl', line: 2, bytes: 99 });
      });
    });

    describe('numbering again', () => {
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
        await put(makeTalk('s'));
        await store.applyRederived({
          sessionId: 's',
          records: [{ id: 's-8', seq: 20, turnIdx: 1 }],
          calls: [{ id: 's-7', callIndex: 7, turnIdx: 1, seq: 7 }],
          pairs: [
            { callId: 's-7', resultRecordId: 's-4' },
            { callId: 's-3', resultRecordId: null },
          ],
          session: { head: { a: 1 }, startedAtMs: 5, endedAtMs: 6, activeMs: 1 },
        });
        await store.settle(['s']);
        expect(await store.findRecord('s', 's-8', 10)).toMatchObject({ seq: 20 });
        expect(
          (await store.listToolCalls('s', 2, 2, 10)).map(({ callIndex, outcome, resultRecordId }) => [callIndex, outcome, resultRecordId]),
        ).toEqual([
          [2, 'unknown', null],
          [7, 'ok', 's-4'],
        ]);
        expect((await store.findSessionRows(['s', 'none'])).map((row) => row.head)).toEqual([{ a: 1 }]);
      });

      it('takes records out with all that hangs on them', async () => {
        await put(makeTalk('s'));
        await store.removeRecords('s', ['s-7']);
        expect(await store.listUnsettled()).toEqual(['s']);
        expect([await store.countRecords('s'), await store.countToolCalls('s')]).toEqual([8, 2]);
      });
    });

    describe('sources, imports and folders', () => {
      it('remembers sources and what was wrong in them', async () => {
        const source = makeSource({ id: 'a', sha256: 'abc', state: { at: 1 }, sessionIds: ['z', 's'] });
        const session = makeSessionRow({ id: 's' });
        const issues = [
          { line: null, code: 'pending_tail' as const, message: 'tail', excerpt: null },
          { line: 3, code: 'bad_json' as const, message: 'bad', excerpt: '{' },
        ];
        const text = `{"torn ${'é'.repeat(40_000)}`;
        const issueLines = [{ line: 3, text, bytes: 80_007 }];
        await store.append(makeBatch({ source, sessions: [session], issues, issueLines }));
        expect(await store.findIssueLine('a', 3)).toEqual({
          path: '/logs/a.jsonl',
          line: 3,
          bytes: 80_007,
          text: text.slice(0, 7 + 32_764),
        });
        expect(await store.findIssueLine('a', 4)).toBeNull();
        expect(await store.findSource('/logs/a.jsonl')).toEqual(source);
        expect(await store.findSourceBySha256('abc')).toEqual(source);
        expect(await store.listSourceIssues('a')).toEqual(issues);
        await store.append(makeBatch({ source: { ...source, offset: 2_000 }, sessions: [session] }));
        expect((await store.listSourceIssues('a')).map((issue) => issue.code)).toEqual(['bad_json']);
        expect(await store.findIssueLine('a', 3)).toMatchObject({ line: 3 });
        await store.append(makeBatch({ source: { ...source, offset: 10 }, sessions: [session] }));
        expect(await store.listSourceIssues('a')).toEqual([]);
        expect(await store.findIssueLine('a', 3)).toBeNull();
      });

      it('keeps the results of imports and their totals', async () => {
        await put(makeTalk('s'));
        await store.createImport({ id: 'i', origin: 'cli', label: 'one', startedAtMs: 1 });
        await store.createImport({ id: 'j', origin: 'upload', label: 'two', startedAtMs: 2 });
        await store.putFileResult('i', makeResult('f1', 'running'));
        await store.putFileResult('i', makeResult('f2', 'refused'));
        await store.putFileResult('i', { ...makeResult('f1', 'imported'), sessions: [makeImported('s')] });
        await store.putFileResult('j', { ...makeResult('f1', 'unchanged'), sessions: [makeImported('s')] });
        await store.finishImport('i', 'done', 9);
        const found = await store.findImport('i');
        expect(found).toMatchObject({
          status: 'done',
          finishedAtMs: 9,
          files: 2,
          filesDone: 2,
          failed: 1,
          newSessions: 1,
          records: 20,
          bytes: 20,
        });
        expect(found?.results.map((result) => [result.id, result.status])).toEqual([
          ['f1', 'imported'],
          ['f2', 'refused'],
        ]);
        const page = await store.listImports({ cursor: null, limit: 1 });
        expect(page).toMatchObject({ total: 2, items: [{ id: 'j', status: 'open', newSessions: 0, unchanged: 1 }] });
        expect(await store.listImports({ cursor: page.nextCursor, limit: 1 })).toMatchObject({ items: [{ id: 'i' }], nextCursor: null });
        expect(await store.findImport('none')).toBeNull();
        await expect(store.putFileResult('none', makeResult('f', 'imported'))).rejects.toMatchObject({ code: 'not_found' });
      });

      it('keeps watched folders', async () => {
        await store.putWatched('/b', 2);
        await store.putWatched('/a', 1);
        await store.putWatched('/a', 5);
        expect(await store.listWatched()).toEqual([
          { path: '/a', addedAtMs: 1 },
          { path: '/b', addedAtMs: 2 },
        ]);
        await store.deleteWatched('/a');
        expect(await store.listWatched()).toHaveLength(1);
      });
    });

    describe('changes', () => {
      it('logs every write in order', async () => {
        const version = store.dataVersion();
        await put(makeTalk('s'));
        expect(store.dataVersion()).not.toBe(version);
        const first = await store.listChanges(0, 100);
        expect(first.map(({ topic, subjectId }) => `${topic} ${subjectId}`)).toEqual(['session s', 'session s']);
        const latest = await store.latestChange();
        await store.announce('import', 'i');
        expect(await store.listChanges(latest, 100)).toEqual([{ seq: latest + 1, topic: 'import', subjectId: 'i' }]);
        expect(await store.listChanges(0, 1)).toHaveLength(1);
      });

      it('shows other connections that something was written', async () => {
        const other = made.connect?.();
        if (!other) return;
        const before = other.dataVersion();
        expect(other.dataVersion()).toBe(before);
        await put(makeTalk('s'));
        expect(other.dataVersion()).not.toBe(before);
        expect(await other.latestChange()).toBe(await store.latestChange());
        await other.close();
      });
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

const makeImported = (id: string): FileResult['sessions'][number] => ({
  id,
  nativeId: id,
  title: null,
  turns: 0,
  records: 0,
  toolCalls: 0,
  toolErrors: 0,
  toolRejected: 0,
  tokens: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 },
});

const makeResult = (id: string, status: FileResult['status']): FileResult => ({
  id,
  path: `/${id}`,
  sourceId: null,
  bytes: 10,
  bytesRead: 10,
  status,
  format: null,
  formatLabel: null,
  sha256: null,
  unchanged: status === 'unchanged',
  sessions: [],
  sessionCount: 0,
  records: 10,
  toolCalls: 2,
  toolErrors: 1,
  newRecords: 10,
  skippedLines: 0,
  unknownRecords: 0,
  pendingTail: false,
  issues: [],
  issueCount: 0,
});
