import { expect, it } from 'vitest';
import { computeEditDiffs, computeEditSize } from './edit-lines.ts';
import { makeToolCall } from './build-record.ts';

const drawn = (params: unknown, kind: 'edit' | 'shell' = 'edit') =>
  computeEditDiffs(makeToolCall({ kind, params: JSON.stringify(params) })).map(({ file, lines }) => [
    [file?.action, file?.path, file?.movedTo].filter(Boolean).join(' '),
    ...lines.map((line) => {
      const sign = { same: ' ', added: '+', removed: '-', cut: '…' }[line.kind];
      return `${line.before ?? ''}|${line.after ?? ''}|${sign}${line.parts.map((part) => part.text).join('')}`;
    }),
  ]);

it('draws each file of a patch as a diff of its own', () => {
  const patch = '*** Begin Patch\n*** Update File: a.ts\n@@ f\n one\n-two\n+three\n@@\n-x\n*** Add File: b.ts\n+new\n*** End Patch';
  const expected = [
    ['update a.ts', '||…f', '|| one', '||-two', '||+three', '||…', '||-x'],
    ['add b.ts', '||+new'],
  ];
  expect(drawn(patch)).toEqual(expected);
  expect(drawn({ command: ['apply_patch', patch] }, 'shell')).toEqual(expected);
  expect(computeEditSize(makeToolCall({ kind: 'edit', params: JSON.stringify(patch) }))).toEqual({ added: 2, removed: 2 });
});

it('numbers both sides of a unified diff', () => {
  const unified = '@@ -3,2 +5,2 @@\n same\n-old\n+new\n';
  expect(drawn({ changes: { 'a.ts': { type: 'update', unified_diff: unified, move_path: 'c.ts' } } })).toEqual([
    ['update a.ts c.ts', '3|5| same', '4||-old', '|6|+new'],
  ]);
});

it('has no size of changes that tell no lines', () => {
  const params = JSON.stringify({ changes: [{ path: 'a.ts', kind: 'add' }] });
  expect(computeEditSize(makeToolCall({ kind: 'edit', params }))).toBeNull();
});

it('has no diff of what is no patch', () => {
  expect(drawn({ command: 'ls' }, 'shell')).toEqual([]);
  expect(drawn({ old_string: 'a', new_string: 'b' })).toEqual([['', '||-a', '||+b']]);
});
