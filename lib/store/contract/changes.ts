import { beforeEach, describe, expect, it, vi } from 'vitest';
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

    const describeAll = async (after: string) =>
      (await store.readChanges(after, 100)).changes.map(({ topic, subjectId }) => `${topic} ${subjectId}`);

    it('logs every write in order, and reads on after any of them', async () => {
      const { cursor: start, changes: none } = await store.readChanges(null, 100);
      expect(none).toEqual([]);
      await put(buildConversation('s'));
      await store.announce('import', 'i');
      expect(await describeAll(start)).toEqual(['session s', 'session s', 'import i']);
      const first = await store.readChanges(start, 1);
      expect(first.changes.map(({ cursor }) => cursor)).toEqual([first.cursor]);
      expect(await describeAll(first.cursor)).toEqual(['session s', 'import i']);
      const { cursor: end } = await store.readChanges(null, 1);
      expect(await store.readChanges(end, 100)).toEqual({ changes: [], cursor: end });
      expect((await store.readChanges(start, 3)).cursor).toBe(end);
    });

    it('takes a cursor of another archive for its own end', async () => {
      await store.announce('import', 'before');
      const { cursor: end } = await store.readChanges(null, 1);
      for (const foreign of ['', '999999999999999', 'another engine', '-1', '1.5', '9'.repeat(400)]) {
        expect(await store.readChanges(foreign, 100)).toEqual({ changes: [], cursor: end });
      }
    });

    it('calls subscribers when this connection writes, until they unsubscribe', async () => {
      const [one, other] = [vi.fn(), vi.fn()];
      const end = store.subscribe({ onWrite: one, onError: one });
      store.subscribe({ onWrite: other, onError: other });
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect([one.mock.calls, other.mock.calls]).toEqual([[], []]);
      const startedAt = performance.now();
      await put(buildConversation('s'));
      await vi.waitFor(() => expect(one).toHaveBeenCalledWith(), { interval: 5 });
      // Far above the bound of 100 ms, for machines that are busy.
      expect(performance.now() - startedAt).toBeLessThan(1_000);
      end();
      const before = one.mock.calls.length;
      await store.announce('import', 'i');
      await vi.waitFor(() => expect(other.mock.calls.length).toBeGreaterThan(before));
      expect(one.mock.calls).toHaveLength(before);
    });

    it('calls subscribers when another connection writes', async () => {
      const other = fresh().connect();
      const onWrite = vi.fn();
      other.subscribe({ onWrite, onError: onWrite });
      await put(buildConversation('s'));
      await vi.waitFor(() => expect(onWrite).toHaveBeenCalledWith());
      expect((await other.readChanges(null, 1)).cursor).toBe((await store.readChanges(null, 1)).cursor);
      await other.close();
      const before = onWrite.mock.calls.length;
      await store.announce('import', 'i');
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(onWrite.mock.calls).toHaveLength(before);
    });
  });
};
