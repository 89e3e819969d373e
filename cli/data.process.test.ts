import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { folderOf, isBuilt, run, useFolder } from './__fixtures__/built-command.ts';

const fixture = path.resolve('lib/formats/__fixtures__/claude-code/compaction.jsonl');

useFolder();

describe.skipIf(!isBuilt)('observatory data', () => {
  it('names the empty database that it uses', async () => {
    const hint = `No sessions yet in ${path.join(folderOf(), 'observatory.db')}. Import some with \`observatory import PATH\`.`;
    expect(await run('sessions')).toMatchObject({ code: 0, stdout: '', stderr: `${hint}\n` });
    expect(await run('search', 'anything')).toMatchObject({ code: 0, stderr: expect.stringContaining(hint) as string });
    expect(await run('session', 'abcdefgh')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(hint) as string });
  }, 60_000);

  it('says what the archive holds, backs it up, and restores it beside what was there', async () => {
    await run('import', fixture, '--no-observe');
    const { stdout } = await run('data');
    expect(stdout).toMatch(/^\/.*observatory\.db\n\nSessions +1\n.*Records +\d+\n.*\nDatabase +[\d.]+ [kM]B\n/su);
    expect(JSON.parse((await run('data', '--json')).stdout)).toMatchObject({ counts: { sessions: 1, imports: 1, files: 1 } });
    const backup = path.join(folderOf(), 'backup.db');
    expect(await run('data', 'backup', backup)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Backed up to \/.*backup\.db \([\d.]+ [kM]B\), verified\.\n$/u) as string,
    });
    const mistyped = path.join(folderOf(), 'mistyped', 'backup.db');
    expect(await run('data', 'backup', mistyped)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`The folder ${path.dirname(mistyped)} does not exist.`) as string,
    });
    expect(existsSync(path.dirname(mistyped))).toBe(false);
    const [session] = JSON.parse((await run('sessions', '--json')).stdout) as { id: string }[];
    await run('data', 'delete', session?.id ?? '', '--yes');
    expect(await run('data', 'restore', backup)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        / is restored from .*: 1 session\.\nWhat was there before is kept in .*before-restore-\d{8}-\d{6}\.\n$/u,
      ) as string,
    });
    expect(JSON.parse((await run('sessions', '--json')).stdout)).toHaveLength(1);
    const restored = JSON.parse((await run('data', '--json', 'restore', backup)).stdout) as unknown;
    expect(restored).toMatchObject({ restoredFrom: backup, keptIn: expect.stringContaining('before-restore'), counts: { sessions: 1 } });
    expect((await run('data', 'restore', path.join(folderOf(), 'none.db'))).code).toBe(1);
    const empty = path.join(folderOf(), 'empty.db');
    await writeFile(empty, '');
    expect(await run('data', 'restore', empty)).toMatchObject({ code: 2, stderr: expect.stringContaining('is empty.') as string });
    const [database = ''] = (await run('data')).stdout.split('\n');
    const refused = await run('data', 'restore', database);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('is the archive itself.') as string });
  }, 60_000);
});

describe.skipIf(!isBuilt)('observatory data delete', () => {
  it('says what would go, deletes it once confirmed, and lets only the file itself bring it back', async () => {
    const logs = path.join(folderOf(), 'logs');
    const file = path.join(logs, 'session.jsonl');
    await mkdir(logs);
    await copyFile(fixture, file);
    await run('import', logs, '--no-observe');
    const [session] = JSON.parse((await run('sessions', '--json')).stdout) as { id: string }[];
    const id = session?.id ?? '';
    expect((await run('data', 'delete', id, '--dry-run')).stdout).toMatch(/^Would delete 1 session with \d+ records/u);
    expect(await run('data', 'delete', id)).toMatchObject({ code: 2, stderr: expect.stringContaining('Confirm it with --yes') as string });
    expect(await run('data', 'delete', id, '--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Deleted 1 session/u) as string,
    });
    expect(JSON.parse((await run('sessions', '--json')).stdout)).toEqual([]);
    expect((await run('import', logs, '--no-observe')).stdout).toContain('Its sessions were deleted');
    // A copy elsewhere is skipped as the file is, which does not keep others from being imported.
    const elsewhere = path.join(folderOf(), 'elsewhere');
    await mkdir(elsewhere);
    await copyFile(fixture, path.join(elsewhere, 'copy.jsonl'));
    await writeFile(path.join(elsewhere, 'other.jsonl'), toFile(makeClaudeLines({ sessionId: 'other' }).prompt('Keep me')));
    const copied = await run('import', elsewhere, '--no-observe');
    expect(copied).toMatchObject({ code: 3, stderr: expect.stringContaining('2 files: 1 new, 1 skipped (deleted).') as string });
    expect(copied.stdout).toMatch(/copy\.jsonl: refused: Its sessions were deleted\. .*“Allow again”/u);
    expect((await run('import', file, '--no-observe')).code).toBe(0);
    expect(JSON.parse((await run('sessions', '--json')).stdout)).toHaveLength(2);
  }, 60_000);

  it.each([
    [[], 'exactly one of'],
    [['abcdef', '--project', 'p'], 'exactly one of'],
    [['--before', 'yesterday'], 'yesterday is no date'],
  ])('refuses %j', async (args, message) => {
    expect(await run('data', 'delete', ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as string });
  });
});
