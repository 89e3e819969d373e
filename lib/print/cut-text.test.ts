import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clipText, cutText } from './cut-text.ts';

test('a text is cut at its limit, and left alone below it', () => {
  expect(cutText('abcdef', 3)).toBe('abc');
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abc', -1)).toBe('');
  expect(clipText('abcdef', 3)).toBe('ab…');
  expect(clipText('abc', 3)).toBe('abc');
});

test('a character of two units is never halved', () => {
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(clipText('ab😀cd', 4)).toBe('ab…');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, most) => {
      const cut = cutText(text, most);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut).not.toMatch(/[\ud800-\udbff]$/u);
    }),
  );
});
