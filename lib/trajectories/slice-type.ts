import { childrenOf, keyAt, kindOf, readNode, type JsonTree } from './json-tree.ts';

/** The type of a slice of a snapshot; null for anything else. */
export const readSliceType = (tree: JsonTree, node: number): string | null => {
  const list = tree.parents[node] ?? -1;
  if (list < 0 || tree.parents[list] !== 0 || keyAt(tree, list) !== 'slices' || kindOf(tree, node) !== 'object') return null;
  const type = childrenOf(tree, node).find((child) => keyAt(tree, child) === 'slice_type');
  return type === undefined || kindOf(tree, type) !== 'text' ? null : readNode(tree, type);
};
