import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxAnswerChars, toBoundedJson, toBoundedText } from './bound-json.ts';

describe('what a tool answers', () => {
  it('stands as it is where it is short', () => {
    const value = { a: ['x'.repeat(20_000), null, 1.5], b: { c: true } };
    expect(JSON.parse(toBoundedJson(value))).toEqual(value);
  });

  it('says what was cut of a long text, and is JSON still', () => {
    const parsed = JSON.parse(toBoundedJson({ short: 'a', long: 'x'.repeat(1_000_000) })) as Record<string, string>;
    expect(parsed.short).toBe('a');
    expect(parsed.long).toContain('(truncated; 1000000 characters)');
  });

  it('is bounded, whatever there is', () => {
    const texts = fc.array(fc.string({ minLength: 0, maxLength: 400 }), { maxLength: 300 });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(texts, fc.array(texts, { maxLength: 40 })), { maxKeys: 300 }), (value) => {
        expect(toBoundedJson(value).length).toBeLessThanOrEqual(maxAnswerChars);
      }),
      { numRuns: 30 },
    );
    expect(toBoundedJson(Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => 'x'.repeat(300)))).length).toBeLessThanOrEqual(
      maxAnswerChars,
    );
    expect(toBoundedText('x'.repeat(100_000))).toHaveLength(maxAnswerChars);
  });
});
