import { AppError } from '../../domain/errors.ts';
import type { TreeDiff, TreeHits, TreeNode } from '../../domain/snapshot-tree.ts';
import type { Store } from '../../store/store.ts';
import { diffTrees } from '../../trajectories/diff-trees.ts';
import { findNearest, findNode, parseJsonTree, readNode, type JsonTree } from '../../trajectories/json-tree.ts';
import { searchTree } from '../../trajectories/search-tree.ts';
import { viewNode } from '../../trajectories/view-node.ts';
import { resolveTrajectory } from './get-trajectory.ts';
import { makeTreeCache } from './tree-cache.ts';

export type SnapshotService = ReturnType<typeof makeSnapshotService>;

type Window = { path: string; after: number; limit: number; nearest: boolean };

/** Reads single snapshots of trajectories, by their positions from 0. A missing snapshot fails with `not_found`. */
export const makeSnapshotService = ({ store, now }: { store: Store; now: () => number }) => {
  const cache = makeTreeCache(now);

  const readTree = async (id: string, position: number): Promise<JsonTree> => {
    const { sessionId, part } = await resolveTrajectory(store, id);
    const found = await store.findSnapshot(sessionId, part, position);
    if (!found) throw new AppError('not_found', `Trajectory ${id} has no snapshot at position ${position}.`);
    const key = `${sessionId} ${found.recordId} ${found.hash}`;
    const held = cache.find(key);
    if (held) return held;
    const line = await store.readRaw(sessionId, found.recordId);
    if (line?.raw == null)
      throw new AppError('unreadable', `The line of snapshot ${position + 1} is not kept as it was imported. Import its file again.`);
    const tree = parseJsonTree(line.raw);
    cache.keep(key, tree);
    return tree;
  };
  const missing = (path: string, position: number) =>
    new AppError('not_found', `Snapshot ${position + 1} has nothing at ${path === '' ? 'its top' : path}.`);

  return {
    children: async (
      id: string,
      position: number,
      { path, after, limit, nearest }: Window,
    ): Promise<{ node: TreeNode; places: number[]; children: TreeNode[]; total: number }> => {
      const tree = await readTree(id, position);
      const view = viewNode(tree, nearest ? findNearest(tree, path) : path, after, limit);
      if (!view) throw missing(path, position);
      return view;
    },
    value: async (
      id: string,
      position: number,
      { path, from, length }: { path: string; from: number; length: number },
    ): Promise<{ text: string; totalChars: number }> => {
      const tree = await readTree(id, position);
      const node = findNode(tree, path);
      if (node === null) throw missing(path, position);
      const text = readNode(tree, node);
      return { text: text.slice(from, from + length), totalChars: text.length };
    },
    search: async (id: string, position: number, { q, limit }: { q: string; limit: number }): Promise<TreeHits> =>
      searchTree(await readTree(id, position), q, limit),
    diff: async (id: string, { from, to, limit }: { from: number; to: number; limit: number }): Promise<TreeDiff> =>
      diffTrees(await readTree(id, from), await readTree(id, to), limit),
  };
};
