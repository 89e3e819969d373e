import type { TreeNode } from '../domain/snapshot-tree.ts';

/**
 * A JSON text as a flat list of its values, the outermost first and each before those inside it. It holds places in the text, so that a
 * large one is read once and only what is looked at is decoded, and numbers stay as they are written.
 */
export type JsonTree = {
  text: string;
  isAscii: boolean;
  starts: readonly number[];
  ends: readonly number[];
  /** Where the key of an object's member begins; −1 for items of lists. */
  keys: readonly number[];
  /** From 0 among its siblings. */
  places: readonly number[];
  parents: readonly number[];
  /** The value after it and all inside it. */
  afters: readonly number[];
  sizes: readonly number[];
};

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isEnd = (code: number): boolean => code === comma || code === closeList || code === closeObject || isSpace(code);

/**
 * Reads the structure of a JSON text, or one as Python writes it, with NaN and Infinity. Texts and numbers are not checked. Throws
 * SyntaxError where lists and objects do not fit. Takes linear time and no stack, whatever the depth.
 */
export const parseJsonTree = (text: string): JsonTree => {
  const [starts, ends, keys]: [number[], number[], number[]] = [[], [], []];
  const [places, parents, afters, sizes]: [number[], number[], number[], number[]] = [[], [], [], []];
  const { length } = text;
  let at = 0;
  let open = -1;

  const fail = (): never => {
    throw new SyntaxError(
      at < length ? `unexpected ${JSON.stringify(text.slice(at, at + 12))} at character ${at + 1}` : 'it ends too early',
    );
  };
  const skipSpace = (): void => {
    while (isSpace(text.charCodeAt(at))) at += 1;
  };
  const skipText = (): void => {
    if (text.charCodeAt(at) !== quote) fail();
    at = findTextEnd(text, at);
    if (at < 0) {
      at = length;
      fail();
    }
  };
  const begin = (key: number): number => {
    const node = starts.length;
    starts.push(at);
    ends.push(at);
    keys.push(key);
    places.push(open < 0 ? 0 : (sizes[open] ?? 0));
    parents.push(open);
    afters.push(node + 1);
    sizes.push(0);
    if (open >= 0) sizes[open] = (sizes[open] ?? 0) + 1;
    return node;
  };
  const finish = (node: number): void => {
    ends[node] = at;
    afters[node] = starts.length;
  };

  const readValue = (): void => {
    skipSpace();
    let key = -1;
    if (open >= 0 && text.charCodeAt(starts[open] ?? 0) === openObject) {
      key = at;
      skipText();
      skipSpace();
      if (text.charCodeAt(at) !== colon) fail();
      at += 1;
      skipSpace();
    }
    const node = begin(key);
    const code = text.charCodeAt(at);
    if (code === openList || code === openObject) {
      at += 1;
      open = node;
      return;
    }
    if (code === quote) skipText();
    else while (at < length && !isEnd(text.charCodeAt(at))) at += 1;
    if (at === starts[node]) fail();
    finish(node);
  };

  readValue();
  while (open >= 0) {
    skipSpace();
    const close = text.charCodeAt(starts[open] ?? 0) === openList ? closeList : closeObject;
    if (text.charCodeAt(at) === close) {
      at += 1;
      finish(open);
      open = parents[open] ?? -1;
      continue;
    }
    if ((sizes[open] ?? 0) > 0) {
      if (text.charCodeAt(at) !== comma) fail();
      at += 1;
    }
    readValue();
  }
  skipSpace();
  if (at < length) fail();
  return { text, isAscii: !/[^\0-\x7f]/u.test(text), starts, ends, keys, places, parents, afters, sizes };
};

/** Behind the closing quote; −1 without one. */
const findTextEnd = (text: string, start: number): number => {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at < 0) return -1;
    let before = at - 1;
    while (before > start && text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
};

/** Kind of the value at a place in the tree. */
export const kindOf = ({ text, starts }: JsonTree, node: number): TreeNode['kind'] => {
  switch (text.charCodeAt(starts[node] ?? 0)) {
    case openObject:
      return 'object';
    case openList:
      return 'list';
    case quote:
      return 'text';
    case 0x74:
    case 0x66:
      return 'boolean';
    case 0x6e:
      return 'null';
    default:
      return 'number';
  }
};

