import { describe, expect, test } from 'vitest';
import { findStep, toListItems } from './list-rows.ts';
import { makeRow } from './make-row.ts';

const rows = [makeRow('a', { severity: 'critical' }), makeRow('b'), makeRow('c'), makeRow('d', { severity: 'medium' })];

describe('toListItems', () => {
  test('rows stand under the head of their severity', () => {
    expect(toListItems(rows, new Set()).map(({ key }) => key)).toEqual(['head-critical', 'a', 'head-high', 'b', 'c', 'head-medium', 'd']);
  });

  test('a folded severity keeps its head alone', () => {
    const items = toListItems(rows, new Set(['high']));
    expect(items.map(({ key }) => key)).toEqual(['head-critical', 'a', 'head-high', 'head-medium', 'd']);
    expect(items[2]).toMatchObject({ kind: 'head', folded: true });
  });

  test('sorted by anything else there are no heads', () => {
    expect(toListItems(rows, null).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('findStep', () => {
  test('goes on and back, and stays at the ends', () => {
    expect(findStep(rows, 'b', 1)?.key).toBe('c');
    expect(findStep(rows, 'b', -1)?.key).toBe('a');
    expect(findStep(rows, 'd', 1)?.key).toBe('d');
    expect(findStep(rows, 'a', -1)?.key).toBe('a');
  });

  test('from something that is not listed, to the first', () => {
    expect(findStep(rows, 'gone', 1)?.key).toBe('a');
    expect(findStep([], null, 1)).toBeNull();
  });
});
