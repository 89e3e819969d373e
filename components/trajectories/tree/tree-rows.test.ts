import { expect, it } from 'vitest';
import type { TreeNode } from '@/lib/domain/snapshot-tree.ts';
import { findSlice, moveToSlices } from './slice-places.ts';
import { computeTreeRows, listAncestors, listMissing, rowsPerPage, toPageKey, type TreePages } from './tree-rows.ts';

const nodeOf = (pointer: string, children = 0): TreeNode => ({
  pointer,
  key: pointer.split('/').at(-1) ?? '',
  kind: children > 0 ? 'list' : 'number',
  sliceType: null,
  preview: '',
  isCut: false,
  children,
  bytes: 1,
});
const pages: TreePages = new Map([
  [toPageKey('', 0), { children: [nodeOf('/a', 450), nodeOf('/b'), nodeOf('/c', 2)], total: 3 }],
  [toPageKey('/a', 1), { children: Array.from({ length: rowsPerPage }, (_, at) => nodeOf(`/a/${at + rowsPerPage}`)), total: 450 }],
]);

it('gives lines of what is opened their place, loaded or not', () => {
  expect(computeTreeRows(new Map(), new Set(['/a']))).toEqual([]);
  expect(computeTreeRows(pages, new Set()).map(({ node }) => node?.pointer)).toEqual(['/a', '/b', '/c']);
  const rows = computeTreeRows(pages, new Set(['/a', '/b']));
  expect(rows).toHaveLength(453);
  expect(rows[1]).toMatchObject({ parent: '/a', index: 0, level: 2, siblings: 450, node: null });
  expect(rows[201]?.node?.pointer).toBe('/a/200');
  expect(rows[451]?.node?.pointer).toBe('/b');
});

it('asks for the windows of the lines that wait, each once', () => {
  const rows = computeTreeRows(pages, new Set(['/a', '/c']));
  expect(listMissing(rows)).toEqual([
    { parent: '/a', page: 0 },
    { parent: '/a', page: 2 },
    { parent: '/c', page: 0 },
  ]);
});

it('names what is around a value', () => {
  expect(listAncestors('/slices/3/items')).toEqual(['/slices', '/slices/3']);
  expect(listAncestors('/slices')).toEqual([]);
  expect(listAncestors('')).toEqual([]);
});

it('finds the same value in a snapshot in which its slice stands elsewhere', () => {
  const slicesOf = (...types: string[]): TreePages =>
    new Map([
      [
        toPageKey('/slices', 0),
        { children: types.map((type, at) => ({ ...nodeOf(`/slices/${at}`, 3), sliceType: type })), total: types.length },
      ],
    ]);
  const [before, now] = [slicesOf('Note', 'Plan'), slicesOf('Answer', 'Note', 'Plan')];
  expect(moveToSlices('/slices/1/items/0', before, now)).toBe('/slices/2/items/0');
  expect(moveToSlices('/slices/0', now, before)).toBeNull();
  expect(moveToSlices('/tags/tag', before, now)).toBe('/tags/tag');
  expect(moveToSlices('/slices/1', new Map(), now)).toBe('/slices/1');
  expect(findSlice(now, 'Plan')).toBe('/slices/2');
  expect(findSlice(now, 'None')).toBeNull();
});
