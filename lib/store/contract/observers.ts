import { beforeEach, describe, expect, it } from 'vitest';
import type { AssessmentSeverity } from '../../domain/assessment.ts';
import { makeBatch, makeRecordRow, makeResponseRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../make-batch.ts';
import { countFailures, makeCalls, parseReducerState } from '../build-reducer.ts';
import { forkBatches, buildConversation } from '../build-conversation.ts';
import type { ReducerWindow } from '../observer-store.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

const key = 'set-1';

/** Folds of observers over the calls of sessions. */
export const describeObservers = ({ fresh }: StoreSubject): void => {
  describe('observers', () => {
    let store: Store;
    let put: FreshStore['put'];
    let connect: FreshStore['connect'];
    beforeEach(() => {
      ({ store, put, connect } = fresh());
    });

    const reduceAll = async (id: string, limit = 2_000, configKey = key) => {
      for (;;) if (!(await store.reduceCalls(id, configKey, limit, countFailures))?.more) return;
    };
    const givenTo = async (id: string) => parseReducerState((await store.findObserverCheckpoint(id))?.state).given;
    const unobserved = async (limit = 10) => (await store.listUnobserved(limit)).map(({ sessionId }) => sessionId);
    const outdated = async (configKey: string) => (await store.countToObserve(configKey)).outdated;
    const summaries = async (id: string) =>
      (await store.listAssessments(id, { superseded: false })).map(({ callId, summary }) => `${callId}: ${summary}`);
    const windowOf = async (id: string): Promise<ReducerWindow> => {
      const windows: ReducerWindow[] = [];
      await store.reduceCalls(id, key, 100, (window) => {
        windows.push(window);
        return countFailures(window);
      });
      const [window] = windows;
      if (!window) throw new Error('nothing was reduced');
      return window;
    };

    it('knows no session that is not there', async () => {
      expect(await store.reduceCalls('none', key, 10, countFailures)).toBeNull();
      expect(await store.findObserverCheckpoint('none')).toBeNull();
      expect(await store.listAssessments('none', { superseded: true })).toEqual([]);
    });

    it('gives what is stored of each call', async () => {
      const talk = buildConversation('s', { cwd: '/home/dev/app' });
      await put({ ...talk, calls: talk.calls.map((call) => ({ ...call, responseId: call.callIndex === 3 ? 's-two' : 's-one' })) });
      const { checkpoint: head, about, calls, turnEnds } = await windowOf('s');
      expect([head, about, turnEnds]).toEqual([null, { sessionId: 's', cwd: '/home/dev/app' }, []]);
      expect(calls).toMatchObject([
        {
          id: 's-1',
          resultRecordId: 's-2',
          callIndex: 1,
          outcome: 'error',
          resultHead: 'no such\nfile\n',
          resultBytes: 13,
          params: '{"command":"ls"}',
          durationMs: 1_000,
          prompt: '\nFirst question\nand more',
          tokens: 17,
          costUsd: 0.5,
          paidBy: null,
        },
        { id: 's-3', callIndex: 2, outcome: 'ok', prompt: null, tokens: 0, costUsd: 0, paidBy: 1 },
      ]);
      expect(await store.listCallFacts('s', 0, 10)).toEqual({ about, calls, turnEnds });
      expect(await store.listCallFacts('s', 1, 10)).toEqual({ about, calls: calls.slice(1), turnEnds });
    });

    it('says which calls were issued together: those of one response, or those without a result between them', async () => {
      const kinds = [
        'tool_call',
        'tool_call',
        'tool_result',
        'tool_call',
        'tool_result',
        'tool_result',
        'tool_call',
        'tool_result',
      ] as const;
      const batchOf = (sessionId: string, responses: readonly (string | null)[]) => {
        const seqs = kinds.flatMap((kind, seq) => (kind === 'tool_call' ? [seq] : []));
        const results = kinds.flatMap((kind, seq) => (kind === 'tool_result' ? [seq] : []));
        const responseOf = (seq: number) => responses[seqs.indexOf(seq)] ?? null;
        return makeBatch({
          sessions: [makeSessionRow({ id: sessionId })],
          responses: [...new Set(responses)].flatMap((id) => (id === null ? [] : [makeResponseRow({ sessionId, id })])),
          records: kinds.map((kind, seq) =>
            makeRecordRow({ sessionId, id: `${sessionId}${seq}`, seq, turnIdx: 0, kind, responseId: responseOf(seq) }),
          ),
          calls: seqs.map((seq, at) =>
            makeToolCallRow({ sessionId, id: `${sessionId}${seq}`, seq, callIndex: at + 1, turnIdx: 0, responseId: responseOf(seq) }),
          ),
          results: results.map((seq, at) =>
            makeToolResultRow({ sessionId, recordId: `${sessionId}${seq}`, callId: `${sessionId}${seqs[at]}`, outcome: 'ok' }),
          ),
        });
      };
      await put(batchOf('told', ['a', 'a', 'a', 'b']));
      await put(batchOf('mute', [null, null, null, null]));
      const joinsOf = async (id: string, after = 0) => (await store.listCallFacts(id, after, 10)).calls.map(({ joins }) => joins);
      expect(await joinsOf('told')).toEqual([false, true, true, false]);
      expect(await joinsOf('mute')).toEqual([false, true, false, false]);
      expect(await joinsOf('told', 1)).toEqual([true, true, false]);
    });

    it('gives the end of a turn behind its last call, with the window or once it is known, and none of a subagent', async () => {
      const record = (sessionId: string, seq: number, turnIdx: number, over: Partial<Parameters<typeof makeRecordRow>[0]>) =>
        makeRecordRow({ sessionId, seq, turnIdx, id: `${sessionId}-${seq}`, ...over });
      for (const sessionId of ['s', 'agent']) {
        const over = sessionId === 'agent' ? ({ parentId: 's', relation: 'subagent', facts: { parentNativeId: 's' } } as const) : {};
        await put(makeCalls(sessionId, [{ id: `${sessionId}-c1`, callIndex: 1 }], over));
        await reduceAll(sessionId);
        const answered = [
          record(sessionId, 4, 0, { kind: 'response', text: 'Let me see.' }),
          record(sessionId, 5, 0, { kind: 'response', text: 'Done.', subtype: 'end_turn' }),
        ];
        await put(makeBatch({ sessions: [makeSessionRow({ id: sessionId, ...over })], records: answered }));
      }
      const end = { callIndex: 1, answerId: 's-5', answer: 'Done.' };
      expect(await windowOf('s')).toMatchObject({ checkpoint: { callIndex: 1 }, calls: [], turnEnds: [end] });
      // It was seen: nothing is left to reduce or to write.
      await expect(windowOf('s')).rejects.toThrow('nothing was reduced');
      expect((await store.listCallFacts('s', 0, 10)).turnEnds).toMatchObject([end]);
      expect((await store.listCallFacts('agent', 0, 10)).turnEnds).toEqual([]);
    });

    it('gives the beginning of long texts, and unknown figures as null', async () => {
      const prompt = `é${'p'.repeat(20_000)}`;
      await put(
        makeBatch({
          sessions: [makeSessionRow({ id: 's' })],
          records: [
            makeRecordRow({ sessionId: 's', seq: 0, turnIdx: 0, kind: 'prompt', text: prompt }),
            makeRecordRow({ sessionId: 's', seq: 1, turnIdx: 0, kind: 'tool_call', responseId: 'r' }),
            makeRecordRow({ sessionId: 's', seq: 2, turnIdx: 0, kind: 'tool_result', text: `x${'漢'.repeat(1_998)}😀!` }),
            makeRecordRow({ sessionId: 's', seq: 3, turnIdx: 0, kind: 'tool_call' }),
            makeRecordRow({ sessionId: 's', seq: 4, turnIdx: 0, kind: 'tool_result', text: '' }),
          ],
          calls: [1, 3].map((seq, at) =>
            makeToolCallRow({ sessionId: 's', seq, callIndex: at + 1, turnIdx: 0, responseId: at === 0 ? 'r' : null }),
          ),
          results: [1, 3].map((seq) => makeToolResultRow({ sessionId: 's', recordId: `r${seq + 1}`, callId: `r${seq}` })),
          responses: [makeResponseRow({ sessionId: 's', id: 'r' })],
        }),
      );
      const { calls } = await windowOf('s');
      expect(calls[0]?.prompt).toBe(prompt.slice(0, 16 * 1024 - 1));
      expect(calls[0]?.resultHead).toBe(`x${'漢'.repeat(1_998)}`);
      expect(calls.map(({ tokens, costUsd, resultHead }) => [tokens, costUsd, resultHead?.length])).toEqual([
        [null, null, 1_999],
        [null, null, 0],
      ]);
    });

    it('comes to the same in windows of any size, and keeps states to go on from', async () => {
      const calls = Array.from({ length: 2_300 }, (_, at) => ({ id: `c${at + 1}`, callIndex: at + 1, failed: at % 700 === 0 }));
      await put(makeCalls('a', calls));
      await put(makeCalls('b', calls));
      await reduceAll('a');
      for (const limit of [1, 7, 990, 500, 300]) await store.reduceCalls('b', key, limit, countFailures);
      await reduceAll('b', 37);
      expect(await givenTo('a')).toEqual(calls.map(({ id }) => id));
      expect(await givenTo('b')).toEqual(await givenTo('a'));
      expect(await summaries('b')).toEqual(['c1: 1 failed', 'c701: 2 failed', 'c1401: 3 failed', 'c2101: 4 failed']);
      expect(await summaries('a')).toEqual(await summaries('b'));
      const at = async (id: string, call: number) => (await store.findObserverCheckpoint(id, call))?.callIndex;
      for (const id of ['a', 'b']) {
        expect([await at(id, 998), await at(id, 999), await at(id, 1_998), await at(id, 2_299), await at(id, 9_999)]).toEqual([
          undefined,
          999,
          999,
          1_999,
          2_300,
        ]);
      }
      expect(parseReducerState((await store.findObserverCheckpoint('b', 1_500))?.state).failed).toBe(2);
    });

    it('waits for the results of the last calls', async () => {
      await put(
        makeCalls('s', [
          { id: 'a', callIndex: 1 },
          { id: 'b', callIndex: 2, open: true },
          { id: 'c', callIndex: 3 },
        ]),
      );
      await put(makeCalls('s', [{ id: 'd', callIndex: 4, open: true }]));
      expect(await store.reduceCalls('s', key, 100, countFailures)).toMatchObject({ reduced: 3, more: false });
      expect(await givenTo('s')).toEqual(['a', 'b', 'c']);
      expect(await unobserved()).toEqual([]);
    });

    it('leaves calls out that are inherited', async () => {
      for (const batch of forkBatches()) await put(batch);
      await reduceAll('fork');
      await reduceAll('origin');
      expect([await store.findObserverCheckpoint('fork'), await givenTo('origin')]).toEqual([null, ['origin-1']]);
      expect(await store.findSession('fork')).toMatchObject({ findings: 0 });
    });

    it('tells which sessions have something to see, newest first', async () => {
      await put(makeCalls('old', [{ id: 'a', callIndex: 1 }], { startedAtMs: 1_000 }));
      await put(makeCalls('new', [{ id: 'b', callIndex: 1, failed: true }], { startedAtMs: 2_000 }));
      await store.append(makeCalls('unsettled', [{ id: 'c', callIndex: 1 }]));
      expect([await unobserved(), await unobserved(1)]).toEqual([['new', 'old'], ['new']]);
      expect(await store.findSession('new')).toMatchObject({ findings: null, worstFinding: null });
      await reduceAll('new');
      expect(await store.findSession('new')).toMatchObject({ findings: 1, worstFinding: 'warning' });
      expect([await unobserved(), (await store.countToObserve(key)).unobserved]).toEqual([['old'], 1]);
      const [before] = await store.listUnobserved(1);
      await put(makeCalls('new', [{ id: 'd', callIndex: 2 }], { startedAtMs: 2_000 }));
      expect(await unobserved()).toEqual(['new', 'old']);
      await put(makeCalls('old', [{ id: 'e', callIndex: 2 }], { startedAtMs: 1_000 }));
      const after = (await store.listUnobserved(2))[1];
      expect([before?.sessionId, after?.sessionId]).toEqual(['old', 'old']);
      expect(after?.version).not.toBe(before?.version);
    });

    it('leaves what ran with another configuration as it is, until that is asked for or the session changes', async () => {
      const first = { id: 'a', callIndex: 1, failed: true };
      for (const id of ['s', 't', 'u']) await put(makeCalls(id, [first]));
      expect(await outdated('set-2')).toBe(0);
      for (const id of ['s', 't']) await reduceAll(id);
      await reduceAll('u', 2_000, 'set-2');
      expect([await unobserved(), await outdated(key), await outdated('set-2')]).toEqual([[], 1, 2]);
      await put(makeCalls('t', [{ id: 'b', callIndex: 2 }]));
      expect([await unobserved(), await outdated('set-2')]).toEqual([['t'], 1]);
      await reduceAll('t', 2_000, 'set-2');
      const before = (await store.readChanges(null, 1)).cursor;
      expect([await store.markOutdatedUnobserved('set-2'), await unobserved(), await outdated('set-2')]).toEqual([1, ['s'], 0]);
      expect((await store.readChanges(before, 10)).changes.map(({ topic }) => topic)).toEqual(['observers']);
      expect(await store.findSession('s')).toMatchObject({ findings: 1, worstFinding: 'warning' });
      const after = (await store.readChanges(null, 1)).cursor;
      expect([await store.markOutdatedUnobserved('set-2'), (await store.readChanges(null, 1)).cursor]).toEqual([0, after]);
      await reduceAll('s', 2_000, 'set-2');
      expect([await unobserved(), await outdated('set-2')]).toEqual([[], 0]);
    });

    it('has to see again what it has begun to replay', async () => {
      const calls = [1, 2, 3].map((callIndex) => ({ id: `c${callIndex}`, callIndex, failed: true }));
      await put(makeCalls('s', calls));
      await reduceAll('s');
      expect(await store.reduceCalls('s', 'set-2', 1, countFailures)).toMatchObject({ reduced: 1, more: true });
      expect([await unobserved(), await outdated('set-2')]).toEqual([['s'], 0]);
      expect(await store.findSession('s')).toMatchObject({ worstFinding: 'warning' });
    });

    it('sorts and filters sessions by findings', async () => {
      const failing = [1, 2, 3].map((callIndex) => ({ id: `c${callIndex}`, callIndex, failed: true }));
      for (const [id, calls] of [
        ['none', 0],
        ['two', 2],
        ['three', 3],
        ['unknown', 1],
      ] as const)
        await put(makeCalls(id, failing.slice(0, calls)));
      for (const id of ['none', 'two', 'three']) await reduceAll(id);
      const list = async (filter: Parameters<Store['listSessions']>[0], descending: boolean) =>
        (await store.listSessions(filter, 'findings', descending, { cursor: null, limit: 10 })).items.map(({ id }) => id);
      expect(await list({}, true)).toEqual(['three', 'two', 'none', 'unknown']);
      expect(await list({}, false)).toEqual(['none', 'two', 'three', 'unknown']);
      expect([await list({ hasFindings: true }, true), await list({ hasFindings: false }, true)]).toEqual([['three', 'two'], ['none']]);
    });

    it('says what changed, and nothing where nothing did', async () => {
      await put(makeCalls('s', [{ id: 'a', callIndex: 1, failed: true }]));
      const before = (await store.readChanges(null, 1)).cursor;
      await reduceAll('s');
      expect((await store.readChanges(before, 10)).changes.map(({ topic, subjectId }) => [topic, subjectId])).toEqual([
        ['assessment', 's'],
      ]);
      const after = (await store.readChanges(null, 1)).cursor;
      await reduceAll('s');
      expect((await store.readChanges(null, 1)).cursor).toBe(after);
    });

    it('counts what was found, and notes what was sent', async () => {
      await put(
        makeCalls('s', [
          { id: 'a', callIndex: 1, failed: true },
          { id: 'b', callIndex: 2, failed: true },
        ]),
      );
      await put(makeCalls('t', [{ id: 'a', callIndex: 1, failed: true }]));
      await reduceAll('s');
      await reduceAll('t');
      expect(await store.countFindings()).toEqual([
        { observer: 'failures', category: 'Failure', severity: 'warning', sessions: 2, findings: 3 },
      ]);
      await store.putSent('s', [{ observer: 'failures', configKey: 'failures-1', callId: 'b' }], 5_000);
      await store.putSent('s', [{ observer: 'failures', configKey: 'failures-1', callId: 'b' }], 6_000);
      expect((await store.listAssessments('s', { superseded: false })).map(({ sentAtMs }) => sentAtMs)).toEqual([null, 5_000]);
    });

    it('counts a finding once in a session, under the worst that it was, and no more when it no longer stands', async () => {
      const calls = [1, 2, 3].map((callIndex) => ({ id: `c${callIndex}`, callIndex, failed: true }));
      await put(makeCalls('s', calls));
      await put(makeCalls('t', calls.slice(0, 1)));
      // One finding that rises at the third call; in all that is said after the first.
      const rise = (window: ReducerWindow) => {
        const made = countFailures(window);
        const severityOf = (callIndex: number): AssessmentSeverity => (callIndex === 3 ? 'warning' : 'caution');
        return {
          ...made,
          assessments: made.assessments.map((one) => ({
            ...one,
            findings: one.findings.map((finding) => ({ ...finding, subject: 'same', severity: severityOf(one.callIndex) })),
          })),
        };
      };
      for (const id of ['s', 't']) await store.reduceCalls(id, key, 100, rise);
      const row = { observer: 'failures', category: 'Failure', sessions: 1, findings: 1 };
      expect(await store.countFindings()).toEqual([
        { ...row, severity: 'caution' },
        { ...row, severity: 'warning' },
      ]);
      await store.putObserverCheckpoint('s', { callIndex: 2, callId: 'c2', configKey: key, state: { given: [], failed: 2 } });
      expect(await store.countFindings()).toEqual([{ ...row, severity: 'caution', sessions: 2, findings: 2 }]);
      await store.reduceCalls('t', 'set-2', 100, (window) => ({ ...countFailures(window), assessments: [] }));
      expect(await store.countFindings()).toEqual([{ ...row, severity: 'caution' }]);
    });

    it('lists the newest that were said, of the calls that are named', async () => {
      await put(
        makeCalls(
          's',
          [1, 2, 3, 4, 5].map((callIndex) => ({ id: `c${callIndex}`, callIndex, failed: true })),
        ),
      );
      await reduceAll('s');
      const list = async (of: { newest: number; fromCall?: number; toCall?: number }) =>
        (await store.listAssessments('s', { superseded: false, ...of })).map(({ callIndex }) => callIndex);
      expect(await list({ newest: 2 })).toEqual([4, 5]);
      expect(await list({ newest: 9, fromCall: 3 })).toEqual([3, 4, 5]);
      expect(await list({ newest: 2, toCall: 3 })).toEqual([2, 3]);
      expect(await list({ newest: 1, fromCall: 2, toCall: 4 })).toEqual([4]);
    });

    it('gives what is to be sent to one of all who ask', async () => {
      const other = connect();
      const ids = ['a', 'b', 'c'];
      await put(
        makeCalls(
          's',
          ids.map((id, at) => ({ id, callIndex: at + 1, failed: true })),
        ),
      );
      await reduceAll('s');
      const keys = ids.map((callId) => ({ observer: 'failures', configKey: 'failures-1', callId }));
      const asked = [store, other, store, other].map((by, at) => by.putSent('s', at < 2 ? keys.slice(0, 2) : keys, 5_000 + at));
      const got = (await Promise.all(asked)).flat();
      expect(got.map(({ callId }) => callId).toSorted()).toEqual(ids);
      const before = (await store.readChanges(null, 1)).cursor;
      expect(await store.putSent('s', [...keys, { observer: 'none', configKey: 'none', callId: 'a' }], 6_000)).toEqual([]);
      expect((await store.readChanges(null, 1)).cursor).toBe(before);
      await other.close();
    });

    it('tells what stood at a call', async () => {
      const calls = Array.from({ length: 12 }, (_, at) => ({ id: `c${at + 1}`, callIndex: at + 1, failed: true }));
      await put(makeCalls('s', calls));
      await put(makeCalls('t', calls));
      // Three observers, each of which is heard at some calls; that of the greatest interval comes first where all are.
      const intervals = [5, 2, 3];
      const sayAll = (window: ReducerWindow) => {
        const made = countFailures(window);
        const of = (one: (typeof made.assessments)[number]) =>
          intervals
            .filter((interval) => one.callIndex % interval === 0)
            .map((interval) => ({ ...one, observer: `every-${interval}`, summary: `${interval} at ${one.callIndex}` }));
        return { ...made, assessments: made.assessments.flatMap(of) };
      };
      for (const configKey of ['set-0', key]) await store.reduceCalls('s', configKey, 100, sayAll);
      const said = async (atCall: number) => {
        const [ofLastCall, inForce] = [await store.listAssessmentsOfLastCall('s', atCall), await store.listActiveAssessments('s', atCall)];
        return [ofLastCall.map(({ summary }) => summary), inForce.map(({ summary }) => summary)];
      };
      expect(await said(1)).toEqual([[], []]);
      expect(await said(5)).toEqual([['5 at 5'], ['2 at 4', '3 at 3', '5 at 5']]);
      expect(await said(7)).toEqual([
        ['2 at 6', '3 at 6'],
        ['2 at 6', '3 at 6', '5 at 5'],
      ]);
      expect(await said(10)).toEqual([
        ['5 at 10', '2 at 10'],
        ['2 at 10', '3 at 9', '5 at 10'],
      ]);
      await store.putObserverCheckpoint('s', { callIndex: 6, callId: 'c6', configKey: key, state: { given: [], failed: 6 } });
      expect(await said(12)).toEqual(await said(6));
      expect([await store.listAssessmentsOfLastCall('t', 12), await store.listActiveAssessments('t', 12)]).toEqual([[], []]);
    });

    it('lists the sessions that own calls, oldest first', async () => {
      await put(makeCalls('b', [{ id: 'a', callIndex: 1 }], { startedAtMs: 2_000, title: 'Later' }));
      await put(makeCalls('z', [{ id: 'a', callIndex: 1 }], { startedAtMs: null }));
      await put(makeCalls('c', [{ id: 'a', callIndex: 1 }], { startedAtMs: 1_000 }));
      await put(makeCalls('none', []));
      expect(await store.listObservable(null, 2)).toEqual([
        { sessionId: 'c', title: null, folderName: null, toolCalls: 1 },
        { sessionId: 'b', title: 'Later', folderName: null, toolCalls: 1 },
      ]);
      expect((await store.listObservable('b', 2)).map(({ sessionId }) => sessionId)).toEqual(['z']);
    });

    it('reduces each call once, whoever reduces', async () => {
      const other = connect();
      const calls = Array.from({ length: 60 }, (_, at) => ({ id: `c${at + 1}`, callIndex: at + 1, failed: at % 3 === 0 }));
      await put(makeCalls('s', calls));
      const reduce = async (by: Store) => {
        for (;;) if (!(await by.reduceCalls('s', key, 3, countFailures))?.more) return;
      };
      await Promise.all([reduce(store), reduce(other), reduce(store), reduce(other)]);
      expect(await givenTo('s')).toEqual(calls.map(({ id }) => id));
      expect((await store.listAssessments('s', { superseded: true })).length).toBe(20);
      await other.close();
    });

    it('stores nothing of a reducer that fails', async () => {
      await put(makeCalls('s', [{ id: 'a', callIndex: 1, failed: true }]));
      const fail = () => {
        throw new Error('broken');
      };
      await expect(store.reduceCalls('s', key, 10, fail)).rejects.toThrow('broken');
      expect([await store.findObserverCheckpoint('s'), await unobserved()]).toEqual([null, ['s']]);
    });
  });
};
