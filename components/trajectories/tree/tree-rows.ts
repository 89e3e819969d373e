import type { TreeNode } from '@/lib/domain/snapshot-tree.ts';

/** Values are fetched in windows of this many. */
export const rowsPerPage = 200;

export const slicesPointer = '/slices';

/** Windows of values that are there, by `toPageKey`. */
export type TreePages = ReadonlyMap<string, TreePage>;
type TreePage = { children: readonly TreeNode[]; total: number };

/** A line of the tree: a value inside `parent`, as its `index`th; `node` null: not loaded. */
export type TreeRow = { parent: string; index: number; level: number; siblings: number; node: TreeNode | null; isOpen: boolean };

export const toPageKey = (parent: string, page: number): string => `${page} ${parent}`;

/** Whether a value has others inside it. */
export const canOpen = (node: TreeNode): boolean => node.children > 0 && (node.kind === 'object' || node.kind === 'list');

/** The lines of a tree in which some values are opened; those that are not loaded have their place. */
export const computeTreeRows = (pages: TreePages, open: ReadonlySet<string>): TreeRow[] => {
  const rows: TreeRow[] = [];
  const addChildren = (parent: string, expected: number, level: number): void => {
    const siblings = pages.get(toPageKey(parent, 0))?.total ?? expected;
    let page: TreePage | undefined;
    for (let index = 0; index < siblings; index += 1) {
      if (index % rowsPerPage === 0) page = pages.get(toPageKey(parent, index / rowsPerPage));
      const node = page?.children[index % rowsPerPage] ?? null;
      const isOpen = node !== null && canOpen(node) && open.has(node.pointer);
      rows.push({ parent, index, level, siblings, node, isOpen });
      if (isOpen) addChildren(node.pointer, node.children, level + 1);
    }
  };
  addChildren('', 0, 1);
  return rows;
};

/** The windows that some lines are waiting for. */
export const listMissing = (rows: readonly TreeRow[]): { parent: string; page: number }[] => {
  const missing = rows.flatMap(({ parent, index, node }) => (node === null ? [{ parent, page: Math.floor(index / rowsPerPage) }] : []));
  return [...new Map(missing.map((one) => [toPageKey(one.parent, one.page), one])).values()];
};

/** The pointers of the values around one, the outermost first, without the snapshot itself. */
export const listAncestors = (pointer: string): string[] => {
  const parts = pointer.split('/').slice(1, -1);
  return parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`);
};

/** The pointer of the value around one. */
export const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
