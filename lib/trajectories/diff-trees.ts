import type { TreeChange, TreeDiff, TreeNode } from '../domain/snapshot-tree.ts';
import { childrenOf, findNode, keyAt, kindOf, pointerOf, readNode, type JsonTree } from './json-tree.ts';
import { readSliceType } from './slice-type.ts';
import { toTypeName } from './type-name.ts';
import { toTreeNode } from './view-node.ts';

const maxTextChars = 2_000;
/** Deeper values are compared as a whole. */
const maxLevels = 500;

type Place = { kind: TreeChange['kind']; before: number | null; after: number | null };

/**
 * The first `limit` differences of two snapshots, in their order. Slices are compared by type, because a new slice moves those after it.
 * In other lists, equal items at both ends are set aside and the items between them are compared one by one, so that a list that grew at
 * either end shows only the new items. Values are compared as written: 1 and 1.0 differ. Looks at each value once per level.
 */
export const diffTrees = (one: JsonTree, other: JsonTree, limit: number): TreeDiff => {
  const places: Place[] = [];
  const isFull = () => places.length > limit;
  const isSame = (before: number, after: number): boolean => {
    const [start, end] = [one.starts[before] ?? 0, one.ends[before] ?? 0];
    const [from, to] = [other.starts[after] ?? 0, other.ends[after] ?? 0];
    return end - start === to - from && one.text.slice(start, end) === other.text.slice(from, to);
  };

  const compare = (before: number, after: number, level: number): void => {
    if (isFull() || isSame(before, after)) return;
    const [kind, kindAfter] = [kindOf(one, before), kindOf(other, after)];
    const isDeep = level >= maxLevels || kind !== kindAfter;
    if (!isDeep && kind === 'list') compareLists(before, after, level);
    else if (!isDeep && kind === 'object') compareNamed(toMembers(one, before), toMembers(other, after), level);
    else if (kind !== kindAfter || kind !== 'text' || readNode(one, before) !== readNode(other, after))
      places.push({ kind: 'changed', before, after });
  };

  const compareLists = (before: number, after: number, level: number): void => {
    const [slices, slicesAfter] = [toSlices(one, before), toSlices(other, after)];
    if (slices && slicesAfter) return compareNamed(slices, slicesAfter, level);
    const [items, itemsAfter] = [childrenOf(one, before), childrenOf(other, after)];
    const isSameAt = (at: number, atAfter: number) => isSame(items.at(at) ?? 0, itemsAfter.at(atAfter) ?? 0);
    const shorter = Math.min(items.length, itemsAfter.length);
    let [start, end] = [0, 0];
    while (start < shorter && isSameAt(start, start)) start += 1;
    while (end < shorter - start && isSameAt(-1 - end, -1 - end)) end += 1;
    const last = shorter - end;
    for (let at = start; at < last && !isFull(); at += 1) compare(items[at] ?? 0, itemsAfter[at] ?? 0, level + 1);
    for (const item of items.slice(last, items.length - end)) add({ kind: 'removed', before: item, after: null });
    for (const item of itemsAfter.slice(last, itemsAfter.length - end)) add({ kind: 'added', before: null, after: item });
    return undefined;
  };

  const compareNamed = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, level: number): void => {
    for (const [name, node] of before) {
      if (isFull()) return;
      const match = after.get(name);
      if (match === undefined) add({ kind: 'removed', before: node, after: null });
      else compare(node, match, level + 1);
    }
    for (const [name, node] of after) if (!before.has(name)) add({ kind: 'added', before: null, after: node });
  };

  const add = (place: Place): void => {
    if (!isFull()) places.push(place);
  };

  compare(0, 0, 0);
  const changes = places.slice(0, limit).map((place) => toChange(one, other, place));
  const isCut = isFull();
  const prompt = { before: findPrompt(one), after: findPrompt(other) };
  return { changes, isCut, prompt, unchangedSlices: isCut ? [] : listUnchanged(one, other, changes) };
};

const toMembers = (tree: JsonTree, node: number): Map<string, number> =>
  new Map(childrenOf(tree, node).map((child) => [keyAt(tree, child), child]));

/** The slices of a snapshot by type; null where the value is not that list, or they have no types of their own. */
const toSlices = (tree: JsonTree, node: number): Map<string, number> | null => {
  if (tree.parents[node] !== 0 || keyAt(tree, node) !== 'slices') return null;
  const slices = childrenOf(tree, node);
  const types = slices.map((slice) => readSliceType(tree, slice)).filter((type) => type !== null);
  const byType = new Map(types.map((type, at) => [type, slices[at] ?? 0]));
  return byType.size === slices.length ? byType : null;
};

const toChange = (one: JsonTree, other: JsonTree, { kind, before, after }: Place): TreeChange => {
  const [tree, node] = after === null ? [one, before ?? 0] : [other, after];
  let slice: number | null = node;
  let sliceType: string | null = null;
  for (; slice !== null && sliceType === null; slice = (tree.parents[slice] ?? -1) < 0 ? null : (tree.parents[slice] ?? 0))
    sliceType = readSliceType(tree, slice);
  const pointer = pointerOf(tree, node);
  return {
    kind,
    sliceType,
    path: sliceType === null ? pointer : pointer.replace(/^\/slices\/\d+/u, ''),
    before: before === null ? null : toTreeNode(one, before, maxTextChars),
    after: after === null ? null : toTreeNode(other, after, maxTextChars),
  };
};

/** The text of the prompt that was rendered last. */
const findPrompt = (tree: JsonTree): TreeNode | null => {
  const list = findNode(tree, '/slices');
  const slice =
    list === null ? undefined : childrenOf(tree, list).find((one) => toTypeName(readSliceType(tree, one) ?? '') === 'PromptRendered');
  const items = slice === undefined ? undefined : toMembers(tree, slice).get('items');
  const last = items === undefined ? undefined : childrenOf(tree, items).at(-1);
  const text = last === undefined ? undefined : toMembers(tree, last).get('rendered_prompt');
  return text === undefined || kindOf(tree, text) !== 'text' ? null : toTreeNode(tree, text, maxTextChars);
};

const listUnchanged = (one: JsonTree, other: JsonTree, changes: readonly TreeChange[]): string[] => {
  const typesOf = (tree: JsonTree): string[] => {
    const list = findNode(tree, '/slices');
    return list === null ? [] : [...(toSlices(tree, list) ?? new Map<string, number>()).keys()];
  };
  const [changed, there] = [new Set(changes.map(({ sliceType }) => sliceType)), new Set(typesOf(other))];
  return typesOf(one).filter((type) => there.has(type) && !changed.has(type));
};
