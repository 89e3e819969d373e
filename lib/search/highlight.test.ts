import { expect, it } from 'vitest';
import { excerptChars, toExcerpt } from './highlight.ts';
import { parseQuery } from './query.ts';

const mark = (text: string, query: string): string => {
  const { excerpt, ranges } = toExcerpt(text, parseQuery(query, 0).terms);
  return ranges
    .toReversed()
    .reduce((marked, [start, end]) => `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`, excerpt);
};

it('marks what matches, as the index matches it', () => {
  expect(mark('The Lock, locked: lock_file', 'lock')).toBe('The [Lock], locked: [lock]_file');
  expect(mark('locks locked unlock', 'lock*')).toBe('[locks] [locked] unlock');
  expect(mark('no such table; no such', '"no such table"')).toBe('[no such table]; no such');
  expect(mark('call parse_args() or parse-args', 'parse_args')).toBe('call [parse_args]() or [parse-args]');
  expect(mark('Café CAFE cafe\u0301s cafés', 'cafe')).toBe('[Café] [CAFE] cafe\u0301s cafés');
  expect(mark('man\u0303ana mañana', 'manana')).toBe('[man\u0303ana] [mañana]');
  // The index keeps accents of other scripts, but not their case.
  expect(mark('мой МОИ; άλφα ΆΛΦΑ αλφα', 'мои Άλφα')).toBe('мой [МОИ]; [άλφα] [ΆΛΦΑ] αλφα');
  expect(mark('ΟΔΟΣ οδος οδός', 'οδος')).toBe('[ΟΔΟΣ] [οδος] οδός');
  expect(mark('हिन्दी हिन हीन', 'हिन')).toBe('[हिन]्दी [हिन] [हीन]');
  expect(mark('日本語のテスト login', 'テスト login')).toBe('日本語の[テスト] [login]');
  expect(mark('한글 검색 lock İstanbul lock', '검색 lock istanbul')).toBe('한글 [검색] [lock] [İstanbul] [lock]');
  expect(mark('ab a_b a b', 'a_b')).toBe('ab [a_b] [a b]');
  expect(mark('locked lock', 'lock loc*')).toBe('[locked] [lock]');
  expect(mark('a b c', 'b -c')).toBe('a [b] c');
  expect(mark('𝒳 lock 🚀 lock', 'lock')).toBe('𝒳 [lock] 🚀 [lock]');
});

it('cuts where most different words are close together', () => {
  const text = `lock\n${'x '.repeat(600)}\nthe migration failed with a lock\n${'y '.repeat(600)}`;
  const marked = mark(text, 'migration lock failed');
  expect(marked).toMatch(/^…the \[migration\] \[failed\] with a \[lock\]\ny y/u);
  expect(toExcerpt(text, parseQuery('migration', 0).terms).excerpt.length).toBeLessThanOrEqual(excerptChars + 2);
  expect(mark('short', 'none')).toBe('short');
  expect(mark('z'.repeat(1_000), 'none')).toBe(`${'z'.repeat(excerptChars)}…`);
});

it('takes time that is linear in the text', () => {
  const { terms } = parseQuery('"a b c d" lock* x_y', 0);
  const text = 'a '.repeat(400_000);
  const from = performance.now();
  toExcerpt(text, terms);
  expect(performance.now() - from).toBeLessThan(2_000);
});
