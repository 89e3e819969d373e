import { beforeEach, describe, expect, it } from 'vitest';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../make-batch.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

type Line = [kind: 'prompt' | 'response' | 'tool_call' | 'tool_result' | 'system', about?: string];

const hourMs = 3_600_000;

/** Calls that have no end yet, and what depends on them. */
export const describeOpenCalls = ({ fresh }: StoreSubject): void => {
  describe('open calls', () => {
    let store: Store;
    let put: FreshStore['put'];
    const nowMs = Date.now();
    beforeEach(() => {
      ({ store, put } = fresh());
    });
    /** A call is begun by the response that is named; a result names its call's number, and `…` behind it says that it goes on. */
    const putSession = (id: string, lines: readonly Line[], { startMs = nowMs - hourMs, synthetic = false } = {}) => {
      const seqs = lines.flatMap(([kind], seq) => (kind === 'tool_call' ? [seq] : []));
      const at = (seq: number) => startMs + seq * 1_000;
      const results = lines.flatMap(([kind, about = ''], seq) => (kind === 'tool_result' ? [{ seq, about }] : []));
      let turnIdx = -1;
      return put(
        makeBatch({
          sessions: [makeSessionRow({ id, synthetic, startedAtMs: startMs, endedAtMs: at(lines.length - 1) })],
          records: lines.map(([kind, about], seq) => {
            if (kind === 'prompt') turnIdx += 1;
            const responseId = kind === 'tool_call' || kind === 'response' ? (about ?? null) : null;
            const subtype = kind === 'system' ? (about ?? null) : null;
            return makeRecordRow({ sessionId: id, seq, id: `${id}${seq}`, kind, subtype, responseId, turnIdx, atMs: at(seq) });
          }),
          calls: seqs.map((seq, index) =>
            makeToolCallRow({
              ...{ sessionId: id, seq, id: `${id}${seq}`, callIndex: index + 1, startedAtMs: at(seq) },
              ...{ responseId: lines[seq]?.[1] ?? null, turnIdx: lines.slice(0, seq).filter(([kind]) => kind === 'prompt').length - 1 },
            }),
          ),
          results: results.map(({ seq, about }) => {
            const index = Number.parseInt(about, 10);
            const outcome = about.endsWith('…') ? 'running' : 'ok';
            return makeToolResultRow({
              ...{ sessionId: id, recordId: `${id}${seq}`, callId: `${id}${seqs[index - 1]}`, nativeCallId: `call-${index}` },
              ...{ outcome, endedAtMs: at(seq) },
            });
          }),
        }),
      );
    };
    const outcomesOf = async (id: string) => (await store.listToolCalls(id, 1, 9, 0)).map(({ outcome }) => outcome);
    const openOf = async (id: string) => {
      const { openCallAtMs = null, toolUnended } = (await store.findSession(id)) ?? {};
      return [openCallAtMs === null ? null : Math.round((openCallAtMs - (nowMs - hourMs)) / 1_000), toolUnended];
    };

    it.each<[string, Line[], string[], (number | null)[]]>([
      ['the last call is waited for', [['prompt'], ['response', 'a'], ['tool_call', 'a']], ['running'], [2, 1]],
      [
        'so are calls of one response, whatever others of it have ended',
        [['prompt'], ['tool_call', 'a'], ['tool_call', 'a'], ['tool_call', 'a'], ['tool_result', '3']],
        ['running', 'running', 'ok'],
        [2, 2],
      ],
      ['a call behind which the agent went on is not', [['prompt'], ['tool_call', 'a'], ['response', 'b']], ['unknown'], [null, 1]],
      ['nor one behind a prompt', [['prompt'], ['tool_call', 'a'], ['prompt']], ['unknown'], [null, 1]],
      ['nor one that was broken off', [['prompt'], ['tool_call', 'a'], ['system', 'interrupted']], ['unknown'], [null, 1]],
      [
        'a call in the background is, whatever follows',
        [['prompt'], ['tool_call', 'a'], ['tool_result', '1…'], ['response', 'b'], ['prompt'], ['response', 'c']],
        ['running'],
        [1, 1],
      ],
      [
        'but not behind the last line of a printed run',
        [['prompt'], ['tool_call', 'a'], ['tool_result', '1…'], ['system', 'result']],
        ['running'],
        [null, 1],
      ],
      ['calls without responses follow each other', [['prompt'], ['tool_call'], ['tool_call']], ['running', 'running'], [2, 2]],
      [
        'and where a result stands between, the agent went on',
        [['prompt'], ['tool_call'], ['tool_call'], ['tool_result', '2'], ['tool_call']],
        ['unknown', 'ok', 'running'],
        [4, 2],
      ],
    ])('%s', async (_, lines, outcomes, open) => {
      await putSession('s', lines);
      expect([await outcomesOf('s'), await openOf('s')]).toEqual([outcomes, open]);
      expect((await store.rowColumns('s', -1)).outcomes).toEqual(outcomes);
      expect((await store.listCallSpans('s', 1, 9)).outcomes).toEqual(outcomes);
      expect((await store.listTurnOutcomes('s')).flatMap((turn) => turn.outcomes)).toEqual(outcomes);
      expect((await store.findCall('s', 1, 1, ['running']))?.callIndex ?? 0).toBe(outcomes.indexOf('running') + 1);
    });

    it.each([[undefined], ['a']])(
      'looks at the records of a session once for all of its open calls, of response %s',
      async (responseId) => {
        await putSession('s', [['prompt'], ...Array.from({ length: 2_000 }, (): Line => ['tool_call', responseId])]);
        expect(await openOf('s')).toEqual([2_000, 2_000]);
        expect(new Set((await store.rowColumns('s', -1)).outcomes)).toEqual(new Set(['running']));
        expect(new Set((await store.listCallSpans('s', 1, 2_000)).outcomes)).toEqual(new Set(['running']));
      },
    );

    it('waits for a call for a day', async () => {
      const lines: Line[] = [['prompt'], ['tool_call', 'a']];
      await putSession('s', lines, { startMs: nowMs - 23 * hourMs });
      await putSession('old', lines, { startMs: nowMs - 25 * hourMs });
      expect([await outcomesOf('s'), await outcomesOf('old')]).toEqual([['running'], ['unknown']]);
    });

    it('counts a turn that waits in no group, until a day has passed or its outcome is reported', async () => {
      const lines: Line[] = [['prompt'], ['tool_call', 'a'], ['tool_result', '1…'], ['response', 'b'], ['response', 'end_turn']];
      await putSession('s', [...lines, ['system', 'turn_duration']]);
      await putSession('demo', [...lines, ['system', 'turn_duration']], { synthetic: true });
      const countAt = async (atMs: number) => (await store.sumReport(0, atMs)).a.turns;
      const basisAt = async (id: string, atMs: number) => (await store.findTurnMetric(id, 0, atMs))?.completedBasis;
      expect([await countAt(nowMs), await basisAt('s', nowMs), await basisAt('demo', nowMs)]).toEqual([0, 'running', 'answered']);
      // Longer than a turn may be silent that waits for nothing.
      expect([await countAt(nowMs + 9 * hourMs), await basisAt('s', nowMs + 9 * hourMs)]).toEqual([0, 'running']);
      expect([await countAt(nowMs + 24 * hourMs), await basisAt('s', nowMs + 24 * hourMs)]).toEqual([1, 'answered']);
      const unknown = {
        prompt: null,
        iterations: null,
        toolErrors: null,
        durationMs: null,
        tokens: null,
        costUsd: null,
        reward: null,
        model: null,
        retrievalUsed: null,
      };
      await store.putTurnOutcome({ ...unknown, sessionId: 's', turnIdx: 0, completed: false, atMs: nowMs });
      expect(await basisAt('s', nowMs)).toBe('reported');
    });

    it('waits for nothing in a session that was marked as ended, until that is taken back or it goes on', async () => {
      await putSession('s', [['prompt'], ['tool_call', 'a'], ['tool_result', '1…'], ['prompt'], ['tool_call', 'b']]);
      expect([await outcomesOf('s'), await openOf('s')]).toEqual([
        ['running', 'running'],
        [4, 2],
      ]);
      const mark = async (atMs: number | null) => {
        await store.setMarkedEnded('s', atMs);
        await store.recomputeAggregates(['s']);
        return [await outcomesOf('s'), await openOf('s'), (await store.findSession('s'))?.markedEndedAtMs];
      };
      expect(await mark(nowMs)).toEqual([['running', 'unknown'], [null, 2], nowMs]);
      expect((await store.listSummarizableTurns('s', -1, 9))?.turns.map(({ openCallAtMs }) => openCallAtMs)).toEqual([null, null]);
      expect(await mark(null)).toEqual([['running', 'running'], [4, 2], null]);
      // Before its last call.
      expect(await mark(nowMs - hourMs + 3_000)).toEqual([['running', 'running'], [4, 2], nowMs - hourMs + 3_000]);
    });

    it('takes what people said along with a session, and the process of its agent', async () => {
      await putSession('s', [['prompt'], ['response']]);
      const child = { parentId: 's', relation: 'subagent', facts: { parentNativeId: { value: 'native-s', at: [0, 1] } } } as const;
      await put(makeBatch({ sessions: [makeSessionRow({ id: 'sub', ...child })] }));
      await store.setMarkedEnded('s', nowMs);
      await store.putAgentProcess('none', { pid: 1, started: 'first' });
      await store.putAgentProcess('s', { pid: 1, started: 'first' });
      await store.putAgentProcess('s', { pid: 7, started: 'boot 5' });
      const agents = async () => [
        await store.findAgentProcess('s'),
        await store.findAgentProcess('sub'),
        await store.findAgentProcess('other'),
      ];
      expect(await agents()).toEqual([{ pid: 7, started: 'boot 5' }, { pid: 7, started: 'boot 5' }, null]);
      await putSession('none', [['prompt']]);
      expect(await store.findAgentProcess('none')).toBeNull();
      await store.deleteSessions(['s'], nowMs);
      expect(await agents()).toEqual([null, null, null]);
      await store.putAgentProcess('s', { pid: 7, started: 'boot 5' });
      await putSession('s', [['prompt'], ['response']]);
      expect((await store.findSession('s'))?.markedEndedAtMs ?? null).toBeNull();
      expect(await agents()).toEqual([null, null, null]);
    });

    it('counts how calls ended, without those that were taken back', async () => {
      const outcomes = ['ok', 'error', 'rejected', 'denied', 'interrupted', 'interrupted'] as const;
      const sessionId = 's';
      await put(
        makeBatch({
          sessions: [makeSessionRow({ id: sessionId })],
          records: [
            makeRecordRow({ sessionId, seq: 0, kind: 'prompt', turnIdx: 0 }),
            ...outcomes.flatMap((_, at) => [
              makeRecordRow({ sessionId, seq: 1 + 2 * at, kind: 'tool_call', turnIdx: 0 }),
              makeRecordRow({ sessionId, seq: 2 + 2 * at, kind: 'tool_result', turnIdx: 0 }),
            ]),
          ],
          calls: outcomes.map((_, at) => makeToolCallRow({ sessionId, seq: 1 + 2 * at, callIndex: at + 1, turnIdx: 0 })),
          results: outcomes.map((outcome, at) =>
            makeToolResultRow({ sessionId, recordId: `r${2 + 2 * at}`, callId: `r${1 + 2 * at}`, outcome }),
          ),
        }),
      );
      const counts = { toolErrors: 1, toolRejected: 1, toolDenied: 1, toolInterrupted: 2, toolUnended: 0 };
      expect(await store.findSession(sessionId)).toMatchObject({ toolCalls: 6, ...counts });
      expect(await store.listTurns(sessionId)).toMatchObject([counts]);
      expect(await store.findSession(sessionId)).toMatchObject({ toolRan: 2, lastEnded: 'open' });
      const listed = async (hasCalls: 'denied' | 'unended') =>
        (await store.listSessions({ hasCalls }, 'started', true, { cursor: null, limit: 9 })).total;
      expect([await listed('denied'), await listed('unended')]).toEqual([1, 0]);
      expect((await store.sessionFacets()).calls).toEqual(['rejected', 'denied', 'interrupted'].map((value) => ({ value, count: 1 })));
    });

    it('says how the last turn ended that was not taken back', async () => {
      await putSession('s', [['prompt'], ['response', 'a'], ['system', 'usage_limit'], ['prompt'], ['response', 'b']]);
      expect((await store.findSession('s'))?.lastEnded).toBe('open');
      await putSession('limit', [['prompt'], ['response', 'a'], ['prompt'], ['system', 'usage_limit']]);
      expect((await store.findSession('limit'))?.lastEnded).toBe('usage_limit');
      await putSession('cut', [['prompt'], ['response', 'a'], ['system', 'interrupted']]);
      expect(await store.findSession('cut')).toMatchObject({ lastEnded: 'interrupted', interruptions: 1 });
    });

    it('knows what said that a command in the background failed, and which call that ended', async () => {
      await putSession('s', [['prompt'], ['tool_call', 'a'], ['tool_result', '1…'], ['response', 'b']]);
      await put(
        makeBatch({
          sessions: [makeSessionRow({ id: 's', startedAtMs: nowMs - hourMs })],
          records: [makeRecordRow({ sessionId: 's', seq: 4, id: 'notice', kind: 'system', text: 'Failed with exit code 2', turnIdx: 0 })],
          outcomeOverrides: [
            makeToolResultRow({ sessionId: 's', recordId: 'notice', nativeCallId: 'call-1', outcome: 'error', exitCode: 2 }),
          ],
        }),
      );
      expect(await store.listToolCalls('s', 1, 1, 100)).toMatchObject([
        { outcome: 'error', exitCode: 2, resultText: 'text 2', endText: 'Failed with exit code 2' },
      ]);
      expect((await store.findRecord('s', 'notice', 100))?.endsCall).toBe(1);
      expect(await openOf('s')).toEqual([null, 0]);
    });
  });
};
