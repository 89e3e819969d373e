import { expect, it } from 'vitest';
import { computeTotalTokens, printTokenParts } from './total-tokens.ts';
import { unknownTokens } from '@/lib/domain/tokens.ts';

it('adds what is known and knows what is not', () => {
  expect(computeTotalTokens(unknownTokens)).toBeNull();
  expect(computeTotalTokens({ ...unknownTokens, input: 0 })).toBe(0);
  expect(computeTotalTokens({ input: 1, cacheRead: 2, cacheWrite: null, output: 4, reasoning: 3 })).toBe(7);
  expect(printTokenParts({ input: 1_200, cacheRead: 2, cacheWrite: null, output: 4, reasoning: 3 })).toBe(
    '1,200 in, 2 from cache, – to cache, 4 out',
  );
});
