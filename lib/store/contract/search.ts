import { beforeEach, describe, expect, it } from 'vitest';
import type { ListedField, SearchCondition } from '../../domain/search.ts';
import { parseQuery } from '../../search/query.ts';
import { buildConversation, forkBatches } from '../build-conversation.ts';
import { buildReported } from '../make-observed.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../make-batch.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

const startMs = Date.UTC(2026, 10, 1);
const dayMs = 86_400_000;

/** Full-text search: what is found, in which order, and what is forgotten. */
export const describeSearch = ({ fresh }: StoreSubject): void => {
  describe('search', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    const indexAll = async () => {
      while ((await store.indexSome()) > 0);
    };
    const search = (query: string, page: { cursor?: string | null; limit?: number } = {}) => {
      const { problems, ...asked } = parseQuery(query, startMs + 10 * dayMs);
      expect(problems).toEqual([]);
      return store.search(asked, { cursor: null, limit: 100, ...page });
    };
    const find = async (query: string) =>
      (await search(query)).items.map(({ recordId, observationId }) => recordId ?? observationId ?? '').sort();
    const putTexts = (sessionId: string, texts: readonly string[], over: Parameters<typeof makeSessionRow>[0] = { id: sessionId }) =>
      put(
        makeBatch({
          sessions: [makeSessionRow({ ...over, id: sessionId })],
          records: texts.map((text, seq) =>
            makeRecordRow({ id: `${sessionId}-${seq}`, sessionId, seq, kind: seq === 0 ? 'prompt' : 'response', text }),
          ),
        }),
      );

    it('indexes in chunks, folds accents, and forgets what is removed', async () => {
      const records = Array.from({ length: 8_500 }, (_, seq) =>
        makeRecordRow({ sessionId: 's', seq, text: seq === 8_200 ? 'the Café' : 'word' }),
      );
      await put(makeBatch({ sessions: [makeSessionRow({ id: 's', synthetic: true })], records }));
      expect(await store.countUnindexed()).toBe(8_500);
      expect([await store.indexSome(), await store.indexSome(), (await search('cafe')).total]).toEqual([4_000, 4_000, 0]);
      expect(await store.indexSome()).toBe(500);
      expect([await store.indexSome(), await store.countUnindexed()]).toEqual([0, 0]);
      expect(await find('cafe')).toEqual(['r8200']);
      expect((await search('word')).total).toBe(8_499);
      await store.removeRecords('s', ['r8200']);
      expect(await find('cafe')).toEqual([]);
      expect(await store.indexSome()).toBeGreaterThan(0);
      expect(await store.deleteSynthetic()).toBe(1);
      expect((await search('word')).total).toBe(0);
      await put(buildConversation('t'));
      await indexAll();
      expect(await find('second')).toEqual(['t-6']);
      expect(await find('word')).toEqual([]);
      expect(await store.checkSearchIndex()).toBe(true);
    });

    it('finds a record of several sessions in the one that owns it, whoever came first', async () => {
      for (const batch of forkBatches()) {
        await put({ ...batch, records: batch.records.map((row) => ({ ...row, text: 'shared words' })) });
        await indexAll();
      }
      expect(await find('shared')).toEqual(['fork-4', 'origin-0', 'origin-1', 'origin-2', 'origin-3']);
      expect(await store.checkSearchIndex()).toBe(true);
    });

    it('finds calls by tool and arguments, results by tool and text, however long they are', async () => {
      const long = `${'filler '.repeat(20_000)}needle`;
      await put(
        makeBatch({
          sessions: [makeSessionRow({ id: 's' })],
          records: [
            makeRecordRow({ id: 'call', sessionId: 's', seq: 0, kind: 'tool_call', text: '' }),
            makeRecordRow({ id: 'result', sessionId: 's', seq: 1, kind: 'tool_result', text: long }),
          ],
          calls: [
            makeToolCallRow({
              id: 'call',
              sessionId: 's',
              seq: 0,
              callIndex: 1,
              name: 'mcp__github__search',
              params: '{"path":"src\\nparser","deep":{"list":[1,"two"]}}',
            }),
          ],
          results: [makeToolResultRow({ sessionId: 's', recordId: 'result', callId: 'call', outcome: 'error' })],
        }),
      );
      await indexAll();
      expect(await find('parser')).toEqual(['call']);
      expect(await find('deep two')).toEqual(['call']);
      expect(await find('needle')).toEqual(['result']);
      expect(await find('github')).toEqual(['call', 'result']);
      expect(await find('tool:mcp__github__search kind:tool_result')).toEqual(['result']);
      expect(await find('tool:github')).toEqual([]);
      expect(await find('outcome:error')).toEqual(['call', 'result']);
      expect(await find('filler -outcome:error')).toEqual([]);
      const { items } = await search('needle');
      expect(items[0]).toMatchObject({ kind: 'tool_result', tool: 'mcp__github__search', callIndex: 1, outcome: 'error', text: long });
    });

    it('finds words, phrases and prefixes, and leaves out what is excluded', async () => {
      await putTexts('s', ['fix the lock file', 'the file lock', 'authenticate', 'nothing here', 'lock_timeout reached']);
      await indexAll();
      expect(await find('lock authenticate')).toEqual(['s-0', 's-1', 's-2', 's-4']);
      expect(await find('"lock file"')).toEqual(['s-0']);
      expect(await find('auth*')).toEqual(['s-2']);
      expect(await find('lock -fix')).toEqual(['s-1', 's-4']);
      expect(await find('lock +timeout')).toEqual(['s-4']);
      expect(await find('lock -"file lock" -timeout')).toEqual(['s-0']);
      expect(await find('kind:prompt')).toEqual(['s-0']);
      expect(await find('kind:response -lock')).toEqual(['s-2', 's-3']);
    });

    it('finds parts of texts that are written without spaces, beside words', async () => {
      await putTexts('s', ['日本語のテストを修正', 'テスト login', '修正login画面', 'สวัสดีชาวโลก', '全']);
      await indexAll();
      expect(await find('テスト')).toEqual(['s-0', 's-1']);
      expect(await find('語')).toEqual(['s-0']);
      expect(await find('正')).toEqual(['s-0', 's-2']);
      expect(await find('全')).toEqual(['s-4']);
      expect(await find('本日')).toEqual([]);
      expect(await find('ชาวโลก')).toEqual(['s-3']);
      expect(await find('login')).toEqual(['s-1', 's-2']);
      expect(await find('テスト login')).toEqual(['s-0', 's-1', 's-2']);
      expect(await find('+テスト +login')).toEqual(['s-1']);
      expect(await find('login -修正')).toEqual(['s-1']);
      const scores = (await search('テスト login')).items.map(({ recordId, score }) => [recordId, Number(score) > 0]);
      expect(scores[0]).toEqual(['s-1', true]);
    });

    it('finds accents that are characters of their own', async () => {
      await putTexts('s', ['man\u0303ana', 'mañana', 'mana']);
      await indexAll();
      expect(await find('mañana')).toEqual(['s-0', 's-1']);
      expect(await find('man\u0303ana')).toEqual(['s-0', 's-1']);
    });

    it('restricts to sessions, times and kinds', async () => {
      await putTexts('a', ['common one', 'common two'], {
        id: 'a',
        folderName: 'Tidy',
        family: 'codex',
        models: ['gpt-5-codex'],
        startedAtMs: startMs,
        endedAtMs: startMs,
      });
      await putTexts('b', ['common three'], {
        id: 'b',
        folderName: 'other',
        startedAtMs: startMs + 8 * dayMs,
        endedAtMs: startMs + 8 * dayMs,
      });
      await store.setStarred('b', 5);
      await indexAll();
      const conditions: [string, string[]][] = [
        ['project:tidy', ['a-0', 'a-1']],
        ['-project:tidy', ['b-0']],
        ['project:tidy,other', ['a-0', 'a-1', 'b-0']],
        ['agent:codex', ['a-0', 'a-1']],
        ['model:codex', ['a-0', 'a-1']],
        ['-model:codex', ['b-0']],
        ['session:b', ['b-0']],
        ['session:nobody', []],
        ['is:starred', ['b-0']],
        ['-is:starred', ['a-0', 'a-1']],
        ['has:finding', []],
      ];
      for (const [condition, ids] of conditions) {
        expect([condition, await find(`common ${condition}`)]).toEqual([condition, ids]);
        expect([condition, await find(condition)]).toEqual([condition, ids]);
      }
      expect((await store.listSessions({ starred: true }, 'started', true, { cursor: null, limit: 9 })).items).toMatchObject([
        { id: 'b', starredAtMs: 5 },
      ]);
      await store.setNote('b', 'Worth a SECOND look \ud800');
      const listNotes = async (q: string) =>
        (await store.listSessions({ q }, 'started', true, { cursor: null, limit: 9 })).items.map(({ id, note }) => [id, note]);
      expect(await listNotes('second LOOK')).toEqual([['b', 'Worth a SECOND look \ufffd']]);
      await store.setNote('b', null);
      expect([await listNotes('second look'), (await store.findSession('b'))?.note]).toEqual([[], null]);
      const since: SearchCondition = { field: 'since', atMs: (await search('one')).items[0]?.atMs ?? 0 };
      const all = await store.search({ text: '', terms: [], conditions: [since] }, { cursor: null, limit: 10 });
      expect(all.items.map(({ recordId }) => recordId)).toContain('a-0');
    });

    it('finds a session by the beginning of its id, as lists print it', async () => {
      const [one, two] = [`mkt7qa4x${'a'.repeat(18)}`, `mkt7qa5x${'a'.repeat(18)}`];
      for (const id of [one, two, 'mkt7q']) await putTexts(id, ['common']);
      await indexAll();
      expect(await find('common session:mkt7qa4x')).toEqual([`${one}-0`]);
      expect(await find('common session:mkt7qa')).toEqual([`${one}-0`, `${two}-0`]);
      expect(await find('common session:mkt7q')).toEqual(['mkt7q-0']);
      expect(await find('common -session:mkt7qa4x')).toEqual(['mkt7q-0', `${two}-0`]);
    });

    it('pages by cursor without gaps or repeats, and groups by session', async () => {
      for (const id of ['a', 'b', 'c'])
        await putTexts(
          id,
          Array.from({ length: 7 }, (_, at) => `same words ${at % 2 === 0 ? 'twice same' : id}`),
        );
      await indexAll();
      const all = (await search('same')).items.map(({ recordId }) => recordId);
      const paged: (string | null)[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<Store['search']>> = await search('same', { cursor, limit: 4 });
        expect(page.total).toBe(21);
        paged.push(...page.items.map(({ recordId }) => recordId));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(paged).toEqual(all);
      const request = parseQuery('same', 0);
      const first = await store.searchSessions(request, { cursor: null, limit: 2, perSession: 3 });
      const rest = await store.searchSessions(request, { cursor: first.nextCursor, limit: 2, perSession: 3 });
      expect([...first.items, ...rest.items].map(({ session, total, documents }) => [session?.id, total, documents.length])).toEqual([
        ['c', 7, 3],
        ['b', 7, 3],
        ['a', 7, 3],
      ]);
      expect([first.total, rest.nextCursor]).toEqual([21, null]);
      expect(await store.countMatches(request)).toMatchObject({
        kinds: [
          { value: 'response', count: 18 },
          { value: 'prompt', count: 3 },
        ],
      });
      await expect(store.search(request, { cursor: 'oops', limit: 2 })).rejects.toMatchObject({ code: 'invalid_input' });
      const refusal = { code: 'invalid_input', message: expect.stringMatching(/another list, order or query\. Begin again/u) };
      await expect(store.search(request, { cursor: first.nextCursor, limit: 2 })).rejects.toMatchObject(refusal);
      const ofDay = (days: number) => store.search(parseQuery('same since:20000d', startMs + days * dayMs), { cursor: null, limit: 2 });
      const { nextCursor: aged } = await ofDay(7);
      await expect(search('same since:19999d', { cursor: aged })).rejects.toMatchObject(refusal);
      // A day later, the same words stand for another instant.
      expect((await store.search(parseQuery('same since:20000d', startMs + 8 * dayMs), { cursor: aged, limit: 2 })).items).toHaveLength(2);
    });

    it('orders what matches equally well by adding, whatever its session', async () => {
      await putTexts('old', ['same']);
      await putTexts('new', ['same']);
      await indexAll();
      await put(
        makeBatch({
          sessions: [makeSessionRow({ id: 'old' })],
          records: [makeRecordRow({ id: 'old-1', sessionId: 'old', seq: 1, kind: 'prompt', text: 'same' })],
        }),
      );
      await indexAll();
      for (const query of ['same', 'kind:prompt'])
        expect((await search(query)).items.map(({ recordId }) => recordId)).toEqual(['old-1', 'new-0', 'old-0']);
      const { items } = await store.searchSessions(parseQuery('same', 0), { cursor: null, limit: 5, perSession: 1 });
      expect(items.map(({ session }) => session?.id)).toEqual(['old', 'new']);
    });

    it('orders by kind what only has words that most texts have, then by how often; bookkeeping and its copies come last', async () => {
      const copy = '港の入港数を数える';
      const rows = [
        ['meta', copy],
        ['response', '入港数の表を書きました'],
        ['prompt', '港の記録から、毎日の入港数を集計して、日付と隻数だけの表を書いてください'],
        ['meta', copy],
        ['prompt', '入港数と入港数'],
        ['system', '入港数'],
        ['meta', copy],
        ['tool_result', '入港数 12'],
      ] as const;
      const putRows = (id: string) =>
        put(
          makeBatch({
            sessions: [makeSessionRow({ id })],
            records: rows.map(([kind, text], seq) => makeRecordRow({ id: `${id}-${seq}`, sessionId: id, seq, kind, text })),
          }),
        );
      await putRows('s');
      await indexAll();
      const list = async (query: string, limit: number) => {
        const ids: (string | null)[] = [];
        let cursor: string | null = null;
        do {
          const page: Awaited<ReturnType<Store['search']>> = await search(query, { cursor, limit });
          ids.push(...page.items.map(({ recordId }) => recordId));
          cursor = page.nextCursor;
        } while (cursor !== null);
        return ids;
      };
      const all = ['s-4', 's-2', 's-1', 's-7', 's-5', 's-6'];
      for (const limit of [100, 5, 2, 1]) expect(await list('入港数', limit)).toEqual(all);
      expect((await search('入港数')).total).toBe(8);
      // Without words, nothing is a match of another.
      expect(await list('kind:meta', 100)).toEqual(['s-6', 's-3', 's-0']);
      const grouped = async () =>
        (await store.searchSessions(parseQuery('入港数', 0), { cursor: null, limit: 5, perSession: 9 })).items.map(
          ({ session, total, documents }) => [session?.id, total, documents.map(({ recordId }) => recordId)],
        );
      expect(await grouped()).toEqual([['s', 8, all]]);
      // Where words are rare enough for a score, it decides, but not between the conversation and bookkeeping.
      await putTexts(
        'other',
        Array.from({ length: 40 }, (_, at) => `別の話 ${at}`),
      );
      await indexAll();
      expect(await list('入港数', 100)).toEqual(['s-4', 's-7', 's-1', 's-2', 's-5', 's-6']);
    });

    it('finds what has a phrase or a word beside it, and nothing by symbols alone', async () => {
      await putTexts('s', ['the rollout stops', 'database table is locked', 'the locked table', 'an arrow']);
      await indexAll();
      expect(await find('rollout stops "table is locked"')).toEqual(['s-0', 's-1']);
      expect(await find('rollout stops +"table is locked"')).toEqual([]);
      expect(await find('"table is locked"')).toEqual(['s-1']);
      for (const symbols of ['=>', '🚀 kind:response', '=> -rollout']) expect(await find(symbols)).toEqual([]);
    });

    it('pages without gaps or repeats while records are added that change every score', async () => {
      const lengths = [1, 40, 3, 25, 9, 60, 5, 33, 2, 17];
      const toText = (at: number) => `${'same '.repeat(1 + (at % 4))}${'filler '.repeat(lengths[at % lengths.length] ?? 0)}`;
      for (const id of ['a', 'b', 'c', 'd'])
        await putTexts(
          id,
          Array.from({ length: 10 }, (_, at) => toText(at)),
        );
      await indexAll();
      const all = (await search('same')).items.map(({ recordId }) => recordId);
      const [paged, sessions]: [(string | null)[], string[]] = [[], []];
      let [cursor, sessionCursor]: (string | null)[] = [null, null];
      for (let round = 0; round < 60 && (round === 0 || cursor !== null); round += 1) {
        const page: Awaited<ReturnType<Store['search']>> = await search('same', { cursor: cursor ?? null, limit: 7 });
        expect(page.isChanged).toBe(round > 0);
        paged.push(...page.items.map(({ recordId }) => recordId));
        cursor = page.nextCursor;
        if (round > 3) continue;
        const asked = { cursor: sessionCursor ?? null, limit: 1, perSession: 1 };
        const group: Awaited<ReturnType<Store['searchSessions']>> = await store.searchSessions(parseQuery('same', 0), asked);
        sessions.push(...group.items.map(({ session }) => session?.id ?? ''));
        sessionCursor = group.nextCursor;
        await putTexts(`new-${round}`, [round % 2 === 0 ? 'filler '.repeat(2_000) : 'same '.repeat(round)]);
        await indexAll();
      }
      expect(new Set(paged).size).toBe(paged.length);
      expect(all.filter((id) => !paged.includes(id))).toEqual([]);
      expect(new Set(sessions).size).toBe(4);
    });

    it('asks observations for their own time, and excludes none for a session that it has not', async () => {
      await putTexts('s', ['a prompt'], { id: 's', startedAtMs: startMs, endedAtMs: startMs });
      const at = startMs + 9.5 * dayMs;
      const [late] = await store.putObservations(
        [buildReported({ sessionId: 's', fingerprint: 'f', content: 'oddity', atMs: at })],
        'R',
        '1',
      );
      const [free] = await store.putObservations(
        [buildReported({ sessionId: null, fingerprint: 'g', content: 'oddity', atMs: 1 })],
        'R',
        '2',
      );
      await indexAll();
      const [lateId = '', freeId = ''] = [late?.observation.id, free?.observation.id];
      expect(await find('oddity since:1d')).toEqual([lateId]);
      expect(await find('oddity before:2026-11-02')).toEqual([freeId]);
      for (const excluded of ['-project:x', '-is:starred', '-session:x', '-model:x', '-agent:x', '-has:finding'])
        expect([excluded, await find(`oddity ${excluded}`)]).toEqual([excluded, [lateId, freeId].sort()]);
      expect(await find('oddity project:x')).toEqual([]);
    });

    it('finds observations, as they are now, until they are gone', async () => {
      await putTexts('s', ['a prompt']);
      const reported = buildReported({ sessionId: 's', fingerprint: 'f', content: 'Leaked: an odd token' });
      const [made] = await store.putObservations([reported], 'Reviewer', 'one');
      await store.putObservations([buildReported({ sessionId: null, fingerprint: 'g', content: 'An odd end' })], 'Reviewer', 'two');
      await indexAll();
      expect(await find('leaked')).toEqual([made?.observation.id]);
      expect((await search('odd')).total).toBe(2);
      expect((await search('kind:observation')).total).toBe(2);
      expect((await search('odd session:s')).total).toBe(1);
      await put(buildConversation('s'));
      await store.putObservations(
        [{ ...reported, draft: { ...reported.draft, content: 'Patched' }, title: 'Patched' }],
        'Reviewer',
        'three',
      );
      await indexAll();
      expect([(await search('leaked')).total, (await search('patched')).total]).toEqual([0, 1]);
      expect(await store.checkSearchIndex()).toBe(true);
    });

    it('lists names that conditions can be completed with', async () => {
      await put(buildConversation('s', { folderName: 'Tidy', models: ['m-1', 'm-2'] }));
      await put(buildConversation('t', { folderName: 'tidy' }));
      const list = (field: ListedField, text: string, query = '') =>
        store.listSearchValues(field, text, { ...parseQuery(query, 0), limit: 5 });
      expect(await list('project', 'id')).toEqual([{ value: 'Tidy', about: '', count: 2 }]);
      expect(await list('model', '2')).toEqual([{ value: 'm-2', about: '', count: 1 }]);
      await put(makeBatch({ sessions: [makeSessionRow({ id: 'u', title: 'Repair the ledger', folderName: 'Ledger' })] }));
      expect(await list('session', 'LEDGER')).toEqual([{ value: 'u', about: 'Repair the ledger', count: null }]);
      expect((await list('tool', '')).length).toBeGreaterThan(0);
      expect(await list('agent', 'nobody')).toEqual([]);
      const only = 'session:u kind:prompt';
      expect([await list('tool', '', only), await list('project', '', only)]).toEqual([[], [{ value: 'Ledger', about: '', count: 1 }]]);
      expect((await list('session', '', only)).map(({ value }) => value)).toEqual(['u']);
    });

    it('counts the names of what matches the words of a query, the most frequent first', async () => {
      const batch = makeBatch({
        sessions: [makeSessionRow({ id: 's', folderName: 'often' }), makeSessionRow({ id: 't', folderName: 'once' })],
      });
      const tools = ['Bash', 'Read', 'Read'];
      for (const [seq, name] of tools.entries()) {
        batch.records.push(makeRecordRow({ sessionId: 's', id: `c${seq}`, seq, kind: 'tool_call', text: 'An oddity' }));
        batch.calls.push(makeToolCallRow({ sessionId: 's', id: `c${seq}`, seq, callIndex: seq + 1, name }));
      }
      batch.records.push(makeRecordRow({ sessionId: 't', id: 'p', seq: 0, kind: 'prompt', text: 'An oddity, alone' }));
      await put(batch);
      await indexAll();
      const list = async (field: ListedField, query: string) =>
        (await store.listSearchValues(field, '', { ...parseQuery(query, 0), limit: 5 })).map(({ value, count }) => [value, count]);
      expect(await list('project', 'oddity')).toEqual([
        ['often', 3],
        ['once', 1],
      ]);
      expect(await list('session', 'alone')).toEqual([['t', 1]]);
      expect(await list('tool', 'oddity')).toEqual([
        ['Read', 2],
        ['Bash', 1],
      ]);
      expect(await list('tool', 'alone')).toEqual([]);
      expect(await list('project', 'oddity kind:prompt')).toEqual([['once', 1]]);
    });

    it('keeps searches by id', async () => {
      await store.putSavedSearch({ id: '1', name: 'Locks', query: 'lock', savedAtMs: 1 });
      await store.putSavedSearch({ id: '1', name: 'Locks', query: 'lock*', savedAtMs: 2 });
      expect(await store.listSavedSearches()).toEqual([{ id: '1', name: 'Locks', query: 'lock*', savedAtMs: 2 }]);
      expect([await store.deleteSavedSearch('1'), await store.deleteSavedSearch('1')]).toEqual([true, false]);
    });
  });
};
