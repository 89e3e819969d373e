import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { findGlobProblem, makeGlobMatcher } from './glob.ts';

const matches = (path: string, ...patterns: string[]) => makeGlobMatcher(patterns)(path);

describe('makeGlobMatcher', () => {
  it.each<[pattern: string, yes: string[], no: string[]]>([
    ['*.ts', ['a.ts', '.ts', 'ä.ts', 'a\nb.ts'], ['a.tsx', 'src/a.ts']],
    ['src/*', ['src/a', 'src/.env'], ['src/a/b', 'src']],
    ['**', ['a', 'a/b', '.a/.b'], []],
    ['**/*.py', ['a.py', 'src/a.py', 'src/.deep/a.py'], ['a.pyc']],
    ['src/**/a.py', ['src/a.py', 'src/x/y/a.py'], ['src/xa.py', 'a.py']],
    ['src/**', ['src/a', 'src/x/y', 'src'], ['srcs', 'lib/src']],
    ['src/**/**', ['src/a', 'src/x/y'], ['srcs']],
    ['*/**', ['src/a', 'src/x/y'], ['a.py']],
    ['a**z', ['az', 'abz'], ['a/z']],
    ['**z', ['z', 'az'], ['a/z']],
    ['a?c', ['abc', 'a😀c'], ['ac', 'a/c']],
    ['[a-c].x', ['b.x', '[a-c].x'], ['d.x', '-.x']],
    ['[!a-c].x', ['d.x'], ['b.x', '/.x']],
    ['[^a]/x', ['b/x'], ['a/x']],
    ['[]x]', [']', 'x'], ['[']],
    ['[\\]x]', [']', 'x'], ['\\']],
    ['[[:digit:]_]', ['7', '_'], ['x', ':']],
    ['[0-9]+.log', ['2024.log'], ['.log', '+.log']],
    ['app/[id]/*.tsx', ['app/[id]/page.tsx', 'app/i/page.tsx'], ['app/id/page.tsx']],
    ['app/(shop)/page.tsx', ['app/(shop)/page.tsx', 'app/shop/page.tsx'], []],
    ['*.{ts,tsx}', ['a.ts', 'a.tsx'], ['a.js']],
    ['{src,lib/{a,b}}/*', ['src/x', 'lib/a/x', 'lib/b/x'], ['lib/x']],
    ['a{,b}', ['a', 'ab'], ['b']],
    ['{a..c}{3..1}', ['a1', 'c3'], ['d1', 'a4']],
    ['{a}', ['{a}'], ['a']],
    ['{src/**,*.md}', ['src/x/y', 'a.md'], ['x/a.md']],
    ['@(a|b)/?(c)*(d).x', ['a/.x', 'b/cdd.x'], ['c/.x', 'a/cc.x']],
    ['+(ab).x', ['abab.x'], ['.x', 'aba.x']],
    ['(a|b)?.x', ['a.x', '.x'], ['ab.x']],
    ['\\*\\{a\\}', ['*{a}'], ['x{a}']],
    ['$^.+', ['$^.+'], ['$^x+']],
    ['./src/*', ['src/a'], ['a']],
  ])('reads %s', (pattern, yes, no) => {
    expect(findGlobProblem(pattern)).toBeNull();
    expect(yes.filter((path) => !matches(path, pattern))).toEqual([]);
    expect(no.filter((path) => matches(path, pattern))).toEqual([]);
  });

  it('takes away what a pattern with ! matches, wherever it stands', () => {
    expect(matches('a.ts', '!*.test.ts', '*.ts')).toBe(true);
    expect(matches('a.test.ts', '!*.test.ts', '*.ts')).toBe(false);
    expect(matches('src/a.ts', '**', '!./src/**')).toBe(false);
  });

  it.each([
    ['src/!(a).ts', 'has !('],
    ['!!a', 'begins with several !'],
    ['(?!a)b', 'has (?'],
    ['src\\lib', 'has a backslash'],
    ['[\\d]', 'has a backslash'],
    ['a\\', 'has a backslash'],
    ['{1..10}', 'has a range of longer names'],
    ['{1..9..2}', 'has a range of longer names'],
    ['"a"', 'has a quotation mark'],
    ['a|b', 'has | outside of ( )'],
    ['{a,b', 'has { without }'],
    ['(a', 'has ( without )'],
    ['[z-a]', 'invalid character class range'],
  ])('has no meaning for %s', (pattern, problem) => {
    expect(findGlobProblem(pattern)).toContain(problem);
  });

  it('finds a problem in any other text, or takes it', () => {
    const part = fc.constantFrom(
      '*',
      '**',
      '/',
      '?',
      '[',
      ']',
      '!',
      '{',
      '}',
      ',',
      '(',
      ')',
      '|',
      '+',
      '@',
      '\\',
      '..',
      'a',
      'é',
      '-',
      '^',
      ':',
      '"',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.array(part, { maxLength: 10 }), (pattern, path) => {
        const glob = pattern.join('');
        if (findGlobProblem(glob) === null) expect(matches(path.join(''), glob, 'b')).toBeTypeOf('boolean');
      }),
      fuzz(300),
    );
  });
});

/** As long as a bundle may have them. */
const repeat = (part: string): string => part.repeat(Math.floor(490 / part.length));

it.each([
  ...['a*', '*a', '?*', '**/', '*/', 'a/**/', '{a,b}', '{a*,*b}', '*{a,aa}*', '[a-c]*', '+(a)', '*(a|aa)', '(a+|b)', '@(a*|*a)'].map(
    repeat,
  ),
  `${'+('.repeat(150)}a${')'.repeat(150)}`,
  `${'{*,'.repeat(120)}a${'}'.repeat(120)}`,
])('takes linear time for src/%szz.txt', (pattern) => {
  const startedAt = performance.now();
  const isMatch = makeGlobMatcher([`src/${pattern}zz.txt`]);
  for (const path of ['a'.repeat(4_000), 'a/'.repeat(2_000), `${'ab'.repeat(2_000)}.txt`]) expect(isMatch(`src/${path}`)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
