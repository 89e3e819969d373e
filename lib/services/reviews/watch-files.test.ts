import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRoot } from './find-root.ts';
import { maxWatchedFiles, watchFiles } from './watch-files.ts';

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'watched-')));
const outside = realpathSync(mkdtempSync(path.join(tmpdir(), 'outside-')));
const write = (file: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), file);
};
const list = async (...patterns: string[]) => (await watchFiles(root, patterns)).files?.map((file) => file.path);

beforeAll(() => {
  for (const file of [
    'src/a.py',
    'src/deep/b.py',
    'src/c.txt',
    'tests/t.py',
    '.env',
    '.git/config',
    'node_modules/x/y.py',
    '[odd] name.py',
  ])
    write(file);
  writeFileSync(path.join(outside, 'secret.py'), 'secret');
  symlinkSync(outside, path.join(root, 'src/link'));
  symlinkSync(path.join(outside, 'secret.py'), path.join(root, 'src/linked.py'));
  symlinkSync(outside, path.join(root, 'out'));
});

describe('watchFiles', () => {
  it('matches patterns below the folder, in order', async () => {
    expect(await list('src/**/*.py')).toEqual(['src/a.py', 'src/deep/b.py']);
    expect(await list('tests/**/*.py', 'src/*.py')).toEqual(['src/a.py', 'tests/t.py']);
    expect(await list('src/a.py')).toEqual(['src/a.py']);
    expect(await list('./src/**/*.py', '!./src/deep/**')).toEqual(['src/a.py']);
    expect(await list('./src/a.py')).toEqual(['src/a.py']);
    expect(await list('**/*', '!src/**', '!tests/**')).toEqual(['.env', '[odd] name.py']);
    expect(await list('nothing/**')).toEqual([]);
  });

  it('leaves out the code of others unless a pattern names it', async () => {
    expect(await list('**/*.py')).not.toContain('node_modules/x/y.py');
    expect(await list('node_modules/**/*.py')).toEqual(['node_modules/x/y.py']);
  });

  it('follows no link out of the folder', async () => {
    expect(await list('src/link/*')).toEqual([]);
    expect(await list('out/**')).toEqual([]);
    expect(await list('../**', 'src/linked.py')).toEqual([]);
  });

  it('says that too many files match', async () => {
    const many = realpathSync(mkdtempSync(path.join(tmpdir(), 'many-')));
    for (let at = 0; at <= maxWatchedFiles; at += 1) writeFileSync(path.join(many, `${at}.txt`), '');
    expect(await watchFiles(many, ['*.txt'])).toEqual({
      files: null,
      problem: 'The patterns match more than 10,000 files. Narrow the patterns, for example to src/**/*.py.',
    });
  });
});

describe('findRoot', () => {
  const find = (cwd: string | null, roots: string[] = [], home = homedir()) => findRoot(cwd, { roots, home });

  it('takes the folder of a session', async () => {
    expect(await find(root)).toEqual({ folder: root, problem: null });
    expect(await find(path.join(root, 'out'))).toEqual({ folder: outside, problem: null });
  });

  it.each([
    [null, 'names no folder'],
    ['relative', 'not an absolute path'],
    [path.join(root, 'gone'), 'not on this machine'],
    [path.join(root, '.env'), 'not on this machine'],
    ['/', 'home or system folder'],
    ['/etc', 'home or system folder'],
    ['/usr', 'home or system folder'],
    ['/var', 'home or system folder'],
    ['/usr/bin', 'list folders as reviewers.roots'],
    [homedir(), 'home or system folder'],
  ])('refuses %s', async (cwd, why) => {
    expect((await find(cwd)).problem).toContain(why);
  });

  it('takes a folder of the system that is configured', async () => {
    expect(await find('/usr/lib', ['/usr'])).toMatchObject({ problem: null });
  });

  it('takes only what is below the configured folders', async () => {
    expect(await find(path.join(root, 'src'), [root])).toMatchObject({ problem: null });
    expect((await find(path.join(root, 'out'), [root])).problem).toContain('in none of the folders');
    expect(await find(root, [root], path.join(root, 'src'))).toMatchObject({ problem: null });
    expect((await find(path.join(root, '.git'), [], root)).problem).toContain('home or system folder');
  });
});
