import { expect, it } from 'vitest';
import { findCode } from './code.ts';

const text = 'import db\n\ndef find(name):\n\tif name:\n\t\treturn  run("SELECT " + name)\n}\n';
const files = [
  { path: 'src/a.py', text },
  { path: 'lib/b.py', text: 'x = 1\n' },
  { path: 'app/b.py', text: 'x = 2\n' },
];
const at = (sourceRef: string | null, content = '') => findCode({ content, sourceRef }, files, '/work/app');

it.each([
  ['src/a.py:5', 'return run("SELECT " + name)'],
  ['/work/app/src/a.py#L5', 'return run("SELECT " + name)'],
  ['a.py (line 1)', 'import db'],
  ['src/a.py:1-6', 'import db\ndef find(name):\nif name:'],
  ['app/b.py:1', 'x = 2'],
  ['src/c.py:1, src/a.py:1', 'import db'],
])('finds the code of %s', (sourceRef, code) => {
  expect(at(sourceRef)).toBe(code);
});

it.each(['src/a.py', 'src/a.py:6', 'src/a.py:99', 'src/c.py:1', 'b.py:1', '12', null])('finds none of %s', (sourceRef) => {
  expect(at(sourceRef)).toBeNull();
});

it('cuts long lines', () => {
  expect(findCode({ content: '', sourceRef: 'a.js:1' }, [{ path: 'a.js', text: 'x'.repeat(5_000) }], null)).toHaveLength(300);
});
