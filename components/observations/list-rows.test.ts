import { describe, expect, test } from 'vitest';
import type { ObservationSeverity } from '@/lib/domain/observation.ts';
import {
  countHeadsBefore,
  findSessionName,
  findStep,
  findSuccessor,
  leftWithin,
  toListItems,
  type Heads,
  type ListItem,
} from './list-rows.ts';
import { buildRow } from './build-row.ts';

const rows = [buildRow('a', { severity: 'critical' }), buildRow('b'), buildRow('c'), buildRow('d', { severity: 'medium' })];

const heads = (collapsed: readonly ObservationSeverity[], more: Partial<Heads> = {}): Heads => ({
  collapsed: new Set(collapsed),
  awaited: new Set(),
  present: ['critical', 'high', 'medium'],
  descending: true,
  ...more,
});
const keysOf = (items: readonly ListItem[]) => items.map(({ key }) => key);

describe('toListItems', () => {
  test('rows stand under the head of their severity', () => {
    expect(keysOf(toListItems(rows, heads([])))).toEqual(['head-critical', 'a', 'head-high', 'b', 'c', 'head-medium', 'd']);
    const turned = heads([], { descending: false });
    expect(keysOf(toListItems(rows.toReversed(), turned))).toEqual(['head-medium', 'd', 'head-high', 'c', 'b', 'head-critical', 'a']);
  });

  test('a collapsed severity keeps its head alone, in its place, whether its rows are there or not', () => {
    const collapsed = ['head-critical', 'a', 'head-high', 'head-medium', 'd'];
    const items = toListItems(rows, heads(['high']));
    expect(keysOf(items)).toEqual(collapsed);
    expect(items[2]).toMatchObject({ kind: 'head', collapsed: true });
    expect(
      keysOf(
        toListItems(
          rows.filter(({ severity }) => severity !== 'high'),
          heads(['high']),
        ),
      ),
    ).toEqual(collapsed);
    expect(keysOf(toListItems(rows, heads(['high'], { present: ['critical', 'medium'] })))).toEqual([
      'head-critical',
      'a',
      'head-medium',
      'd',
    ]);
  });

  test('an expanded severity keeps its head until its rows are there; else one without rows has none', () => {
    const awaited = heads(['critical'], { awaited: new Set(['high']) });
    expect(keysOf(toListItems(rows.slice(3), awaited))).toEqual(['head-critical', 'head-high', 'head-medium', 'd']);
    expect(toListItems(rows.slice(3), awaited)[1]).toMatchObject({ collapsed: false });
    expect(keysOf(toListItems(rows.slice(3), heads(['critical'])))).toEqual(['head-critical', 'head-medium', 'd']);
    expect(keysOf(toListItems(rows.slice(3), { ...awaited, present: ['medium'] }))).toEqual(['head-medium', 'd']);
  });

  test('sorted by anything else there are no heads', () => {
    expect(keysOf(toListItems(rows, null))).toEqual(['a', 'b', 'c', 'd']);
  });
});

test('heads above rows that are not kept are counted: open ones, in the order of the list', () => {
  const late = toListItems(rows.slice(3), heads([]));
  expect(countHeadsBefore(late, heads([]))).toBe(2);
  expect(countHeadsBefore(late, heads(['high']))).toBe(1);
  expect(countHeadsBefore(late, heads([], { descending: false }))).toBe(0);
  expect(countHeadsBefore(toListItems(rows, null), null)).toBe(0);
});

describe('what left the list', () => {
  const without = (...keys: string[]) => rows.filter(({ key }) => !keys.includes(key));

  test('gives its place to the next below, else to the next above', () => {
    expect(findSuccessor(rows, 'b', without('b'))?.key).toBe('c');
    expect(findSuccessor(rows, 'b', without('b', 'c'))?.key).toBe('d');
    expect(findSuccessor(rows, 'd', without('d', 'c'))?.key).toBe('b');
    expect(findSuccessor(rows, 'b', [])).toBeNull();
    expect(findSuccessor([], 'gone', rows)?.key).toBe('a');
  });

  test('is known to have left between others; at an end it may be on a page that is not kept', () => {
    expect(leftWithin(rows, 'b', without('b'))).toBe(true);
    expect(leftWithin(rows, 'd', without('d'))).toBe(false);
    expect(leftWithin(rows, 'b', without('a', 'b'))).toBe(false);
    expect(leftWithin(rows, 'b', rows)).toBe(false);
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

test('a session is named by its title, or by the beginning of its id', () => {
  expect(findSessionName({ sessionId: 'd6mmrlj', sessionTitle: ' Split\n the entries ' })).toBe('Split the entries');
  expect(findSessionName({ sessionId: 'd6mmrlj2345abcdefghijklmno', sessionTitle: null })).toBe('Session d6mmrlj2');
  expect(findSessionName({ sessionId: 'd6mmrlj2345abcdefghijklmno', sessionTitle: '  ' })).toBe('Session d6mmrlj2');
  expect(findSessionName({ sessionId: null, sessionTitle: null })).toBeNull();
});
