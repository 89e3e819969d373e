import type { TreeHits } from '../domain/snapshot-tree.ts';
import { keyAt, kindOf, pointerOf, readNode, type JsonTree } from './json-tree.ts';

/** Pointers of a deep tree with long keys are long: those of the hits hold no more characters than this, but for the last. */
const maxPointerChars = 1_000_000;

/** Finds a text in keys, texts, numbers and words, whatever its case; the first `limit` of them, or fewer whose pointers are long. Takes linear time. */
export const searchTree = (tree: JsonTree, query: string, limit: number): TreeHits => {
  const wanted = query.toLowerCase();
  const result: TreeHits = { hits: [], total: 0 };
  if (wanted === '') return result;
  let pointerChars = 0;
  const keys = new Map<string, boolean>();
  /** Few keys are many members' keys. */
  const isWantedKey = (key: string): boolean => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const is = key.toLowerCase().includes(wanted);
    keys.set(key, is);
    return is;
  };
  for (let node = 0; node < tree.starts.length; node += 1) {
    const inKey = (tree.keys[node] ?? -1) >= 0 && isWantedKey(keyAt(tree, node));
    if (!inKey && !holds(tree, node, wanted)) continue;
    result.total += 1;
    if (result.hits.length >= limit || pointerChars >= maxPointerChars) continue;
    const pointer = pointerOf(tree, node);
    pointerChars += pointer.length;
    result.hits.push({ pointer, place: inKey ? 'key' : 'value' });
  }
  return result;
};

const holds = (tree: JsonTree, node: number, wanted: string): boolean => {
  const kind = kindOf(tree, node);
  return kind !== 'object' && kind !== 'list' && readNode(tree, node).toLowerCase().includes(wanted);
};
