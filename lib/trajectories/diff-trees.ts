import { parseJson } from '../domain/parse-json.ts';
import type { Fields } from '../domain/snapshot.ts';
import { toList, toObject, toText } from '../formats/narrow.ts';
import { diffJson, type JsonChange } from './diff-json.ts';
import { findNode, printPointer, type JsonTree } from './json-tree.ts';
import { parsePythonJson } from './python-json.ts';
import { toTreeNode, type TreeNode } from './view-node.ts';

/** A place where two snapshots differ. */
export type TreeChange = {
  kind: 'added' | 'removed' | 'changed';
  /** The type of the slice that it lies in; null outside of slices. */
  sliceType: string | null;
  /** From there, or from the top; empty for a whole slice. */
  path: string;
  /** The value on both sides, each with its own pointer; null where it is not there. */
  before: TreeNode | null;
  after: TreeNode | null;
};

export type TreeDiff = {
  changes: TreeChange[];
  /** There are more changes than were asked for. */
  isCut: boolean;
  /** Types of the slices that are the same on both sides. */
  unchangedSlices: string[];
};

const maxTextChars = 2_000;

/**
 * The first `limit` differences of two snapshots, in their order. Slices are compared by type, as one that is new moves those after it.
 * Takes linear time.
 */
export const diffTrees = (before: JsonTree, after: JsonTree, limit: number): TreeDiff => {
  const [one, other] = [toSide(before), toSide(after)];
  const areNamed = one.types !== null && other.types !== null;
  const { changes, isCut } = diffJson(areNamed ? one.named : one.fields, areNamed ? other.named : other.fields, limit);
  const toNode = (side: Side, path: JsonChange['path']): TreeNode | null => {
    const node = findNode(side.tree, printPointer(areNamed ? placeOf(side, path) : path));
    return node === null ? null : toTreeNode(side.tree, node, maxTextChars);
  };
  const sliceOf = ({ path }: JsonChange): string | null => (areNamed && path[0] === 'slices' ? String(path[1]) : null);
  const changed = new Set(changes.map(sliceOf));
  return {
    changes: changes.map((change) => ({
      kind: change.kind,
      sliceType: sliceOf(change),
      path: printPointer(sliceOf(change) === null ? change.path : change.path.slice(2)),
      before: change.kind === 'added' ? null : toNode(one, change.path),
      after: change.kind === 'removed' ? null : toNode(other, change.path),
    })),
    isCut,
    // A list of changes that is cut does not say what did not change.
    unchangedSlices: isCut ? [] : (one.types ?? []).filter((type) => areNamed && other.types?.includes(type) && !changed.has(type)),
  };
};

/** A snapshot, and again with its slices under the names of their types; null: they have none, or share one. */
type Side = { tree: JsonTree; fields: unknown; named: unknown; types: readonly string[] | null };

const toSide = (tree: JsonTree): Side => {
  const fields = parseExactly(tree.text);
  const slices = toList(toObject(fields)?.slices) ?? [];
  const types = slices.map((slice) => toText(toObject(slice)?.slice_type)).filter((type) => type !== null);
  if (types.length === 0 || types.length < slices.length || new Set(types).size < types.length)
    return { tree, fields, named: fields, types: null };
  const bySlice: Fields = Object.fromEntries(types.map((type, at) => [type, slices[at]]));
  return { tree, fields, named: { ...toObject(fields), slices: bySlice }, types };
};

/** Numbers as they are written, unless the text is deeper than Python reads. */
const parseExactly = (text: string): unknown => {
  try {
    return parsePythonJson(text);
  } catch {
    return parseJson(text);
  }
};

const placeOf = ({ types }: Side, path: JsonChange['path']): JsonChange['path'] =>
  path[0] === 'slices' && path.length > 1 ? ['slices', types?.indexOf(String(path[1])) ?? -1, ...path.slice(2)] : path;
