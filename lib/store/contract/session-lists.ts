import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionSort } from '../../domain/session.ts';
import { makeBatch, makeSessionRow } from '../make-batch.ts';
import { buildConversation } from '../build-conversation.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Lists of sessions: every order, there and back, filters and counts. */
export const describeSessionLists = ({ fresh }: StoreSubject): void => {
  describe('lists of sessions', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    const sorts: SessionSort[] = ['started', 'title', 'project', 'duration', 'turns', 'calls', 'errors', 'tokens', 'cost', 'findings'];
    beforeEach(async () => {
      const rows = Array.from({ length: 23 }, (_, at) =>
        makeSessionRow({
          id: `s${String(at).padStart(2, '0')}`,
          title: at % 5 === 0 ? null : `Título ${at % 7} 100%_done`,
          folderName: at % 3 === 0 ? null : `project-${at % 4}`,
          models: at % 2 === 0 ? ['claude-opus', 'claude-haiku'] : ['claude-opus'],
          startedAtMs: at % 6 === 0 ? null : 1_000 * (at % 9),
          activeMs: at % 4 === 0 ? null : at * 10,
        }),
      );
      await put(makeBatch({ sessions: rows }));
      const talk = buildConversation('s01');
      await put({ ...talk, sessions: rows.slice(1, 2) });
    });

    it.each([
      ['all', {}, 'started', true],
      ['those of a model', { model: 'claude-haiku' }, 'cost', true],
      ['those of a project', { project: 'project-1' }, 'title', false],
    ] as const)('finds the sessions next to each in a list of %s', async (_, filter, sort, descending) => {
      const { items } = await store.listSessions(filter, sort, descending, { cursor: null, limit: 100 });
      const ids = items.map((session) => session.id);
      expect(ids.length).toBeGreaterThan(1);
      const found = await Promise.all(ids.map((id) => store.findNeighbors(id, filter, sort, descending)));
      expect(found.map(({ previousId }) => previousId)).toEqual([null, ...ids.slice(0, -1)]);
      expect(found.map(({ nextId }) => nextId)).toEqual([...ids.slice(1), null]);
    });

    it('leaves out sessions that only warm up a cache, or lists them alone', async () => {
      const ids = ['warm', 'worked'];
      await put(makeBatch({ sessions: [makeSessionRow({ id: 'warm', title: 'Warmup' })] }));
      await put(buildConversation('worked', { title: 'Warmup' }));
      const listed = async (warmups?: 'hide' | 'only') => {
        const { items, total } = await store.listSessions({ warmups }, 'title', false, { cursor: null, limit: 100 });
        return [total, items.flatMap(({ id }) => (ids.includes(id) ? [id] : []))];
      };
      expect(await listed()).toEqual([25, ids]);
      expect(await listed('hide')).toEqual([24, ['worked']]);
      expect(await listed('only')).toEqual([1, ['warm']]);
      await put(buildConversation('helper', { parentId: 'worked', relation: 'subagent', facts: { parentNativeId: 'worked' } }));
      expect((await store.describeArchive()).counts).toMatchObject({ sessions: 26, subagents: 1, warmups: 1 });
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

    it('leaves demo sessions out where there are others, and only if asked to', async () => {
      const demo = makeSessionRow({ id: 'demo', nativeId: 'demo', folderName: 'demo', startedAtMs: 8_500, synthetic: true });
      await put(makeBatch({ sessions: [demo] }));
      const count = async (hidesDemo?: boolean) =>
        (await store.listSessions({ hidesDemo }, 'started', true, { cursor: null, limit: 1 })).total;
      expect([await count(), await count(true)]).toEqual([24, 23]);
      const named = async (hidesDemo?: boolean) =>
        (await store.sessionFacets({ hidesDemo })).projects.filter(({ value }) => value === 'demo').length;
      expect([await named(), await named(true)]).toEqual([1, 0]);
      expect(await store.sessionFacets({ hidesDemo: true })).toMatchObject({ total: 24, syntheticCount: 1 });
      const findNeighbors = (id: string) => store.findNeighbors(id, { hidesDemo: true }, 'started', true);
      const { previousId, nextId } = await findNeighbors('demo');
      expect([previousId, nextId]).not.toContain('demo');
      expect((await store.listSessions({}, 'started', true, { cursor: null, limit: 1 })).items[0]?.id).toBe('demo');
      expect((await findNeighbors(nextId ?? '')).previousId).toBeNull();
    });

    it('knows when a session or a subagent of it wrote last', async () => {
      const read = async () => (await store.findSession('s01'))?.lastRecordAtMs;
      const alone = await read();
      const child = { parentId: 's01', facts: { parentNativeId: { value: 'native-s01', at: [0, 1] } }, endedAtMs: (alone ?? 0) + 90_000 };
      await put(makeBatch({ sessions: [makeSessionRow({ id: 'fork', nativeId: 'fork', relation: 'fork', ...child })] }));
      expect(await read()).toBe(alone);
      await put(makeBatch({ sessions: [makeSessionRow({ id: 'child', nativeId: 'child', relation: 'subagent', ...child })] }));
      expect(await read()).toBe(child.endedAtMs);
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
};
