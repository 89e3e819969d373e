import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, clipPath } from './clip.ts';

const toBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;
const anyText = fc.string({ unit: 'binary', maxLength: 300 });

describe('clip and clipPath', () => {
  it('are never longer than asked, in one line, and whole where there is room', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 16, max: 200 }), (text, maxBytes) => {
        for (const cut of [clip(text, maxBytes), clipPath(text, maxBytes)]) {
          expect(toBytes(cut)).toBeLessThanOrEqual(maxBytes);
          expect(cut).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
          if (/^[\w/ ]*$/u.test(text) && text.length <= maxBytes) expect(cut).toBe(text);
        }
      }),
    );
  });

  it('leave the end of a path, where its name stands', () => {
    const path = `/home/dev/${'deep/'.repeat(40)}parse-line.test.ts`;
    expect(clipPath(path, 60)).toBe(`/home/dev/de…${'deep/'.repeat(40).slice(-27)}parse-line.test.ts`);
    expect(clipPath('日本/'.repeat(30), 40)).toBe('日本/…/日本/日本/日本/日本/');
    expect(clipPath('a/b…', 16)).toBe('a/b…');
  });
});
