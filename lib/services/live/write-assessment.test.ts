import { chmod, link, lstat, mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultOutputPath } from '../../domain/observer-config.ts';
import { redact } from '../../redaction/redact.ts';
import { writeAssessment } from './write-assessment.ts';

let folder: string;
let cwd: string;
let outside: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'observatory-write-')));
  [cwd, outside] = [path.join(folder, 'project'), path.join(folder, 'outside')];
  await mkdir(cwd);
  await mkdir(outside);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const expectRefused = async (outputPath: string, why: RegExp, root = cwd) => {
  expect(await writeAssessment(root, outputPath, redact('text'))).toEqual({ refused: expect.stringMatching(why) as string });
  expect(await readdir(outside)).toEqual([]);
};

describe('writeAssessment', () => {
  it('writes under the folder, over what it wrote before, and leaves nothing else behind', async () => {
    const target = path.join(cwd, defaultOutputPath);
    for (const text of ['# Trajectory Assessment\n\nfirst', '# Trajectory Assessment\n\nsécond\n']) {
      expect(await writeAssessment(cwd, defaultOutputPath, redact(text))).toEqual({ path: target });
      expect(await readFile(target, 'utf8')).toBe(text);
    }
    expect(await readdir(path.dirname(target))).toEqual(['assessment.md']);
    const { mode } = await lstat(target);
    expect([mode & 0o777, (await lstat(path.dirname(target))).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('works in a folder that is reached through a link', async () => {
    await symlink(cwd, path.join(folder, 'alias'));
    expect(await writeAssessment(path.join(folder, 'alias'), 'a.md', redact('x'))).toEqual({ path: path.join(cwd, 'a.md') });
  });

  it.each(['/etc/x.md', '../outside/x.md', 'a/../../outside/x.md', '..\\outside\\x.md', 'C:\\x.md', 'C:x.md', '', '.', 'a/', 'a\0b'])(
    'refuses the path %j',
    (outputPath) => expectRefused(outputPath, /absolute|not a file inside/u),
  );

  it.each([
    'CLAUDE.md',
    'a/agents.md',
    '.claude/commands/x.md',
    '.Cursor/rules/x.md',
    '.github/copilot-instructions.md',
    'x/.clinerules-code/a.md',
  ])('refuses %s, which agents read as instructions', (outputPath) => expectRefused(outputPath, /read as instructions/u));

  it('refuses links on the way, to folders and files, inside and outside', async () => {
    await symlink(outside, path.join(cwd, '.wink'));
    await expectRefused(defaultOutputPath, /is a symbolic link/u);
    await rm(path.join(cwd, '.wink'));
    await mkdir(path.join(cwd, '.wink'));
    await symlink(outside, path.join(cwd, '.wink/trajectory'));
    await expectRefused(defaultOutputPath, /is a symbolic link/u);
    await rm(path.join(cwd, '.wink/trajectory'));
    await mkdir(path.join(cwd, '.wink/trajectory'));
    await symlink(path.join(outside, 'victim'), path.join(cwd, defaultOutputPath));
    await expectRefused(defaultOutputPath, /is a symbolic link/u);
    await symlink(path.join(cwd, 'nowhere'), path.join(cwd, 'dangling'));
    await expectRefused('dangling/a.md', /is a symbolic link/u);
  });

  it('does not write through another name of a file', async () => {
    const victim = path.join(folder, 'victim');
    await writeFile(victim, '# Trajectory Assessment of mine');
    await link(victim, path.join(cwd, 'a.md'));
    expect(await writeAssessment(cwd, 'a.md', redact('x'))).toEqual({ path: path.join(cwd, 'a.md') });
    expect(await readFile(victim, 'utf8')).toBe('# Trajectory Assessment of mine');
  });

  it('does not write into the root of the disk', () => expectRefused(defaultOutputPath, /root of the disk/u, '/'));

  it("does not write over a file that is the user's", async () => {
    await writeFile(path.join(cwd, 'NOTES.md'), '# How we work here');
    await expectRefused('NOTES.md', /not written by an observer/u);
    expect(await readFile(path.join(cwd, 'NOTES.md'), 'utf8')).toBe('# How we work here');
    expect(await readdir(cwd)).toEqual(['NOTES.md']);
  });

  it('answers what stands in the way', async () => {
    await writeFile(path.join(cwd, '.wink'), 'a file');
    await expectRefused(defaultOutputPath, /exists and is not/u);
    await mkdir(path.join(cwd, 'dir.md'));
    await expectRefused('dir.md', /exists and is not/u);
    expect((await lstat(path.join(cwd, 'dir.md'))).isDirectory()).toBe(true);
    await expectRefused('a.md', /Cannot write/u, path.join(folder, 'missing'));
    await expectRefused('a.md', /not absolute/u, 'project');
    await expectRefused('a.md', /not a folder/u, path.join(cwd, '.wink'));
  });

  it.skipIf(process.getuid?.() === 0)('answers that a folder cannot be written to', async () => {
    await chmod(cwd, 0o500);
    await expectRefused(defaultOutputPath, /Cannot write/u);
  });
});
