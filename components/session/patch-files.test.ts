import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePatch } from './patch-files.ts';

const text = [
  '*** Begin Patch',
  '*** Update File: src/a.ts',
  '*** Move to: src/b.ts',
  '@@ class A',
  ' one',
  '-two',
  '+three',
  '',
  '@@',
  '-x',
  '*** Add File: c.txt',
  '+first',
  '+second',
  '*** Delete File: d.txt',
  '*** End Patch',
  '',
].join('\n');

const files = [
  {
    path: 'src/a.ts',
    action: 'update',
    movedTo: 'src/b.ts',
    hunks: [
      { title: 'class A', firstBefore: null, firstAfter: null, lines: [' one', '-two', '+three', ' '] },
      { title: '', firstBefore: null, firstAfter: null, lines: ['-x'] },
    ],
  },
  {
    path: 'c.txt',
    action: 'add',
    movedTo: null,
    hunks: [{ title: '', firstBefore: null, firstAfter: null, lines: ['+first', '+second'] }],
  },
  { path: 'd.txt', action: 'delete', movedTo: null, hunks: [] },
];

describe('parsePatch', () => {
  it('reads a text of several files, as arguments or in one of them', () => {
    for (const params of [text, { input: text }, { patch: text }, { command: ['apply_patch', text] }])
      expect(parsePatch(JSON.stringify(params))).toEqual(files);
  });

  it('reads what a shell gives to apply_patch', () => {
    const script = `cd /srv && apply_patch <<'EOF'\n${text}EOF\n`;
    expect(parsePatch(JSON.stringify({ command: ['bash', '-lc', script] }))).toEqual(files);
    expect(parsePatch(JSON.stringify({ command: ['bash', '-lc', 'grep -r "*** Begin Patch" .'] }))).toEqual([]);
  });

  it('reads changes by file', () => {
    const diff = '--- a\n+++ b\n@@ -3,2 +4,3 @@ fn main\n same\n-old\n+new\n+more\n\\ No newline at end of file\n';
    const changes = {
      '/r/u.rs': { type: 'update', unified_diff: diff, move_path: '/r/v.rs' },
      '/r/a.txt': { type: 'add', content: 'a\nb\n' },
      '/r/old.txt': { delete: { content: 'gone' } },
    };
    expect(parsePatch(JSON.stringify({ changes }))).toEqual([
      {
        path: '/r/u.rs',
        action: 'update',
        movedTo: '/r/v.rs',
        hunks: [{ title: 'fn main', firstBefore: 3, firstAfter: 4, lines: [' same', '-old', '+new', '+more'] }],
      },
      { path: '/r/a.txt', action: 'add', movedTo: null, hunks: [{ title: '', firstBefore: 1, firstAfter: 1, lines: ['+a', '+b'] }] },
      { path: '/r/old.txt', action: 'delete', movedTo: null, hunks: [{ title: '', firstBefore: 1, firstAfter: 1, lines: ['-gone'] }] },
    ]);
    expect(parsePatch(JSON.stringify({ changes: [{ path: 'x', kind: 'add' }, 7] }))).toEqual([
      { path: 'x', action: 'add', movedTo: null, hunks: [] },
    ]);
  });

  it('is empty for anything else', () => {
    for (const params of ['', '{"changes":', '{}', '"*** End"', '{"command":"ls"}', '[]', 'null']) expect(parsePatch(params)).toEqual([]);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        parsePatch(JSON.stringify({ changes: value, input: value, command: value }));
      }),
    );
  });
});
