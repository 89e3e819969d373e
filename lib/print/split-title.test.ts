import { expect, test } from 'vitest';
import { splitTitle } from './split-title.ts';

test('what a title says of what it names stays whole', () => {
  expect(splitTitle('Read /home/demo/notes.py: same result, 6 times')).toEqual(['Read /home/demo/notes.py', ': same result, 6 times']);
  expect(splitTitle('mcp__github__get_pull_request: asked 7 times, always the same answer')).toEqual([
    'mcp__github__get_pull_request',
    ': asked 7 times, always the same answer',
  ]);
  expect(splitTitle('Bash npm test: 3 failures: same failure, 8 times')[1]).toBe(': same failure, 8 times');
});

test('of an error nothing is cut for what is said about it', () => {
  for (const title of [
    '/bin/bash: line 1: cargo: command not found: the first of 6 failures in a row',
    'Cannot find module #db/client: 6 failures in a row, all alike',
    'connect ECONNREFUSED 127.0.0.1:5432: a service did not answer, 3 of 5 times',
  ])
    expect(splitTitle(title)).toEqual([title, '']);
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
