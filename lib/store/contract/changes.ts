import { beforeEach, describe, expect, it } from 'vitest';
import { buildConversation } from '../build-conversation.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** The log of changes, and how another connection learns of them. */
export const describeChanges = ({ fresh }: StoreSubject): void => {
  describe('changes', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    it('logs every write in order', async () => {
      const version = store.dataVersion();
      await put(buildConversation('s'));
      expect(store.dataVersion()).not.toBe(version);
      const first = await store.listChanges(0, 100);
      expect(first.map(({ topic, subjectId }) => `${topic} ${subjectId}`)).toEqual(['session s', 'session s']);
      const latest = await store.latestChange();
      await store.announce('import', 'i');
      expect(await store.listChanges(latest, 100)).toEqual([{ seq: latest + 1, topic: 'import', subjectId: 'i' }]);
      expect(await store.listChanges(0, 1)).toHaveLength(1);
    });

    it('shows other connections that something was written', async ({ skip }) => {
      const other = fresh().connect?.();
      if (!other) return skip('This engine has one connection.');
      const before = other.dataVersion();
      expect(other.dataVersion()).toBe(before);
      await put(buildConversation('s'));
      expect(other.dataVersion()).not.toBe(before);
      expect(await other.latestChange()).toBe(await store.latestChange());
      await other.close();
    });
  });
};
