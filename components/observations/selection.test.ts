import { describe, expect, test } from 'vitest';
import { buildRow } from './build-row.ts';
import { countSelected, extendTo, isAnchorLost, isSelected, noSelection, toggleRow, type Selection } from './selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e'].map((key, at) => buildRow(key, { version: at }));
const rowOf = (key: string) => rows.find((row) => row.key === key) ?? buildRow(key);
const keysOf = (selection: Selection) => rows.filter(({ key }) => isSelected(selection, key)).map(({ key }) => key);

describe('a selection', () => {
  test('takes a row in with the version that was seen, and out again', () => {
    const one = toggleRow(noSelection, rowOf('b'), rows);
    expect(one).toMatchObject({ versions: new Map([['b', 1]]), anchor: 'b' });
    expect(countSelected(toggleRow(one, rowOf('b'), rows))).toBe(0);
  });

  test('extends from where it began, in both directions', () => {
    const began = toggleRow(noSelection, rowOf('c'), rows);
    expect(keysOf(extendTo(began, rowOf('e'), rows))).toEqual(['c', 'd', 'e']);
    expect(keysOf(extendTo(began, rowOf('a'), rows))).toEqual(['a', 'b', 'c']);
  });

  test('extends from the current row where nothing is selected', () => {
    expect(keysOf(extendTo(noSelection, rowOf('c'), rows, 'b'))).toEqual(['b', 'c']);
  });

  test('where it began is not loaded any more, takes the row alone and begins anew there', () => {
    const began: Selection = { kind: 'rows', versions: new Map([['z', 1]]), anchor: 'z' };
    expect(isAnchorLost(began, rows)).toBe(true);
    const one = extendTo(began, rowOf('b'), rows);
    expect(one).toMatchObject({ anchor: 'b' });
    expect(countSelected(one)).toBe(2);
    expect(keysOf(extendTo(one, rowOf('d'), rows))).toEqual(['b', 'c', 'd']);
    expect(isAnchorLost(one, rows)).toBe(false);
    expect(isAnchorLost(noSelection, rows)).toBe(false);
  });

  test('of all that match, a row that is taken out leaves those that are listed', () => {
    const all: Selection = { kind: 'all', total: 30, resultSetHash: '30-x' };
    expect(countSelected(all)).toBe(30);
    expect(isSelected(all, 'anything')).toBe(true);
    expect(keysOf(toggleRow(all, rowOf('b'), rows))).toEqual(['a', 'c', 'd', 'e']);
  });
});
