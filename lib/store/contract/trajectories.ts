import { beforeEach, describe, expect, it } from 'vitest';
import type { SnapshotFigures } from '../../trajectories/figures.ts';
import { buildConversation } from '../build-conversation.ts';
import type { Store } from '../store.ts';
import type { SettledSnapshot, TrajectoryRow } from '../trajectory-store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

const none = { added: 0, removed: 0 };
const figures: SnapshotFigures = {
  ...{ history: null, triple: null, flaw: null, grows: true, version: null },
  changes: { events: { rendered: none, tool: none, executed: none }, slices: [], fields: [], prompt: [] },
};
const toSettled = (recordId: string, position: number): SettledSnapshot => ({
  recordId,
  part: 0,
  position,
  promptVersion: position + 1,
  settledOn: '7 a b',
  figures,
});
const toRow = (over: Partial<TrajectoryRow>): TrajectoryRow => ({
  ...{ part: 0, descriptor: null, snapshots: 1, promptVersions: 0, bytes: 99, firstAtMs: 1, lastAtMs: 2, flaw: null },
  ...over,
});
const all = { cursor: null, limit: 10 };

/** Snapshots, and what is derived of them. */
export const describeTrajectories = ({ fresh }: StoreSubject): void => {
  describe('trajectories', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    const putSnapshots = (sessionId: string, ...times: readonly [seq: number, createdUs: bigint, hasEvents?: boolean][]) =>
      put({
        ...buildConversation(sessionId),
        snapshots: times.map(([seq, createdUs, hasEvents = true]) => ({
          sessionId,
          recordId: `${sessionId}-${seq}`,
          createdUs,
          hasEvents,
        })),
      });
    const settle = async (sessionId: string, ...rows: TrajectoryRow[]) => {
      const { version = -1, snapshots = [] } = (await store.readSnapshots(sessionId)) ?? {};
      const settled = snapshots.map(({ recordId }, position) => toSettled(recordId, position));
      return store.putTrajectories(sessionId, version, { snapshots: settled, trajectories: rows });
    };

    it('are only added to: one line has the identity of a snapshot', async () => {
      expect(await store.readSnapshots('s')).toBeNull();
      expect(await store.hasSnapshots()).toBe(false);
      await putSnapshots('s', [1, 2_000n], [0, 1_000n]);
      expect(await store.hasSnapshots()).toBe(true);
      await putSnapshots('s', [2, 2_000n], [3, 2_000n, false], [1, 2_000n], [9, 5_000n]);
      const { snapshots = [] } = (await store.readSnapshots('s')) ?? {};
      expect(snapshots.map(({ recordId, createdUs, hasEvents }) => [recordId, createdUs, hasEvents])).toEqual([
        ['s-0', 1_000n, true],
        ['s-1', 2_000n, true],
        ['s-3', 2_000n, false],
      ]);
      expect(snapshots[0]).toMatchObject({ line: 1, bytes: 99, given: null, settledOn: null, figures: null });
      expect(await store.findSnapshots('s', [1_000n, 3_000n])).toEqual([
        { sessionId: 's', recordId: 's-0', createdUs: 1_000n, hasEvents: true },
      ]);
    });

    it('keep microseconds of far years and of those before the epoch apart', async () => {
      const [far, old] = [253_402_300_799_999_998n, -62_135_596_799_999_999n];
      await putSnapshots('s', [0, old - 1n], [1, old], [2, far], [3, far + 1n]);
      const { snapshots = [] } = (await store.readSnapshots('s')) ?? {};
      expect(snapshots.map(({ createdUs }) => createdUs)).toEqual([old - 1n, old, far, far + 1n]);
      expect(await store.findSnapshots('s', [far])).toMatchObject([{ recordId: 's-2', createdUs: far }]);
    });

    it('are settled on the snapshots that are there, and again when some come or go', async () => {
      await putSnapshots('s', [0, 1_000n]);
      expect(await store.listUnsettledTrajectories()).toEqual(['s']);
      const { version = -1 } = (await store.readSnapshots('s')) ?? {};
      await putSnapshots('s', [1, 2_000n]);
      expect(await store.putTrajectories('s', version, { snapshots: [], trajectories: [toRow({})] })).toBe(false);
      expect(await settle('s', toRow({ snapshots: 2 }))).toBe(true);
      expect(await store.listUnsettledTrajectories()).toEqual([]);
      expect((await store.readSnapshots('s'))?.snapshots[1]).toMatchObject({ position: 1, settledOn: '7 a b', figures });
      await store.unsettleTrajectories(7);
      expect(await store.listUnsettledTrajectories()).toEqual([]);
      await store.unsettleTrajectories(77);
      expect(await store.listUnsettledTrajectories()).toEqual(['s']);
      expect(await store.listSnapshots('s', 0, { from: 1, limit: 5 })).toEqual([
        {
          recordId: 's-1',
          createdUs: 2_000n,
          line: 2,
          bytes: 99,
          hash: expect.any(String) as unknown,
          position: 1,
          promptVersion: 2,
          figures,
        },
      ]);
      expect(await store.listSnapshots('s', 0, { from: 0, limit: 1 })).toMatchObject([{ recordId: 's-0' }]);
      expect(await store.listSnapshots('s', 1, { from: 0, limit: 1 })).toEqual([]);
      expect(await store.findSnapshot('s', 0, 1)).toMatchObject({ recordId: 's-1' });
      expect(await store.findSnapshot('s', 1, 0)).toBeNull();
      await store.removeRecords('s', ['s-0', 's-5']);
      expect(await store.listUnsettledTrajectories()).toEqual(['s']);
      expect((await store.readSnapshots('s'))?.snapshots.map(({ recordId }) => recordId)).toEqual(['s-1']);
      await settle('s');
      await store.removeRecords('s', ['s-6']);
      expect(await store.listUnsettledTrajectories()).toEqual([]);
      expect(await store.splitTrajectory('s', true)).toBe(true);
      expect(await store.splitTrajectory('none', true)).toBe(false);
      expect(await store.readSnapshots('s')).toMatchObject({ isSplit: true });
      expect(await store.listUnsettledTrajectories()).toEqual(['s']);
      await settle('s', toRow({}));
      await store.splitTrajectory('s', true);
      expect(await store.listUnsettledTrajectories()).toEqual([]);
    });

    it('take what an import says of their source', async () => {
      await putSnapshots('s', [0, 1_000n]);
      await settle('s', toRow({}));
      await store.putGivenDescriptor('source-s', { ns: 'n', tag: 't\0' });
      expect(await store.listUnsettledTrajectories()).toEqual(['s']);
      expect((await store.readSnapshots('s'))?.snapshots[0]?.given).toEqual({ ns: 'n', key: undefined, tag: 't\uFFFD' });
      await store.putGivenDescriptor('source-s', { key: 'k' });
      await store.putGivenDescriptor('source-s', { tag: 'other' });
      expect((await store.readSnapshots('s'))?.snapshots[0]?.given).toEqual({ ns: 'n', key: 'k', tag: 'other' });
      await store.putGivenDescriptor('source-s', null);
      expect((await store.readSnapshots('s'))?.snapshots[0]?.given).toBeNull();
    });

    it('are listed by descriptor, the latest first, and without those that have a flaw', async () => {
      const [one, other] = [{ ns: 'n', key: 'a', tag: 't' }, { ns: 'n', key: 'b', tag: 't' }]; // prettier-ignore
      for (const id of ['s', 't', 'u']) await putSnapshots(id, [0, 1_000n]);
      await settle('s', toRow({ descriptor: one, lastAtMs: 5 }), toRow({ part: 1, descriptor: other, lastAtMs: 5 }));
      await settle('t', toRow({ descriptor: one, lastAtMs: 9, firstAtMs: 0 }));
      await settle('u', toRow({ descriptor: one, flaw: 'reset' }), toRow({ part: 1 }));
      const listIds = async (...[filter, page = all]: Partial<Parameters<Store['listTrajectories']>>) =>
        (await store.listTrajectories(filter ?? { isRefused: false }, page)).items.map(({ id }) => id);
      expect(await listIds()).toEqual(['t', 's.1', 's', 'u.1']);
      expect(await listIds({ descriptor: one, isRefused: false })).toEqual(['t', 's']);
      expect(await listIds({ descriptor: null, isRefused: false })).toEqual(['u.1']);
      expect(await listIds({ isRefused: true })).toEqual(['u']);
      const first = await store.listTrajectories({ isRefused: false }, { cursor: null, limit: 2 });
      expect([first.total, first.items.length]).toEqual([4, 2]);
      expect(await listIds({ isRefused: false }, { cursor: first.nextCursor, limit: 2 })).toEqual(['s', 'u.1']);
      await expect(listIds({ isRefused: true }, { cursor: first.nextCursor, limit: 2 })).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await store.listSessionTrajectories('s')).toMatchObject([
        { id: 's', part: 0, descriptor: one },
        { id: 's.1', sessionId: 's', descriptor: other, isSplit: false },
      ]);

      const groups = await store.listDescriptors({ cursor: null, limit: 2 });
      expect(groups.items).toEqual([
        { descriptor: null, trajectories: 1, refused: 0, snapshots: 1, firstAtMs: 1, lastAtMs: 2 },
        { descriptor: one, trajectories: 2, refused: 1, snapshots: 3, firstAtMs: 0, lastAtMs: 9 },
      ]);
      expect(groups.total).toBe(3);
      expect((await store.listDescriptors({ cursor: groups.nextCursor, limit: 2 })).items).toMatchObject([{ descriptor: other }]);
      for (const value of ['x', -1, 0.5, null]) {
        const forged = Buffer.from(JSON.stringify({ list: 'descriptors', value, id: '' })).toString('base64url');
        await expect(store.listDescriptors({ cursor: forged, limit: 2 })).rejects.toMatchObject({ code: 'invalid_input' });
      }
      await store.deleteSessions(['s', 'u'], 0);
      expect(await listIds()).toEqual(['t']);
    });
  });
};
