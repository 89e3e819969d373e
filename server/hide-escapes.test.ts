import { expect, it } from 'vitest';
import { hideEscapes } from './hide-escapes.ts';

it('lets others log no control characters', () => {
  const lines: unknown[][] = [];
  const write = (...values: unknown[]) => void lines.push(values);
  const own = { ...console, error: write, log: write };
  hideEscapes(own);
  own.error('Failed to find Server Action "\u009b2Jx\u001b]0;title\u0007".');
  own.log('%s of %d', '\u001b[31ma\r\u0000', 2);
  expect(lines).toEqual([
    ['%s', 'Failed to find Server Action "x".'],
    ['%s', 'a␍␀ of 2'],
  ]);
});
