import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeColumns, cutColumns, fitColumns } from './columns.ts';
import { toVisibleText } from './visible-text.ts';

describe('columns of a terminal', () => {
  it('are two for wide characters and emoji, none for what is drawn over another', () => {
    expect(['abc', '日本', '👩‍💻', 'é', 'e\u0301', '한글', ''].map(computeColumns)).toEqual([3, 4, 2, 1, 1, 4, 0]);
  });

  it('are cut between characters', () => {
    expect(['abcdef', '日本語', '日本', 'abcd', 'a👩‍💻👩‍💻'].map((text) => cutColumns(text, 4))).toEqual([
      'abc…',
      '日…',
      '日本',
      'abcd',
      'a👩‍💻…',
    ]);
    expect([cutColumns('abc', 0), cutColumns('abc', 1), cutColumns('', 0)]).toEqual(['', '…', '']);
  });

  it('are filled to the last, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, columns) => {
        const visible = toVisibleText(text).replace(/\s+/gu, ' ');
        expect(computeColumns(fitColumns(visible, columns))).toBe(columns);
      }),
    );
  });
});
