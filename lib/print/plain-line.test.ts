import { expect, it } from 'vitest';
import { stripInlineMarks, toPlainLine } from './plain-line.ts';

it.each([
  ['## Fix the **build** with `npm ci`', 'Fix the build with npm ci'],
  ['**Important:** read [the guide](docs/guide.md "Guide") first', 'Important: read the guide first'],
  ['Fix *all* of it, _right now_, ~~later~~', 'Fix all of it, right now, later'],
  ['**use `a*b*c` and *this* too**, ***now***', 'use a*b*c and this too, now'],
  ['> - [ ] Add a test', 'Add a test'],
  ['# Plan\n\n- Read `src/**/*.ts`\n- Fix it', 'Plan Read src/**/*.ts Fix it'],
  ['这是**粗体**文字', '这是粗体文字'],
  ['1. Build it', '1. Build it'],
  ['```python\nprint(1)\n```\nWhy?', 'print(1) Why?'],
  ['```python', 'python'],
  ['![diagram](a.png)', 'diagram'],
])('shows %j as the words %j', (text, words) => {
  expect(toPlainLine(text, 200)).toBe(words);
});

it.each([
  'Rename a_b_c and __init__ in _private.py and _other.py',
  'Lint *.ts, *.tsx and src/**/*.js **/test/** *.md',
  'rm foo*.o *.d',
  'Fix #123 and #124, >=3 of 4',
  '2 * 3 * 4 ** 5 and 2*x + 3*y',
  'def f(*args, **kwargs): g(*args, **kwargs)',
  'char *a, *b = *c; (*p)++ /* why */',
  'a[i](x) and Promise<string>',
  'cron */5 * * * * and SELECT count(*), * FROM t',
  'git reset HEAD~~ and ~/x',
  '-v --all',
  'C:\\*.txt and \\d+\\.\\d+',
  '--- a/file',
  '**',
  '#',
])('leaves %j as it is', (text) => {
  expect(toPlainLine(text, 200)).toBe(text);
});

it('cuts what is left, and shows blanks and control characters as a line', () => {
  expect(toPlainLine('**Build**\n\tit\u001b', 200)).toBe('Build it␛');
  expect(toPlainLine('**Build** it all', 9)).toBe('Build it…');
});

it('keeps a character that stands for code while marks go', () => {
  expect(stripInlineMarks('\uf8ff `a` **b** \uf8ff `c`')).toBe('\uf8ff a b \uf8ff c');
});

it.each(['*a ', '**a', '`', '_a b', '[a', '~~a', '[a](', '> '])('takes time that grows with the length: %j over and over', (part) => {
  const startedAtMs = performance.now();
  toPlainLine(part.repeat(20_000 / part.length), 200);
  expect(performance.now() - startedAtMs).toBeLessThan(1_000);
});