/** A text between quotes as what it means; as it is written where that is no JSON. */
const decodeText = (written: string): string => {
  if (!written.includes('\\')) return written.slice(1, -1);
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
};

/** Key of a member, number of an item from 0; empty for the outermost value. */
export const keyAt = ({ text, keys, places, parents }: JsonTree, node: number): string => {
  const key = keys[node] ?? -1;
  if (key >= 0) return decodeText(text.slice(key, findTextEnd(text, key)));
  return (parents[node] ?? -1) < 0 ? '' : String(places[node] ?? 0);
};

/** A text as what it means, anything else as it is written. */
export const readNode = (tree: JsonTree, node: number): string => {
  const written = tree.text.slice(tree.starts[node], tree.ends[node]);
  return kindOf(tree, node) === 'text' ? decodeText(written) : written;
};

/** How many bytes a value takes in the file. */
export const bytesOf = ({ text, isAscii, starts, ends }: JsonTree, node: number): number => {
  const [start, end] = [starts[node] ?? 0, ends[node] ?? 0];
  return isAscii ? end - start : new TextEncoder().encode(text.slice(start, end)).length;
};

/** The values directly inside one. If a key occurs twice, the last value counts, as in Python, in the place of the first. */
export const childrenOf = (tree: JsonTree, node: number): number[] => {
  const end = tree.afters[node] ?? 0;
  const isObject = kindOf(tree, node) === 'object';
  const children = new Map<string | number, number>();
  for (let at = node + 1; at < end; at = tree.afters[at] ?? end) children.set(isObject ? keyAt(tree, at) : at, at);
  return [...children.values()];
};

/** The value that a JSON Pointer (RFC 6901) names; null where there is none. */
export const findNode = (tree: JsonTree, pointer: string): number | null => {
  if (pointer === '') return 0;
  if (!pointer.startsWith('/')) return null;
  let node = 0;
  for (const key of pointer.slice(1).split('/').map(decodePart)) {
    const found = kindOf(tree, node) === 'list' ? findItem(tree, node, key) : findMember(tree, node, key);
    if (found === null) return null;
    node = found;
  }
  return node;
};

/** The pointer itself where it names a value, else that of the nearest value around it. */
export const findNearest = (tree: JsonTree, pointer: string): string => {
  let nearest = pointer;
  while (nearest !== '' && findNode(tree, nearest) === null) nearest = nearest.slice(0, Math.max(0, nearest.lastIndexOf('/')));
  return nearest;
};

const findItem = (tree: JsonTree, node: number, key: string): number | null => {
  if (!/^(?:0|[1-9]\d{0,9})$/u.test(key)) return null;
  const end = tree.afters[node] ?? 0;
  let left = Number(key);
  for (let at = node + 1; at < end; at = tree.afters[at] ?? end) if (left-- === 0) return at;
  return null;
};

const findMember = (tree: JsonTree, node: number, key: string): number | null => {
  const end = tree.afters[node] ?? 0;
  let found: number | null = null;
  for (let at = node + 1; at < end; at = tree.afters[at] ?? end) if (keyAt(tree, at) === key) found = at;
  return found;
};

/** The JSON Pointer of a value. */
export const pointerOf = (tree: JsonTree, node: number): string => {
  const parts: string[] = [];
  for (let at = node; (tree.parents[at] ?? -1) >= 0; at = tree.parents[at] ?? 0) parts.push(keyAt(tree, at));
  return printPointer(parts.reverse());
};

/** The numbers among their siblings of the values that lead to one, and of itself; none for the outermost. */
export const placesOf = ({ places, parents }: JsonTree, node: number): number[] => {
  const result: number[] = [];
  for (let at = node; (parents[at] ?? -1) >= 0; at = parents[at] ?? 0) result.push(places[at] ?? 0);
  return result.reverse();
};

const printPointer = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const decodePart = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
