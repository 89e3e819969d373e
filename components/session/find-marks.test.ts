import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsMark, makeFindPattern, splitMarks } from './find-marks.ts';

const print = (text: string, wanted: string | null, phrases?: string[]) =>
  splitMarks(text, makeFindPattern(wanted, phrases))
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('splitMarks', () => {
  it('marks every occurrence, whatever its case', () => {
    expect(print('Köln, KÖLN and köl', 'köln')).toBe('[Köln], [KÖLN] and köl');
    expect(print('a.b axb', 'a.b')).toBe('[a.b] axb');
    expect(print('nothing', null)).toBe('nothing');
    expect(print('', 'x')).toBe('');
  });
  it('takes any text as it is, and loses none of what it looks into', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', minLength: 1 }), (text, wanted) => {
        const whole = `${text}${wanted}${text}`;
        const pattern = makeFindPattern(wanted);
        const parts = splitMarks(whole, pattern);
        expect(parts.map((part) => part.text).join('')).toBe(whole);
        expect(holdsMark(whole, pattern)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
  it('marks the words of a search where they stand by themselves', () => {
    const phrases = ['lock', 'no such table', 'auth*', 'a.b', '東京'];
    expect(print('The lock, unlocked. LOCK_FILE', 'lock', [])).toBe('The [lock], un[lock]ed. [LOCK]_FILE');
    expect(print('Migration: lock, unlocked. LOCK_FILE', 'migration', phrases)).toBe('[Migration]: [lock], unlocked. [LOCK]_FILE');
    expect(print('no such\n table, no tables; authentication, auth', 'x', phrases)).toBe(
      '[no such\n table], no tables; [authentication], [auth]',
    );
    expect(print('a.b a-b ab 今東京都', 'x', phrases)).toBe('[a.b] [a-b] ab 今[東京]都');
    expect(print('lock', null, phrases)).toBe('lock');
  });
  it('marks words whatever their accents, where they stand in the original text', () => {
    expect(print('Le Café, CAFE, cafe\u0301; cafés', 'x', ['cafe'])).toBe('Le [Café], [CAFE], [cafe\u0301]; cafés');
    expect(print('Cafe, Việt Nam, caférie', 'x', ['café*', 'Viet Nam'])).toBe('[Cafe], [Việt Nam], [caférie]');
    // The index keeps accents of other scripts.
    expect(print('мой мои', 'x', ['мои'])).toBe('мой [мои]');
  });
  it('shares the marks: a frequent word leaves some to the rarer ones', () => {
    const parts = splitMarks(`${'the '.repeat(200)}lock, ${'a table '.repeat(30)}`, makeFindPattern('the', ['the', 'lock', 'table']));
    const marked = parts.filter((part) => part.marked).map((part) => part.text);
    expect(marked).toHaveLength(40);
    expect(marked.filter((text) => text === 'lock')).toHaveLength(1);
    expect(marked.filter((text) => text === 'table').length).toBeGreaterThan(15);
    const many = Array.from({ length: 60 }, (_, at) => `word${at}`);
    expect(print(many.join(' '), 'x', many)).toBe(many.map((word) => `[${word}]`).join(' '));
  });
  it('marks at most forty', () => {
    expect(splitMarks('e'.repeat(1_000), makeFindPattern('e')).filter((part) => part.marked)).toHaveLength(40);
  });
});
