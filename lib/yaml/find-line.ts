import { isMap, isScalar, isSeq, type LineCounter, type Node, type YAMLMap } from 'yaml';

type Place = { node: Node | null; /** Prefers the position of the key over that of its value. */ keyAt: number | null };

type MapNode = YAMLMap<Node, Node | null>;
const indexes = new WeakMap<MapNode, Map<string, MapNode['items'][number]>>();

/** Pairs by key, made once a map: a file may have a problem in each of thousands. */
const indexOf = (node: MapNode) => {
  const index =
    indexes.get(node) ?? new Map(node.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair] as const] : [])));
  indexes.set(node, index);
  return index;
};

const step = ({ node }: Place, part: string | number): Place | null => {
  if (isMap<Node, Node | null>(node)) {
    const pair = indexOf(node).get(String(part));
    return pair ? { node: pair.value, keyAt: pair.key.range?.[0] ?? null } : null;
  }
  if (!isSeq<Node>(node)) return null;
  const item = node.items[Number(part)];
  return item ? { node: item, keyAt: item.range?.[0] ?? null } : null;
};

/** 1-based line of a key, or of its closest existing parent. Null if the document is empty. */
export const findLine = (document: { contents: Node | null }, lines: LineCounter, path: readonly (string | number)[]): number | null => {
  let place: Place = { node: document.contents, keyAt: document.contents?.range?.[0] ?? null };
  let at = place.keyAt;
  for (const part of path) {
    const next = step(place, part);
    if (!next) break;
    place = next;
    at = next.keyAt ?? at;
  }
  return at === null ? null : lines.linePos(at).line;
};
