import { beforeEach, describe, expect, it } from 'vitest';
import { buildConversation } from '../build-conversation.ts';
import { makeBatch, makeSessionRow } from '../make-batch.ts';
import { buildReported } from '../make-observed.ts';
import type { SessionRow } from '../rows.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** None of these folders exists. */
const home = '/home/no-such-person';

/** Which project a session is in, and what names of projects stand for. */
export const describeProjects = ({ fresh }: StoreSubject): void => {
  describe('projects', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    const putIn = (id: string, folder: string, over: Partial<SessionRow> = {}) =>
      put(
        makeBatch({
          sessions: [makeSessionRow({ id, cwd: `${home}${folder}`, folderName: folder.split('/').at(-1) || 'no-such-person', ...over })],
        }),
      );
    const show = async (...ids: string[]) =>
      Promise.all(
        ids.map(async (id) => {
          const found = await store.findSession(id);
          return [found?.project, found?.projectBasis, found?.worktree];
        }),
      );
    const list = async (project: string) =>
      (await store.listSessions({ project, includeChildren: true }, 'title', false, { cursor: null, limit: 10 })).items
        .map(({ id }) => id)
        .sort();
    const shop = { root: '/shop', tree: '/shop/.claude/worktrees/fees', below: '/shop/packages/tides', home: '' };

    it.each([
      ['root', 'tree', 'below', 'home'],
      ['home', 'below', 'tree', 'root'],
      ['tree', 'home', 'root', 'below'],
    ] as const)('are the same in whatever order sessions come: %s, %s, %s, %s', async (...order) => {
      for (const id of order) await putIn(id, shop[id]);
      expect(await show('root', 'tree', 'below', 'home')).toEqual([
        ['shop', 'folder', null],
        ['shop', 'worktree_path', 'fees'],
        ['shop', 'session_above', null],
        ['~', 'folder', null],
      ]);
      expect(await store.findSession('below')).toMatchObject({ projectRoot: `${home}/shop`, folderName: 'tides' });
      expect((await store.sessionFacets()).projects).toEqual([
        { value: 'shop', count: 3 },
        { value: '~', count: 1 },
      ]);
    });

    it('come from what the file says, and are kept where a later statement says nothing of it', async () => {
      await putIn('a', '/one', { repository: 'host.org/acme/shop' });
      await putIn('b', '/trees/fees', { mainFolder: `${home}/one`, worktreeName: 'fees' });
      await putIn('c', '/two', { repository: 'host.org/other/shop' });
      expect(await show('a', 'b', 'c')).toEqual([
        ['acme/shop', 'file', null],
        ['acme/shop', 'file', 'fees'],
        ['other/shop', 'file', null],
      ]);
      await putIn('b', '/trees/fees', { mainFolder: `${home}/one` });
      expect(await show('b')).toEqual([['acme/shop', 'file', 'fees']]);
    });

    it('get longer names beside others of their name, with their observations, and short ones once they are alone', async () => {
      await putIn('work', '/work/api');
      await putIn('sub', '/elsewhere', { parentId: 'work', relation: 'subagent', facts: { parentNativeId: { value: 'p', at: [0, 1] } } });
      const reported = ['work', 'sub'].map((sessionId) => buildReported({ sessionId, fingerprint: 'slow' }));
      await store.putObservations(reported, 'Reviewer', 'told');
      const observed = async () => {
        const page = { sort: 'created_at', descending: false, cursor: null, limit: 10, nowMs: 9_000_000 } as const;
        const { items } = await store.listObservations({ ...page, filter: {} });
        const groups = await store.listObservationGroups({ ...page, filter: {}, zoneMinutes: 0 });
        const texts = await store.listObservations({ ...page, filter: { q: 'work/api' } });
        return [items.map(({ project }) => project), groups.items.map(({ projects }) => projects), texts.total];
      };
      expect(await observed()).toEqual([['api', 'api'], [['api']], 0]);
      await putIn('play', '/play/api');
      expect(await show('work', 'sub', 'play')).toEqual([
        ['work/api', 'folder', null],
        ['work/api', 'parent', null],
        ['play/api', 'folder', null],
      ]);
      expect(await observed()).toEqual([['work/api', 'work/api'], [['work/api']], 2]);
      await store.deleteSessions(['play'], 0);
      expect(await show('work', 'sub')).toEqual([
        ['api', 'folder', null],
        ['api', 'parent', null],
      ]);
      expect(await observed()).toEqual([['api', 'api'], [['api']], 0]);
    });

    it('are found by their names, by ends of their roots, and by the folders that they were called by', async () => {
      for (const id of ['root', 'tree', 'below', 'home'] as const) await putIn(id, shop[id]);
      await putIn('work', '/work/api');
      await putIn('play', '/play/api');
      expect(await list('SHOP')).toEqual(['below', 'root', 'tree']);
      expect(await list('api')).toEqual(['play', 'work']);
      expect(await list('work/api')).toEqual(['work']);
      expect(await list('no-such-person')).toEqual(['home']);
      for (const folder of ['fees', 'tides']) expect(await list(folder)).toEqual(['below', 'root', 'tree']);
      for (const name of ['pi', 'work', 'op', '%', 'a_i', '']) expect(await list(name)).toEqual([]);
      expect(await store.listProjects('api')).toEqual(['play/api', 'work/api']);
      expect(await store.listProjects('tides')).toEqual(['shop']);
    });

    it('are known of folders without a session, and of none that another project has the name of', async () => {
      await put(buildConversation('s', { cwd: `${home}/work/api`, folderName: 'api' }));
      expect(await store.findProjectOf(`${home}/work/api/deep/below`)).toEqual({ name: 'api', isKnown: true });
      expect(await store.findProjectOf(`${home}/work/api/.claude/worktrees/x`)).toEqual({ name: 'api', isKnown: true });
      expect(await store.findProjectOf(`${home}/play/api`)).toEqual({ name: 'play/api', isKnown: false });
    });

    it('are found by words in whatever case', async () => {
      await putIn('a', '/c1', { repository: 'host.org/o/Ärger-Über' });
      const find = async (q: string) => (await store.listSessions({ q }, 'title', false, { cursor: null, limit: 10 })).total;
      expect(await Promise.all(['Ärger', 'ärger', 'ÜBER', 'arger'].map(find))).toEqual([1, 1, 1, 0]);
    });

    it('get short names again after a deletion, not within it where there are many places', async () => {
      const sessions = Array.from({ length: 120 }, (_, at) =>
        makeSessionRow({ id: `s${at}`, cwd: `${home}/many/p${at}`, folderName: `p${at}` }),
      );
      await put(makeBatch({ sessions }));
      for (const [id, folder] of [
        ['work', '/work/api'],
        ['twin', '/play/api'],
        ['play', '/play/api'],
      ] as const)
        await putIn(id, folder);
      await store.placeSessions();
      expect(await show('work', 'play')).toEqual([
        ['work/api', 'folder', null],
        ['play/api', 'folder', null],
      ]);
      await store.deleteSessions(['twin'], 0);
      await store.placeSessions();
      expect((await show('work'))[0]?.[0]).toBe('work/api');
      await store.deleteSessions(['play'], 0);
      expect((await show('work'))[0]?.[0]).toBe('work/api');
      await store.placeSessions();
      expect((await show('work'))[0]?.[0]).toBe('api');
    });

    it('get short names again once a session is in another place', async () => {
      await putIn('work', '/work/api');
      await putIn('play', '/play/api');
      await putIn('shop', '/shop');
      expect((await show('work'))[0]?.[0]).toBe('work/api');
      await putIn('play', '/shop');
      expect((await show('work', 'play')).map(([name]) => name)).toEqual(['api', 'shop']);
    });

    it('reach subagents of subagents, whichever is looked at first', async () => {
      const child = { parentId: 'sub', relation: 'subagent', facts: { parentNativeId: { value: 'sub', at: [0, 1] } } } as const;
      const rowOf = (id: string) => makeSessionRow({ id, cwd: `${home}/${id}`, folderName: id, ...(id === 'deep' && child) });
      for (const id of ['sub', 'deep', 'root']) {
        const links = id === 'root' ? [{ sessionId: 'root', nativeCallId: 'call-1', childSessionId: 'sub' }] : [];
        await store.append(makeBatch({ sessions: [rowOf(id)], links }));
      }
      await store.recomputeAggregates(['deep', 'root']);
      expect(await show('deep', 'sub')).toEqual([
        ['root', 'parent', null],
        ['root', 'parent', null],
      ]);
    });

    it('are all found in the end where there are many places', async () => {
      for (let at = 0; at < 12; at += 1) {
        const sessions = Array.from({ length: 40 }, (_, one) => {
          const cwd = `${home}/run-${at}/${one}/api`;
          return makeSessionRow({ id: `s${at}-${one}`, cwd, folderName: 'api' });
        });
        await put(makeBatch({ sessions }));
      }
      await store.createImport({ id: 'i', origin: 'cli', label: 'x', startedAtMs: 0, processId: null });
      await store.finishImport('i', 'done', 1);
      expect(await show('s0-3', 's11-39')).toEqual([
        ['run-0/3/api', 'folder', null],
        ['run-11/39/api', 'folder', null],
      ]);
    });
  });
};
