import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quote } from './quote.ts';

describe('a value that an error quotes', () => {
  it('is told as it is where it is short, and by its kind where it nests', () => {
    expect([quote('urgent'), quote(7), quote(null), quote(true), quote([['x']]), quote({ a: 1 })]).toEqual([
      '"urgent"',
      '7',
      'null',
      'true',
      'a list',
      'an object',
    ]);
  });

  it('is never long, whole in its characters, and hides nothing', () => {
    expect(quote('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(78)}…`);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const quoted = quote(text);
        expect(quoted.length).toBeLessThanOrEqual(80);
        expect(() => encodeURIComponent(quoted)).not.toThrow();
      }),
    );
    expect(quote('👩'.repeat(200))).toMatch(/^"(?:👩)+…$/u);
  });
});
