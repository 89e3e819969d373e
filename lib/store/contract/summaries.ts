import { beforeEach, describe, expect, it } from 'vitest';
import { parseQuery } from '../../search/query.ts';
import { buildConversation, forkBatches } from '../build-conversation.ts';
import { buildSummary } from '../build-summary.ts';
import { makeBatch, makeRecordRow, makeSource } from '../make-batch.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Summaries of turns. */
export const describeSummaries = ({ fresh }: StoreSubject): void => {
  describe('summaries', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    const laterMs = Date.UTC(2030, 0, 1);
    const unsummarized = async (silentSinceMs = 0) => (await store.listUnsummarized(silentSinceMs, 10)).map(({ sessionId }) => sessionId);
    const turnsOf = async (id: string, after = -1, limit = 10) => (await store.listSummarizableTurns(id, after, limit))?.turns ?? [];
    const versionOf = async (id: string) => (await store.listSummarizableTurns(id, -1, 1))?.version ?? '';
    const first = (over: Partial<Parameters<typeof buildSummary>[0]> = {}) => buildSummary({ session_id: 's', message_id: 's-0', ...over });
    const second = (over: Partial<Parameters<typeof buildSummary>[0]> = {}) =>
      first({
        message_id: 's-6',
        turn_idx: 1,
        timestamp: Date.UTC(2026, 0, 2),
        confidence_level: 'Low',
        tools_used: ['Read', 'Bash'],
        ...over,
      });
    const list = async (filter: Parameters<Store['listSummaries']>[0], limit = 10) => {
      const { items, total, nextCursor } = await store.listSummaries(filter, { cursor: null, limit });
      return { messages: items.map(({ message_id }) => message_id), total, nextCursor };
    };
    const search = async (query: string) => {
      while ((await store.indexSome()) > 0);
      const { items } = await store.search({ ...parseQuery(query, 0), text: query }, { cursor: null, limit: 20 });
      return items.map(({ kind, recordId, seq }) => [kind, recordId, seq]);
    };
    const appendAnswer = (seq = 9) =>
      put(
        makeBatch({
          source: makeSource({ id: 'source-s', sessionIds: ['s'] }),
          sessions: buildConversation('s').sessions,
          records: [makeRecordRow({ sessionId: 's', seq, turnIdx: 1, id: `s-${seq}`, text: 'More' })],
        }),
      );

    it('lists what turns are made of, and where each ends', async () => {
      await put(buildConversation('s'));
      const [one, two] = await turnsOf('s');
      expect(one).toMatchObject({
        turnIdx: 0,
        messageId: 's-0',
        fromSeq: 0,
        toSeq: 6,
        toolCalls: 2,
        lastCallSeq: 4,
        lastResponseSeq: null,
      });
      expect(one).toMatchObject({ isLast: false, nextPromptId: two?.messageId, summarizedKey: null });
      expect(two).toMatchObject({
        turnIdx: 1,
        fromSeq: 6,
        toSeq: 9,
        lastCallSeq: 7,
        lastResponseSeq: 8,
        ended: 'open',
        isLast: true,
        nextPromptId: null,
      });
      expect(await turnsOf('s', -1, 1)).toEqual([one]);
      expect(await turnsOf('s', 0, 1)).toEqual([two]);
      expect(await store.listSummarizableTurns('s', -1, 1)).toMatchObject({ lastTurn: 0, more: true });
      expect(await store.listSummarizableTurns('none', -1, 1)).toBeNull();
      expect(await store.listToolNames('s', 0, 6)).toEqual(['Bash']);
      const { cwd, calls } = await store.listWork('s', 0, 6);
      expect(calls.map(({ id, name, kind }) => [id, name, kind])).toEqual([
        [expect.any(String), 'Bash', 'shell'],
        [expect.any(String), 'Bash', 'shell'],
      ]);
      expect(cwd).toBe((await store.findSession('s'))?.cwd ?? null);
      expect((await store.listWork('s', 6, 9)).calls.length).toBe(two?.toolCalls);
      expect(await store.readPrompt('s', two?.messageId ?? '')).toEqual({ recordId: two?.messageId, text: expect.any(String) });
      expect(await store.readPrompt('s', 's-1')).toBeNull();
    });

    it('knows which sessions are behind, and which turns have changed', async () => {
      await put(buildConversation('s'));
      expect([await unsummarized(), await store.countUnsummarized()]).toEqual([['s'], 1]);
      const [one, two] = await turnsOf('s');
      await store.putSummaries([first({ key: one?.key ?? '' }), second({ key: two?.key ?? '' })], { isNew: false });
      const version = await versionOf('s');
      await store.markSummarized('s', 'another', false);
      expect(await unsummarized()).toEqual(['s']);
      await store.markSummarized('s', version, false);
      expect([await unsummarized(laterMs), await store.countUnsummarized()]).toEqual([[], 0]);
      await appendAnswer();
      expect(await unsummarized()).toEqual(['s']);
      expect((await turnsOf('s')).map(({ key, summarizedKey }) => key === summarizedKey)).toEqual([true, false]);
    });

    it('lists a session whose last turn was open again once it is silent', async () => {
      await put(buildConversation('s'));
      await store.markSummarized('s', await versionOf('s'), true);
      expect([await unsummarized(0), await unsummarized(laterMs)]).toEqual([[], ['s']]);
    });

    it('counts versions, keeps the last two, and keeps the version where the texts are the same', async () => {
      await put(buildConversation('s'));
      const versions = async () => (await store.listSummaryVersions('s', 's-0')).map(({ version, summary }) => `${version} ${summary}`);
      expect(await versions()).toEqual([]);
      for (const summary of ['One.', 'One.', 'Two.', 'Three.']) await store.putSummaries([first({ summary })], { isNew: false });
      expect(await versions()).toEqual(['3 Three.', '2 Two.']);
      await store.putSummaries([first({ summary: 'Three.' })], { isNew: true });
      expect(await versions()).toEqual(['3 Three.', '2 Two.']);
      const { items } = await store.listSummaries({}, { cursor: null, limit: 1 });
      const { key: _, hash: __, waits: ___, ...given } = first({ summary: 'Three.' });
      expect(items).toEqual([
        { ...given, version: 3, session: { title: null, project: null, agent: 'claude-code', model: null, synthetic: false } },
      ]);
    });

    it('stores none of a prompt that is not there', async () => {
      await put(buildConversation('s'));
      expect(await store.putSummaries([first({ message_id: 'gone' }), first({ turn_idx: 1 })], { isNew: false })).toBe(0);
      expect((await list({})).total).toBe(0);
    });

    it('lists by turn in a session and newest first else, in pages, and filters', async () => {
      await put(buildConversation('s', { folderName: 'app' }));
      await put(buildConversation('t'));
      const other = first({ session_id: 't', message_id: 't-0', timestamp: null, created_at: Date.UTC(2026, 0, 3), summary: 'ÄNDERUNG' });
      await store.putSummaries([second(), first(), other], { isNew: false });
      expect(await list({})).toMatchObject({ messages: ['s-6', 's-0', 't-0'], total: 3 });
      expect((await store.countSummaries({ sessionId: 't' }, 'day')).map(({ group }) => group)).toEqual([null]);
      expect(await list({ sessionId: 's' })).toMatchObject({ messages: ['s-0', 's-6'], total: 2 });
      for (const filter of [{}, { sessionId: 's' }]) {
        const all = await list(filter);
        const messages: string[] = [];
        let cursor: string | null = null;
        do {
          const page: Awaited<ReturnType<Store['listSummaries']>> = await store.listSummaries(filter, { cursor, limit: 1 });
          messages.push(...page.items.map(({ message_id }) => message_id));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(messages).toEqual(all.messages);
      }
      expect(await list({ project: 'app', confidence: 'Low' })).toMatchObject({ messages: ['s-6'], total: 1 });
      expect((await list({ sessionId: 's', turnIdx: 1 })).messages).toEqual(['s-6']);
      expect((await list({ sessionId: 's', messageId: 's-0', method: 'extractive' })).messages).toEqual(['s-0']);
      expect((await list({ text: 'NO SUCH' })).total).toBe(3);
      expect((await list({ text: 'Änder' })).messages).toEqual(['t-0']);
      expect((await list({ method: 'model' })).total).toBe(0);
    });

    it('counts by group, with the tools of each', async () => {
      await put(buildConversation('s', { folderName: 'app' }));
      await put(buildConversation('t'));
      await store.putSummaries([first(), second(), first({ session_id: 't', message_id: 't-0', tools_used: ['Web'] })], { isNew: false });
      expect(await store.countSummaries({}, null)).toEqual([
        {
          group: null,
          counts: [
            { confidence: 'High', summaries: 2, steps: 4 },
            { confidence: 'Low', summaries: 1, steps: 2 },
          ],
          tools: ['Bash', 'Read', 'Web'],
        },
      ]);
      expect((await store.countSummaries({}, 'project')).map(({ group, tools }) => [group, tools])).toEqual([
        [null, ['Web']],
        ['app', ['Bash', 'Read']],
      ]);
      expect((await store.countSummaries({ sessionId: 's' }, 'day')).map(({ group }) => group)).toEqual(['2026-01-01', '2026-01-02']);
      expect(await store.countSummaries({ project: 'none' }, null)).toEqual([]);
    });

    it('leaves demo sessions out where there are others', async () => {
      await put(buildConversation('s', { synthetic: true }));
      await store.putSummaries([first()], { isNew: false });
      expect((await list({})).total).toBe(1);
      await put(buildConversation('t'));
      expect([(await list({})).total, (await list({ sessionId: 's' })).total]).toEqual([0, 1]);
    });

    it('are listed by confidence, the least sure first, page by page', async () => {
      await put(buildConversation('s'));
      await store.putSummaries([first({ confidence_level: 'High' }), second({ confidence_level: 'Low' })], { isNew: false });
      for (const filter of [{}, { sessionId: 's' }]) {
        const ids: string[] = [];
        let cursor: string | null = null;
        do {
          const page: Awaited<ReturnType<Store['listSummaries']>> = await store.listSummaries(filter, {
            ...{ cursor, limit: 1, leastSureFirst: true },
          });
          ids.push(...page.items.map(({ message_id }) => message_id));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(ids).toEqual(['s-6', 's-0']);
      }
    });

    it('are forgotten with their prompt or its answers when the session is read from its beginning', async () => {
      const unanswered = makeRecordRow({ sessionId: 's', seq: 9, turnIdx: 2, id: 's-9', kind: 'prompt' });
      await put(buildConversation('s'));
      await put(makeBatch({ sessions: buildConversation('s').sessions, records: [unanswered] }));
      await store.putSummaries([first(), second(), first({ message_id: 's-9', turn_idx: 2 })], { isNew: false });
      await store.removeRecords('s', ['s-6']);
      await store.recomputeAggregates(['s']);
      expect((await list({ sessionId: 's' })).messages).toEqual(['s-0']);
    });

    it('has none of a prompt that nothing answers, and forgets one that it had', async () => {
      const unanswered = makeRecordRow({ sessionId: 's', seq: 9, turnIdx: 2, id: 's-9', kind: 'prompt' });
      await put(buildConversation('s'));
      await put(makeBatch({ sessions: buildConversation('s').sessions, records: [unanswered] }));
      expect((await turnsOf('s')).map(({ turnIdx }) => turnIdx)).toEqual([0, 1]);
      await store.putSummaries([second(), first({ message_id: 's-9', turn_idx: 2 })], { isNew: false });
      expect((await list({ sessionId: 's' })).messages).toEqual(['s-6', 's-9']);
      await store.markSummarized('s', await versionOf('s'), false);
      expect((await list({ sessionId: 's' })).messages).toEqual(['s-6']);
    });

    it('has none of a prompt that was copied from another session', async () => {
      for (const batch of forkBatches()) await put(batch);
      await store.recomputeAggregates(['fork', 'origin']);
      expect([(await turnsOf('origin')).length, (await turnsOf('fork')).length]).toEqual([1, 0]);
    });

    it('is found where its kind is asked for, leads to its prompt, and goes with its session', async () => {
      await put(buildConversation('s'));
      await store.putSummaries([first(), second({ summary: 'Rewrote the lexer 構文解析器.' })], { isNew: false });
      expect(await search('lexer')).toEqual([]);
      expect(await search('kind:summary lexer')).toEqual([['summary', 's-6', 6]]);
      expect(await search('kind:summary 構文')).toEqual([['summary', 's-6', 6]]);
      const counted = { kinds: [{ value: 'summary', label: 'summary', count: 1 }], projects: [], agents: [] };
      expect(await store.countMatches(parseQuery('lexer', 0))).toEqual(counted);
      expect(await search('kind:summary before:2026-01-02')).toEqual([['summary', 's-0', 0]]);
      expect(await search('-kind:prompt looked parser')).toEqual([]);
      expect(await store.checkSearchIndex()).toBe(true);
      await store.putSummaries([second({ summary: 'Rewrote the printer.' })], { isNew: false });
      expect([await search('kind:summary lexer'), (await search('kind:summary printer')).length]).toEqual([[], 1]);
      expect(await store.checkSearchIndex()).toBe(true);
      await store.deleteSessions(['s'], 0);
      expect([await search('kind:summary printer'), (await list({})).total]).toEqual([[], 0]);
      expect(await store.checkSearchIndex()).toBe(true);
    });

    it('indexes summaries again after the index was lost', async () => {
      await put(buildConversation('s'));
      await store.putSummaries([first()], { isNew: false });
      expect(await store.countUnindexed()).toBeGreaterThan(0);
      expect((await search('kind:summary parser')).length).toBe(1);
      expect(await store.countUnindexed()).toBe(0);
    });

    it('puts what a model wrote in the place of what waits for it, once', async () => {
      await put(buildConversation('s'));
      const use = {
        model: 'gpt-5',
        calls: 2,
        input_tokens: 10,
        output_tokens: 1,
        cost_usd: 0.5,
        left_out: null,
        failure: null,
        rated: null,
      };
      const written = { method: 'model' as const, summary: 'By a model.', model: use, created_at: Date.UTC(2026, 0, 3) };
      const versions = async (id: string) => (await store.listSummaryVersions('s', id)).map(({ version, summary }) => [version, summary]);
      await store.putSummaries([first({ waits: true }), second({ waits: true })], { isNew: false });
      expect(await store.listWaiting({}, 10)).toEqual([
        { sessionId: 's', turnIdx: 1, key: 'key' },
        { sessionId: 's', turnIdx: 0, key: 'key' },
      ]);
      expect([(await store.listWaiting({ sessionId: 's', turnIdx: 0 }, 10)).length, await store.countWaiting({ sessionId: 't' })]).toEqual([
        1, 0,
      ]);
      await store.putSummaries([first({ waits: true, key: 'later', hash: 'later', summary: 'It went on.' })], { isNew: false });
      expect(await store.putAwaited(first(written))).toBe(false);
      const found = [];
      for (let at = 0; at < 2; at += 1) found.push(await store.putAwaited(first({ ...written, key: 'later', hash: 'later' })));
      expect([found, await versions('s-0')]).toEqual([[true, false], [[1, 'By a model.']]]);
      await store.stopWaiting();
      expect([await store.countWaiting({}), await store.putAwaited(second(written))]).toEqual([0, false]);
      // Read anew, with nothing changed.
      const again = [first({ waits: true, key: 'again', hash: 'later' }), second({ waits: true, key: 'again' })];
      await store.putSummaries(again, { isNew: false });
      expect([await store.countWaiting({}), await versions('s-0'), await versions('s-6')]).toEqual([
        0,
        [[1, 'By a model.']],
        [[1, 'I looked at the parser.']],
      ]);
      expect((await turnsOf('s')).map(({ summarizedKey }) => summarizedKey)).toEqual(['again', 'again']);
      const failed = { ...written, method: 'fallback' as const, model: { ...use, calls: 1, cost_usd: null, input_tokens: null } };
      const same = { key: 'again', hash: 'later' };
      const why = 'The model did not answer.';
      // Whatever fails anew, the model's summary stays, and what it and the others cost.
      for (let at = 0; at < 2; at += 1)
        await store.putSummaries([first({ ...failed, ...same, model: { ...failed.model, failure: why } })], { isNew: true });
      const [kept, ...others] = await store.listSummaryVersions('s', 's-0');
      expect([kept, others]).toMatchObject([
        { version: 1, summary: 'By a model.', method: 'model', model: { ...use, failure: why, rated: 'High' } },
        [],
      ]);
      for (const summary of ['Again.', 'And again.']) await store.putSummaries([first({ ...written, ...same, summary })], { isNew: true });
      expect(await versions('s-0')).toEqual([
        [3, 'And again.'],
        [2, 'Again.'],
      ]);
      const cost = { day: '2026-01-03', model: 'gpt-5', turns: 1, failed: 1, calls: 8, input_tokens: 30, output_tokens: 5 };
      expect(await store.listSummaryCosts({})).toEqual([{ ...cost, cost_usd: 1.5, unpriced: 1 }]);
      expect(await store.listSummaryCosts({ project: 'none' })).toEqual([]);
    });

    it('announces what it stores', async () => {
      await put(buildConversation('s'));
      const { cursor } = await store.readChanges(null, 1);
      await store.putSummaries([first(), second()], { isNew: false });
      expect((await store.readChanges(cursor, 10)).changes.map(({ topic, subjectId }) => [topic, subjectId])).toEqual([['summary', 's']]);
    });
  });
};
