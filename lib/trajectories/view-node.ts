import type { TreeNode } from '../domain/snapshot-tree.ts';
import { cutText } from '../print/cut-text.ts';
import { readSliceType } from './slice-type.ts';
import { bytesOf, childrenOf, findNode, keyAt, kindOf, pointerOf, readNode, placesOf, type JsonTree } from './json-tree.ts';

const maxPreviewChars = 200;
const maxMemberChars = 40;

/** A window of the values inside the one that `pointer` names, with that one; null where there is none. */
export const viewNode = (
  tree: JsonTree,
  pointer: string,
  from: number,
  limit: number,
): { node: TreeNode; places: number[]; children: TreeNode[]; total: number } | null => {
  const node = findNode(tree, pointer);
  if (node === null) return null;
  const children = childrenOf(tree, node);
  const shown = children.slice(from, from + limit).map((child) => toTreeNode(tree, child));
  return { node: toTreeNode(tree, node), places: placesOf(tree, node), children: shown, total: children.length };
};

/** One value; of a text, the first `maxChars` characters. */
export const toTreeNode = (tree: JsonTree, node: number, maxChars = maxPreviewChars): TreeNode => {
  const kind = kindOf(tree, node);
  const text = kind === 'text' ? readNode(tree, node) : '';
  const sliceType = readSliceType(tree, node);
  return {
    pointer: pointerOf(tree, node),
    key: keyAt(tree, node),
    kind,
    sliceType,
    preview: kind === 'text' ? cutText(text, maxChars) : previewOf(tree, sliceType === null ? node : (findLastItem(tree, node) ?? node)),
    isCut: text.length > maxChars,
    children: tree.sizes[node] ?? 0,
    bytes: bytesOf(tree, node),
  };
};

/** Current item of a slice of state. */
const findLastItem = (tree: JsonTree, slice: number): number | null => {
  const items = childrenOf(tree, slice).find((child) => keyAt(tree, child) === 'items');
  return items === undefined ? null : (childrenOf(tree, items).at(-1) ?? null);
};

/** Numbers and words whole; lists and objects as their first members. */
const previewOf = (tree: JsonTree, node: number): string => {
  const kind = kindOf(tree, node);
  if (kind !== 'object' && kind !== 'list') return cutText(readNode(tree, node), maxPreviewChars);
  const [open, close] = kind === 'object' ? ['{', '}'] : ['[', ']'];
  const end = tree.afters[node] ?? 0;
  const parts: string[] = [];
  let length = 0;
  for (let at = node + 1; at < end; at = tree.afters[at] ?? end) {
    if (length > maxPreviewChars) return `${open}${parts.join(', ')}, …${close}`;
    const part = kind === 'object' ? `${cutText(keyAt(tree, at), maxMemberChars)}: ${previewMember(tree, at)}` : previewMember(tree, at);
    parts.push(part);
    length += part.length + 2;
  }
  return `${open}${parts.join(', ')}${close}`;
};

const previewMember = (tree: JsonTree, node: number): string => {
  const kind = kindOf(tree, node);
  const isEmpty = (tree.sizes[node] ?? 0) === 0;
  if (kind === 'object') return isEmpty ? '{}' : '{…}';
  if (kind === 'list') return isEmpty ? '[]' : `[${tree.sizes[node] ?? 0}]`;
  const text = cutText(readNode(tree, node), maxMemberChars);
  return kind === 'text' ? `"${text}"` : text;
};
