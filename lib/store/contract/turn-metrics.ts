import { beforeEach, describe, expect, it } from 'vitest';
import { buildConversation, forkBatches } from '../build-conversation.ts';
import { makeBatch, makeRecordRow, makeSessionRow } from '../make-batch.ts';
import type { ReportedOutcome, TurnSelection } from '../metrics-store.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

const startMs = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;
const laterMs = startMs + 10 * hourMs;

const buildOutcome = (over: Partial<ReportedOutcome>): ReportedOutcome => ({
  sessionId: 's',
  turnIdx: 0,
  prompt: null,
  iterations: null,
  toolErrors: null,
  completed: null,
  durationMs: null,
  tokens: null,
  costUsd: null,
  reward: null,
  model: null,
  atMs: laterMs,
  ...over,
});

const byRetrieval: TurnSelection = { by: { split: 'retrieval', value: null, against: null }, conditions: [], nowMs: laterMs };

/** Metrics of turns: derived, reported, listed and summed. */
export const describeTurnMetrics = ({ fresh }: StoreSubject): void => {
  describe('turn metrics', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });
    const find = (turnIdx: number, sessionId = 's', nowMs = laterMs) => store.findTurnMetric(sessionId, turnIdx, nowMs);
    const putRetrieval = (sessionId: string, turnIdx: number, examples: string[] = ['x']) =>
      store.putRetrieval({
        sessionId,
        turnIdx,
        prompt: 'asked',
        source: 'api',
        examples: examples.map((id) => ({ sessionId: id, recordId: 'r', score: 1, result: 'succeeded', end: 'succeeded' })),
        sectionChars: 10,
        withheld: false,
        atMs: startMs + 7_000,
      });

    it('derives them for each turn', async () => {
      await put(buildConversation('s'));
      expect(await find(0)).toMatchObject({
        recordId: 's-0',
        seq: 0,
        prompt: '\nFirst question\nand more',
        iterations: 1,
        iterationsBasis: 'responses',
        toolErrors: 1,
        toolErrorsBasis: 'calls',
        completed: false,
        completedBasis: 'unanswered',
        durationMs: 4_000,
        tokens: 17,
        costUsd: 0.5,
        retrievalUsed: false,
        retrieved: null,
        createdAtMs: startMs,
        updatedAtMs: startMs + 4_000,
        session: { id: 's' },
      });
      expect(await find(1)).toMatchObject({ completed: true, completedBasis: 'answered', tokens: 24, updatedAtMs: startMs + 8_000 });
      expect(await find(1, 's', startMs + hourMs)).toMatchObject({ completed: null, completedBasis: 'running' });
      expect(await find(2)).toBeNull();
    });

    it('says running only of a last turn that may go on, and aborted of one that was cut short', async () => {
      const turns = (
        id: string,
        records: [kind: 'prompt' | 'response' | 'tool_call' | 'system', subtype?: string][],
        family = 'claude-code',
      ) =>
        put(
          makeBatch({
            sessions: [makeSessionRow({ id, family })],
            records: records.map(([kind, subtype = null], seq) =>
              makeRecordRow({ sessionId: id, seq, id: `${id}${seq}`, kind, subtype, turnIdx: 0 }),
            ),
          }),
        );
      await turns('ended', [['prompt'], ['response', 'end_turn']]);
      await turns('aborted', [['prompt'], ['response'], ['system', 'interrupted']]);
      await turns('silent', [['prompt'], ['response']], 'chat');
      await turns('calling', [['prompt'], ['tool_call']], 'chat');
      await turns('printed', [['prompt'], ['response', 'end_turn'], ['system', 'result_error']]);
      const at = async (id: string, nowMs: number) => (await find(0, id, nowMs))?.completedBasis;
      const soonMs = startMs + hourMs;
      expect([await at('ended', soonMs), await at('aborted', soonMs), await at('silent', soonMs)]).toEqual([
        'answered',
        'aborted',
        'answered',
      ]);
      expect([await at('calling', soonMs), await at('calling', laterMs)]).toEqual(['running', 'unanswered']);
      expect(await find(0, 'printed')).toMatchObject({
        completed: false,
        completedBasis: 'reported',
        iterations: 1,
        iterationsBasis: 'records',
      });
    });

    it('merges what is reported with what is derived, in any order', async () => {
      const outcome = buildOutcome({ turnIdx: 1, iterations: 5, completed: false, reward: 0.5 });
      expect(await store.putTurnOutcome(outcome)).toEqual({ created: true });
      expect(await store.putTurnOutcome(buildOutcome({ turnIdx: 1, durationMs: 12, model: 'm' }))).toEqual({ created: false });
      expect(await find(1)).toMatchObject({
        session: null,
        recordId: null,
        iterations: 5,
        durationMs: 12,
        toolErrors: null,
        completed: false,
      });
      await putRetrieval('s', 1);
      await put(buildConversation('s'));
      const merged = {
        iterations: 5,
        iterationsBasis: 'reported',
        toolErrors: 0,
        toolErrorsBasis: 'calls',
        completed: false,
        completedBasis: 'reported',
        durationMs: 12,
        tokens: 24,
        reward: 0.5,
        model: 'm',
        prompt: 'asked',
        retrievalUsed: true,
        createdAtMs: startMs + 6_000,
        updatedAtMs: laterMs,
      };
      expect(await find(1)).toMatchObject(merged);
      // The same, the other way round.
      await put(buildConversation('t'));
      await putRetrieval('t', 1);
      await store.putTurnOutcome({ ...outcome, sessionId: 't' });
      await store.putTurnOutcome(buildOutcome({ sessionId: 't', turnIdx: 1, durationMs: 12, model: 'm' }));
      await store.recomputeAggregates(['t']);
      expect(await find(1, 't')).toMatchObject(merged);
    });

    it('records that retrieval found nothing', async () => {
      await putRetrieval('s', 0, []);
      expect(await find(0)).toMatchObject({ retrievalUsed: false, retrieved: [], iterations: null });
    });

    it('keeps nothing of a deleted session', async () => {
      await put(buildConversation('s', { synthetic: true }));
      await store.putTurnOutcome(buildOutcome({ turnIdx: 1, reward: 1 }));
      await store.deleteSynthetic();
      expect([await find(0), await find(1)]).toEqual([null, null]);
    });

    it('has none for what a fork copied', async () => {
      for (const batch of forkBatches()) await put(batch);
      expect([await find(0, 'fork'), (await find(0, 'origin'))?.iterations]).toEqual([null, 1]);
    });

    it('reads and lists two groups', async () => {
      await put(buildConversation('s', { folderName: 'one' }));
      await put(buildConversation('t', { folderName: 'two' }));
      await put(
        buildConversation('child', { parentId: 's', relation: 'subagent', folderName: 'two', facts: { parentNativeId: 'native-s' } }),
      );
      await putRetrieval('t', 0);
      const { turns, next, synthetic } = await store.readTurns(byRetrieval, null);
      expect([synthetic, next]).toEqual([false, null]);
      expect(turns.map(({ sessionId, group, left }) => [sessionId, group, left])).toEqual([
        ['child', 'a', 'subagent'],
        ['child', 'a', 'subagent'],
        ['s', 'a', null],
        ['s', 'a', null],
        ['t', 'b', null],
        ['t', 'a', null],
      ]);
      const { model, promptChars, ...turn } = turns[2] ?? {};
      expect([model === undefined, typeof promptChars]).toEqual([false, 'number']);
      expect(turn).toEqual({
        sessionId: 's',
        group: 'a',
        left: null,
        createdAtMs: startMs,
        metrics: { completed: 0, iterations: 1, tool_errors: 1, duration: 4_000, tokens: 17, cost: 0.5, reward: null },
        project: 'one',
        agent: 'claude-code',
      });
      const behind = await store.readTurns(byRetrieval, { sessionId: 's', turnIdx: 1 });
      expect(behind.turns.map(({ sessionId }) => sessionId)).toEqual(['t', 't']);
      expect(await store.listSplitValues('project', laterMs)).toEqual([
        { value: 'one', turns: 2 },
        { value: 'two', turns: 2 },
      ]);
      const page = await store.listTurnMetrics({ ...byRetrieval, group: null }, { cursor: null, limit: 3 });
      const rest = await store.listTurnMetrics({ ...byRetrieval, group: null }, { cursor: page.nextCursor, limit: 3 });
      expect([page.total, ...[...page.items, ...rest.items].map(({ sessionId, turnIdx }) => `${sessionId} ${turnIdx}`)]).toEqual([
        4,
        't 1',
        's 1',
        't 0',
        's 0',
      ]);
      const conditions = { ...byRetrieval, conditions: [{ field: 'project' as const, values: ['TWO'], isNot: true }] };
      expect((await store.readTurns(conditions, null)).turns.map(({ sessionId }) => sessionId)).toEqual(['child', 'child', 's', 's']);
      const groupsBy = async (split: 'tool' | 'mcp', value: string) =>
        (await store.readTurns({ ...byRetrieval, by: { split, value, against: null } }, null)).turns.map(({ group }) => group).join('');
      expect([await groupsBy('tool', 'Bash'), await groupsBy('mcp', 'x')]).toEqual(['bbbbbb', 'aaaaaa']);
    });

    it('offers only values with turns that are compared', async () => {
      const toolOf = async (id: string, name: string, over: Parameters<typeof buildConversation>[1]) => {
        const batch = buildConversation(id, { folderName: id, ...over });
        await put({ ...batch, calls: batch.calls.map((call) => ({ ...call, name })) });
      };
      const offered = async (nowMs = laterMs) => {
        const lists = { agent: '', project: '', tool: '', mcp: '' };
        for (const split of ['agent', 'project', 'tool', 'mcp'] as const)
          lists[split] = (await store.listSplitValues(split, nowMs)).map(({ value, turns }) => `${value} ${turns}`).join();
        return lists;
      };
      const demo = 'mcp__demo__find';
      await toolOf('demo', demo, { family: 'chat', synthetic: true });
      expect(await offered()).toEqual({ agent: 'chat 2', project: 'demo 2', tool: `${demo} 2`, mcp: 'demo 2' });
      await toolOf('own', 'mcp__own__find', {});
      await toolOf('child', 'mcp__child__find', {
        family: 'chat',
        parentId: 'own',
        relation: 'subagent',
        facts: { parentNativeId: 'native-own' },
      });
      expect(await offered()).toEqual({ agent: 'claude-code 2', project: 'own 2', tool: 'mcp__own__find 2', mcp: 'own 2' });
      // Its last turn may go on.
      expect(await offered(startMs + hourMs)).toEqual({ agent: 'claude-code 1', project: 'own 1', tool: 'mcp__own__find 1', mcp: 'own 1' });
    });

    it('sums the report of a window', async () => {
      await put(buildConversation('s'));
      await store.putTurnOutcome(buildOutcome({ sessionId: 'other', atMs: laterMs - 1 }));
      await store.putTurnOutcome(buildOutcome({ sessionId: 'future', iterations: 1, atMs: laterMs + 1 }));
      await putRetrieval('s', 1);
      const report = await store.sumReport(startMs, laterMs);
      expect(report).toMatchObject({ withoutOutcome: 1, synthetic: false });
      expect(report).toMatchObject({
        a: { turns: 1, completed: { n: 1, sum: 0 }, durationMs: { n: 1, sum: 4_000 } },
        b: { turns: 1, completed: { n: 1, sum: 1 }, durationMs: { n: 1, sum: 2_000 } },
      });
      expect(report.metrics.get('tool_errors')).toEqual({
        pairs: [{ a: { n: 1, sum: 1 }, b: { n: 1, sum: 0 } }],
        sessions: { a: 1, b: 1 },
      });
      expect(report.metrics.get('duration')?.pairs[0]?.a?.sum).toBeCloseTo(Math.log(4_000));
      const turnsFrom = async (fromMs: number, toMs: number) => {
        const { a, b } = await store.sumReport(fromMs, toMs);
        return [a.turns, b.turns];
      };
      expect(await turnsFrom(startMs + 4_001, laterMs)).toEqual([0, 1]);
      expect(await turnsFrom(startMs, startMs + hourMs)).toEqual([1, 0]);
      await store.putTurnOutcome(buildOutcome({ turnIdx: 1, atMs: startMs + 9_000 }));
      expect([await turnsFrom(startMs, laterMs), await turnsFrom(startMs, startMs + 8_999)]).toEqual([
        [1, 1],
        [1, 0],
      ]);
    });

    it('credits examples, and knows which are not offered', async () => {
      await put(buildConversation('s'));
      await put(buildConversation('good'));
      await putRetrieval('s', 0, ['good', 'gone']);
      await putRetrieval('s', 1, ['good']);
      const credits = await store.listCredits({ cursor: null, limit: 1, nowMs: laterMs });
      expect(credits).toMatchObject({
        total: 2,
        sessions: 1,
        completedShares: 0.5,
        items: [{ sessionId: 'good', given: 2, completed: 1, withOutcome: 2, sessions: 1, completedShares: 0.5 }],
      });
      const rest = await store.listCredits({ cursor: credits.nextCursor, limit: 9, nowMs: laterMs });
      expect(rest.total).toBe(2);
      expect(rest.items).toMatchObject([{ sessionId: 'gone', session: null, given: 1, completed: 0, withOutcome: 1, blockedAtMs: null }]);
      expect([
        await store.setExampleBlocked('gone', 5),
        await store.setExampleBlocked('good', 5),
        await store.listBlockedExamples(),
      ]).toEqual([false, true, ['good']]);
      expect(await store.setExampleBlocked('good', null)).toBe(true);
      expect(await store.listBlockedExamples()).toEqual([]);
    });

    it('credits an example once for each session that got it, whatever its length', async () => {
      for (let turnIdx = 0; turnIdx < 10; turnIdx += 1) {
        await putRetrieval('long', turnIdx, ['good']);
        await store.putTurnOutcome(buildOutcome({ sessionId: 'long', turnIdx, completed: turnIdx !== 0 }));
      }
      await putRetrieval('short', 0, ['good', 'other']);
      await store.putTurnOutcome(buildOutcome({ sessionId: 'short', completed: false }));
      await putRetrieval('unknown', 0, ['good']);
      const { items, sessions, completedShares } = await store.listCredits({ cursor: null, limit: 9, nowMs: laterMs });
      expect(items).toMatchObject([
        { sessionId: 'good', given: 12, completed: 9, withOutcome: 11, sessions: 2, completedShares: 0.9 },
        { sessionId: 'other', given: 1, completed: 0, withOutcome: 1, sessions: 1, completedShares: 0 },
      ]);
      expect([sessions, completedShares]).toEqual([2, 0.9]);
    });

    it('credits nothing to demo sessions once there are others, nor to subagents', async () => {
      const list = async () => {
        const { items, total, sessions, completedShares } = await store.listCredits({ cursor: null, limit: 9, nowMs: laterMs });
        return [...items.map(({ sessionId, given }) => `${sessionId} ${given}`), total, sessions, completedShares];
      };
      await put(buildConversation('demo', { synthetic: true }));
      await putRetrieval('demo', 1, ['old', 'both']);
      expect(await list()).toEqual(['both 1', 'old 1', 2, 1, 1]);
      await put(buildConversation('s'));
      await put(buildConversation('child', { parentId: 's', relation: 'subagent', facts: { parentNativeId: 'native-s' } }));
      await putRetrieval('s', 0, ['both']);
      await putRetrieval('child', 1, ['both', 'low']);
      expect(await list()).toEqual(['both 1', 1, 1, 0]);
      expect(await store.setExampleBlocked('demo', 5)).toBe(true);
      expect(await list()).toEqual(['both 1', 'demo 0', 2, 1, 0]);
    });
  });
};
