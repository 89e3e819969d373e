import { expect, test } from 'vitest';
import { readSeveritiesIn, readStatesIn } from './read-words.ts';

test('an address says statuses and severities by all words of the query', () => {
  expect(readStatesIn('resolved')).toEqual(['fixed', 'false_positive', 'wont_fix', 'stale']);
  expect(readStatesIn('unresolved')).toHaveLength(3);
  expect(readStatesIn('wont_fix,open')).toEqual(['open', 'wont_fix']);
  expect(readStatesIn('all')).toEqual([]);
  expect(readSeveritiesIn('>=medium')).toEqual(['critical', 'high', 'medium']);
  expect(readSeveritiesIn('all')).toEqual([]);
});

test('what is not known is left out; nothing known is not everything', () => {
  expect(readStatesIn('open,done')).toEqual(['open']);
  expect(readStatesIn('done')).toBeNull();
  expect(readSeveritiesIn('')).toBeNull();
});
