import { beforeEach, describe, expect, it } from 'vitest';
import { unknownTokens } from '../../domain/tokens.ts';
import { makeBatch, makeResponseRow, makeSessionRow, makeSource } from '../make-batch.ts';
import { buildConversation } from '../build-conversation.ts';
import { continuedLink, type ResponseRow } from '../rows.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Parents and children, joined when they are read. */
export const describeParentage = ({ fresh }: StoreSubject): void => {
  describe('parents and children', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    it('lists a subagent inside its parent, and by itself while the parent is missing', async () => {
      const listed = async (filter = {}) =>
        (await store.listSessions(filter, 'title', false, { cursor: null, limit: 10 })).items.map((session) => session.id);
      const child = makeSessionRow({ id: 'child', title: 'b', parentId: 'parent', relation: 'subagent', agentName: 'reviewer' });
      await put(makeBatch({ sessions: [child] }));
      expect(await listed()).toEqual(['child']);
      const parent = buildConversation('parent', { title: 'a' });
      await put({ ...parent, links: [{ sessionId: 'parent', nativeCallId: 'call-1', childSessionId: 'child' }] });
      expect(await listed()).toEqual(['parent']);
      expect(await listed({ includeChildren: true })).toEqual(['parent', 'child']);
      expect(await listed({ parentId: 'parent' })).toEqual(['child']);
      expect((await store.listChildren('parent')).map((session) => session.parentTitle)).toEqual(['a']);
      expect(await store.findSession('parent')).toMatchObject({ childCount: 1 });
      const [call] = await store.listToolCalls('parent', 1, 1, 1_000);
      expect(call).toMatchObject({ childSessionId: 'child', childCalls: 0, childAgentName: 'reviewer' });
      const lane = { callIndex: 1, seq: 1, sessionId: 'child', label: 'reviewer', toolCalls: 0, toolErrors: 0 };
      expect(await store.listCallChildren('parent', 1, 1)).toEqual([lane]);
      const facts = { parentNativeId: { value: 'p', at: [0, 1] } };
      await put(buildConversation('grandchild', { parentId: 'child', relation: 'subagent', facts }));
      expect(await store.listCallChildren('parent', 1, 1)).toEqual([{ ...lane, toolErrors: 1 }]);
    });

    it('sums what subagents and theirs cost, and says where that is not all', async () => {
      const cost = async (id: string, parentId: string | null, response: Partial<ResponseRow>) => {
        const facts = parentId === null ? {} : { parentNativeId: { value: `native-${parentId}`, at: [0, 1] } };
        const relation = parentId === null ? null : ('subagent' as const);
        const batch = buildConversation(id, { parentId, relation, facts });
        await put({ ...batch, responses: [makeResponseRow({ sessionId: id, id: `${id}-r`, ...response })] });
      };
      const priced = { tokens: { ...unknownTokens, output: 10 }, costUsd: 0.5 };
      await cost('parent', null, priced);
      expect(await store.findSession('parent')).toMatchObject({ costUsd: 0.5, subagents: null, costAtLeast: false });
      await cost('child', 'parent', priced);
      await cost('grandchild', 'child', { ...priced, costUsd: 0.25 });
      const whole = { count: 2, costUsd: 0.75, costAtLeast: false, tokens: { output: 20 } };
      expect(await store.findSession('parent')).toMatchObject({ costUsd: 0.5, toolErrors: 1, subagents: { ...whole, toolErrors: 2 } });
      await cost('other', 'child', { ...priced, isPartial: true });
      expect(await store.findSession('other')).toMatchObject({ costAtLeast: true, completeness: { partialUsage: 1, unknownUsage: 0 } });
      expect(await store.findSession('parent')).toMatchObject({
        costAtLeast: false,
        subagents: { count: 3, costUsd: 1.25, costAtLeast: true },
      });
    });

    it('takes a sum for at least what it is while a response has no final count, or none', async () => {
      const session = makeSessionRow({ id: 's' });
      const respond = (id: string, over: Partial<ResponseRow>) =>
        put(makeBatch({ sessions: [session], responses: [makeResponseRow({ sessionId: 's', id, ...over })] }));
      await respond('a', { tokens: { ...unknownTokens, input: 5, output: 3 }, costUsd: 0.25, isPartial: true });
      expect(await store.findSession('s')).toMatchObject({ costAtLeast: true, tokens: { output: 3 } });
      await respond('a', { tokens: { ...unknownTokens, input: 5, output: 90 }, costUsd: 0.5, isPartial: false });
      expect(await store.findSession('s')).toMatchObject({ costUsd: 0.5, costAtLeast: false, tokens: { output: 90 } });
      await respond('b', {});
      const completeness = { partialUsage: 0, unknownUsage: 1 };
      expect(await store.findSession('s')).toMatchObject({ costUsd: 0.5, costAtLeast: true, completeness });
      await respond('c', { tokens: { ...unknownTokens, input: 5 }, isFast: true });
      const unpricedModels = ['claude-opus-4-5 in fast mode'];
      expect(await store.findSession('s')).toMatchObject({ costUsd: null, costMissing: 'no_price', costAtLeast: false, unpricedModels });
    });

    it('knows no numbers of a subagent that is not there', async () => {
      await put({ ...buildConversation('parent'), links: [{ sessionId: 'parent', nativeCallId: 'call-1', childSessionId: 'gone' }] });
      expect(await store.listCallChildren('parent', 1, 1)).toMatchObject([{ sessionId: 'gone', toolCalls: null, toolErrors: null }]);
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
      await put({ ...buildConversation('parent'), links });
      if (later) await put(later);
      expect(await store.findSession('child')).toMatchObject({ parentId: 'parent', relation: 'subagent' });
      expect(await store.findSession('later')).toMatchObject({ parentId: 'parent', relation: 'continuation' });
      for (const batch of batches) await put(batch);
      expect((await store.listChildren('parent')).map((session) => session.id).toSorted()).toEqual(['child', 'later']);
    });

    it.each([
      ['parent', 'child', 'grandchild'],
      ['grandchild', 'child', 'parent'],
      ['child', 'parent', 'grandchild'],
    ])('puts subagents into the project of their parent: %s, %s, %s', async (...order) => {
      const facts = { parentNativeId: { value: 'p', at: [0, 1] } };
      const rows = {
        parent: makeSessionRow({ id: 'parent', folderName: 'shop' }),
        child: makeSessionRow({ id: 'child', folderName: 'agent-1', parentId: 'parent', relation: 'subagent', facts }),
        grandchild: makeSessionRow({ id: 'grandchild', folderName: null, parentId: 'child', relation: 'subagent', facts }),
      };
      for (const id of order) if (id === 'parent' || id === 'child' || id === 'grandchild') await put(makeBatch({ sessions: [rows[id]] }));
      for (const id of order) expect(await store.findSession(id)).toMatchObject({ project: 'shop' });
      await put(
        makeBatch({ sessions: [makeSessionRow({ id: 'fork', folderName: 'other', parentId: 'parent', relation: 'fork', facts })] }),
      );
      expect(await store.findSession('fork')).toMatchObject({ project: 'other' });
    });

    it('is found by its native id', async () => {
      await put(makeBatch({ sessions: [makeSessionRow({ id: 's', nativeId: 'a:b' })] }));
      expect(await store.findSession('claude-code:a:b')).toMatchObject({ id: 's' });
      expect(await store.findSession('codex:a:b')).toBeNull();
      expect(await store.findSession('nothing')).toBeNull();
    });
  });
};
