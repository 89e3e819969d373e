import { expect, test } from 'vitest';
import type { SearchHit } from '@/lib/domain/search.ts';
import { listMatchKeys } from './hit-keys.ts';

const makeHit = (hit: Pick<SearchHit, 'kind' | 'sessionId' | 'recordId' | 'observationId'>): SearchHit => ({
  seq: null,
  callIndex: null,
  tool: null,
  outcome: null,
  takenBack: false,
  atMs: null,
  score: null,
  excerpt: '',
  ranges: [],
  session: null,
  ...hit,
});

test('each match has a key of its own, also a summary and its prompt', () => {
  const inSession = { sessionId: 's', observationId: null };
  const keys = listMatchKeys({
    hits: [
      makeHit({ ...inSession, kind: 'prompt', recordId: 'r' }),
      makeHit({ ...inSession, kind: 'summary', recordId: 'r' }),
      makeHit({ ...inSession, kind: 'prompt', recordId: 'other' }),
      makeHit({ kind: 'observation', sessionId: null, recordId: null, observationId: 'r' }),
    ],
  });
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(5);
  expect(listMatchKeys({ hits: [] })).toEqual([]);
});
