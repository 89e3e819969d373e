import { expect, it } from 'vitest';
import { observerEntry, defaultOutputPath } from './observer-config.ts';

const isPath = (output_path: string): boolean => observerEntry.safeParse({ observer: 'stall', output_path }).success;

it('takes Markdown files in folders below the agent alone', () => {
  expect([defaultOutputPath, 'notes/a b.md', 'a/b/c/d.md', 'a..b/c...md'].filter((one) => !isPath(one))).toEqual([]);
  const refused = [
    '',
    '.',
    '..',
    '/etc/x.md',
    '../x.md',
    'a/../x.md',
    'a/..',
    'C:\\x\\y.md',
    '\\\\host\\x.md',
    '~/x/y.md',
    'a\0/b.md',
    'CLAUDE.md',
    '.git/hooks/pre-commit',
    'a/.md/',
  ];
  expect(refused.filter(isPath)).toEqual([]);
});
