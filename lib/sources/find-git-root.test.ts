import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findGitRoot } from './find-git-root.ts';

let top = '';
beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'git-root-')));
});
afterEach(() => {
  rmSync(top, { recursive: true, force: true });
});

const put = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
  writeFileSync(path.join(top, file), text);
};
const find = (folder: string) => findGitRoot(path.join(top, folder));

it('finds the repository above a folder, also through a link', () => {
  put('shop/.git/HEAD', 'ref: refs/heads/main\n');
  put('shop/packages/api/a.ts', '');
  symlinkSync(path.join(top, 'shop/packages'), path.join(top, 'link'));
  const root = path.join(top, 'shop');
  for (const folder of ['shop', 'shop/packages/api', 'link/api']) expect(find(folder)).toEqual({ root, worktree: null });
});

it('finds the main folder of a worktree, by a whole path or one from where it stands', () => {
  put('shop/.git/HEAD', 'ref: refs/heads/main\n');
  put('shop/.git/worktrees/fees1/commondir', '../..\n');
  put('trees/fees/.git', `gitdir: ${path.join(top, 'shop/.git/worktrees/fees1')}\n`);
  put('trees/fees/src/a.ts', '');
  put('trees/tax/.git', 'gitdir: ../../shop/.git/worktrees/fees1\n');
  expect(find('trees/fees/src')).toEqual({ root: path.join(top, 'shop'), worktree: 'fees' });
  expect(find('trees/tax')).toEqual({ root: path.join(top, 'shop'), worktree: 'tax' });
});

it('takes a repository without a folder of its own, and a submodule, for itself', () => {
  put('bare.git/worktrees/a/commondir', '../..');
  put('a/.git', 'gitdir: ../bare.git/worktrees/a');
  expect(find('a')).toEqual({ root: path.join(top, 'bare.git'), worktree: 'a' });
  put('shop/.git/modules/lib/HEAD', 'ref: refs/heads/main\n');
  put('shop/lib/.git', 'gitdir: ../.git/modules/lib\n');
  expect(find('shop/lib')).toEqual({ root: path.join(top, 'shop/lib'), worktree: null });
});

it('finds nothing for folders that are gone, relative or in no repository', () => {
  put('plain/.git/notes', 'no repository');
  put('odd/.git', 'something else');
  for (const folder of ['plain', 'odd', 'gone']) expect(find(folder)).toBeNull();
  put('shop/.git/HEAD', 'ref: refs/heads/main\n');
  for (const folder of ['src', `/${path.join(top, 'shop')}`]) expect(findGitRoot(folder)).toBeNull();
});
