import { expect, test } from 'vitest';
import { splitExcerpt } from './split-excerpt.ts';

test('matches and the text between them', () => {
  expect(splitExcerpt('no such table', [[3, 7]])).toEqual([
    { text: 'no ', from: 0, isMatch: false },
    { text: 'such', from: 3, isMatch: true },
    { text: ' table', from: 7, isMatch: false },
  ]);
  expect(splitExcerpt('lock', [[0, 4]])).toEqual([{ text: 'lock', from: 0, isMatch: true }]);
  expect(splitExcerpt('', [])).toEqual([]);
});

test('ranges that overlap or lie outside', () => {
  const texts = splitExcerpt('abcdef', [
    [1, 3],
    [2, 4],
    [4, 4],
    [5, 9],
  ]).map(({ text }) => text);
  expect(texts).toEqual(['a', 'bc', 'def']);
});
