import { describe, expect, it } from 'vitest';
import { parseYaml } from './parse-yaml.ts';

const read = (text: string, firstLine?: number) => {
  const yaml = parseYaml(text, firstLine);
  if ('problems' in yaml) throw new Error(JSON.stringify(yaml.problems));
  return yaml;
};
const problemsOf = (text: string, firstLine?: number) => {
  const yaml = parseYaml(text, firstLine);
  return 'problems' in yaml ? yaml.problems.map(({ line, message }) => `${line ?? '–'} ${message}`) : [];
};

describe('parseYaml', () => {
  it('knows the line of each key, in a part of a file, too', () => {
    const text = 'a:\n  - b: 1\n    c:\n      - 2\n';
    expect(read(text).value).toEqual({ a: [{ b: 1, c: [2] }] });
    expect([['a'], ['a', 0, 'c'], ['a', 0, 'c', 0], ['a', 0, 'missing']].map(read(text).findLine)).toEqual([1, 3, 4, 2]);
    expect(read(text, 10).findLine(['a', 0, 'c'])).toBe(12);
    expect(read('').findLine(['a'])).toBeNull();
  });

  it('takes what an anchor holds', () => {
    expect(read('a: &a { x: 1, y: 2 }\nb: { <<: *a, y: 3 }\n').value).toMatchObject({ b: { x: 1, y: 3 } });
    expect(Object.keys(read('__proto__: { x: 1 }\n').value as object)).toEqual(['__proto__']);
  });

  it.each([
    ['an open list', 'a: [\n', /^11 .*\./u],
    ['a key with line ends twice', '"a\\rb\\nc": 1\n"a\\rb\\nc": 2\n', /^11 Keys must be unique; a b c appears twice\.$/u],
    ['a key twice', 'a: 1\nb: 2\na: 3\n', /^12 Keys must be unique; a appears twice\.$/u],
    ['two documents', 'a: 1\n---\nb: 2\n', /^1\d .*documents/u],
    ['deep nesting', `a:\n${'['.repeat(5_000)}`, /^11 This is nested more than 100 levels deep\./u],
    ['an alias of nothing', 'a: *b\n', /^10 .*\bb\b/u],
    ['an alias within its anchor', 'a: &a [*a, *a]\n', /^10 With its aliases, this is nested more than 100 levels deep/u],
    ['an anchor that merges itself', 'a: &a { <<: *a }\n', /^10 .*alias/u],
  ])('reports %s', (_, text, expected) => {
    expect(problemsOf(text, 10)[0]).toMatch(expected);
  });
});
