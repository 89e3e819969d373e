import { expect, test } from 'vitest';
import { splitTitle } from './split-title.ts';

test('what a title says of what it names stays whole', () => {
  expect(splitTitle('Read /home/demo/notes.py: same result, 6 times')).toEqual(['Read /home/demo/notes.py', ': same result, 6 times']);
  expect(splitTitle('/bin/bash: line 1: ./bin/bundle: the last of 6 failures in a row')).toEqual([
    '/bin/bash: line 1: ./bin/bundle',
    ': the last of 6 failures in a row',
  ]);
});

test('a title that does not end so is cut at its end', () => {
  for (const title of [
    '6 of 6 calls failed, last sudo',
    'Grep: same result, 6 times',
    'Edited `a file of this name: here` by hand',
    `Something was said: ${'at length '.repeat(6)}`,
    '',
  ])
    expect(splitTitle(title)).toEqual([title, '']);
});
