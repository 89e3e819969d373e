import { expect, it } from 'vitest';
import { resolveProjects, toRepositoryKey, type Place } from './resolve-projects.ts';

const place = (cwd: string, more: Partial<Place> = {}): Place => ({
  cwd,
  mainFolder: null,
  worktreeName: null,
  gitRoot: null,
  ...more,
  repository: more.repository ? toRepositoryKey(more.repository) : null,
});
const list = (...places: Place[]) => resolveProjects(places).map(({ name, basis, worktree }) => [name, basis, worktree]);

it('puts the root, a worktree and a subfolder of a repository into one project', () => {
  const found = list(
    place('/home/ada/shop'),
    place('/home/ada/shop/.claude/worktrees/fees'),
    place('/home/ada/shop/packages/api'),
    place('/home/ada'),
  );
  expect(found).toEqual([
    ['shop', 'folder', null],
    ['shop', 'worktree_path', 'fees'],
    ['shop', 'session_above', null],
    ['~', 'folder', null],
  ]);
});

it('never gathers below a home folder or what is above one', () => {
  for (const home of ['/home/ada', '/Users/ada', '/root', String.raw`C:\Users\ada`, '/mnt/c/Users/ada']) {
    const separator = home.includes('\\') ? '\\' : '/';
    expect(list(place(home), place(`${home}${separator}shop`), place('/')).slice(0, 2)).toEqual([
      ['~', 'folder', null],
      ['shop', 'folder', null],
    ]);
  }
});

it('tells roots of one name apart by the shortest name', () => {
  expect(
    list(place('/home/ada/work/api'), place('/home/ada/play/api'), place('/home/ada'), place('/home/bob')).map(([name]) => name),
  ).toEqual(['work/api', 'play/api', '~ada', '~bob']);
});

it('takes clones of one URL for one project, with sessions in their folders that state none', () => {
  const url = { repository: 'git@github.com:acme/shop.git' };
  const found = list(
    place('/home/ada/shop/api', url),
    place('/tmp/copy', { repository: 'https://me:secret@GitHub.com/acme/shop' }),
    place('/home/ada/shop'),
    place('/tmp/copy'),
    place('/tmp/other'),
  );
  expect(found.map(([name, basis]) => [name, basis])).toEqual([
    ['shop', 'file'],
    ['shop', 'file'],
    ['shop', 'session_above'],
    ['shop', 'session_above'],
    ['other', 'folder'],
  ]);
});

it('keeps repositories apart that were run in one folder', () => {
  const found = resolveProjects(['a/x', 'a/y', null].map((name) => place('/testbed', { repository: name && `https://host.org/${name}` })));
  expect(found.map(({ root }) => root)).toEqual(['host.org/a/x', 'host.org/a/y', '/testbed']);
});

it('follows git and what the file says of a worktree outside the repository', () => {
  const found = list(
    place('/home/ada/shop'),
    place('/home/ada/trees/fees', { mainFolder: '/home/ada/shop' }),
    place('/home/ada/trees/tax', { gitRoot: '/home/ada/shop' }),
    place('/home/ada/notes', { gitRoot: '/home/ada' }),
  );
  expect(found.map(([name, basis]) => [name, basis])).toEqual([
    ['shop', 'folder'],
    ['shop', 'file'],
    ['shop', 'git'],
    ['notes', 'folder'],
  ]);
});

it('reads URLs of all forms without user and password', () => {
  const urls = ['ssh://git@host.org:22/a/b.git', 'host.org:a/b', 'https://token@host.org/a/b.git/', 'git@HOST.org:a/b.git'];
  expect(urls.map(toRepositoryKey)).toEqual(urls.map(() => 'host.org/a/b'));
  expect(
    [
      'https://ada:p@ss@host.org/a/b.git',
      'ada:secret@host.org:a/b.git',
      'https://host.org/a/b.git?token=x',
      'https://host.org/a/b#main',
    ].map(toRepositoryKey),
  ).toEqual(Array(4).fill('host.org/a/b'));
  expect(['file:///srv/git/b.git', '/srv/git/b', '', '[trimmed]'].map(toRepositoryKey)).toEqual(['/srv/git/b', '/srv/git/b', null, null]);
});
