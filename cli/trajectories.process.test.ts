import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { readFixture } from '../lib/formats/__fixtures__/reduce-bytes.ts';
import { folderOf, isBuilt, run, useFolder } from './__fixtures__/built-command.ts';

useFolder();

const dump = readFixture('weakincentives/renders.jsonl').toString('utf8');
const runTrajectories = (...args: string[]) => run('trajectories', ...args);

describe.skipIf(!isBuilt)('observatory trajectories', () => {
  it('lists, shows, verifies and exports what was imported', async () => {
    const plain = '{"version": "1", "created_at": "2026-01-01", "slices": [{"slice_type": "a:B", "item_type": "a:B", "items": [{}]}]}';
    await writeFile(path.join(folderOf(), 'dump.jsonl'), dump);
    await writeFile(path.join(folderOf(), 'plain.json'), plain);
    expect((await runTrajectories()).stderr).toContain('No such trajectories.');
    expect(await run('import', 'dump.jsonl')).toMatchObject({ code: 0 });
    expect(await run('import', 'plain.json', '--ns', 'demo', '--key', 'plain', '--tag', 'b')).toMatchObject({ code: 0 });
    const { stdout } = await runTrajectories('list', '--ns', 'demo', '--key', 'review');
    const [, line = ''] = stdout.split('\n');
    expect(line).toMatch(/^\w{8} {4}.* 3 +2 +9.8 kB {2}demo\/review:latest +Review: Check the parser$/u);
    expect((await runTrajectories('list', '--descriptors')).stdout).toMatch(/demo\/plain:b +1 +0 +1 .*\ndemo\/review:latest +1 +0 +3 /u);
    const id = line.slice(0, 8);
    const shown = (await runTrajectories('show', id)).stdout;
    expect(shown).toContain('PROMPT: section rules changed');
    expect(shown).toContain(`Read from a dump of renders: ${path.join(folderOf(), 'dump.jsonl')}`);
    expect(JSON.parse((await runTrajectories('show', id, '--json')).stdout)).toMatchObject({ trajectory: { snapshots: 3 }, from: 0 });
    expect((await runTrajectories('export', id)).stdout).toBe(dump);
    expect(await runTrajectories('verify')).toMatchObject({ code: 0, stderr: '2 trajectories verified, 0 with a flaw.\n' });

    const db = new Database(path.join(folderOf(), 'observatory.db'));
    db.exec("UPDATE raw_parts SET data = x'00' WHERE id = (SELECT min(id) FROM raw_parts)");
    db.close();
    const damaged = await runTrajectories('verify', id);
    expect(damaged.code).toBe(1);
    expect(damaged.stdout).toContain(': FLAWED: 3 snapshots');
    expect(damaged.stdout).toContain('  snapshot 1: its line is not kept as it was imported');
    expect(await run('data', 'rebuild')).toMatchObject({ code: 0, stdout: '2 files rebuilt.\n' });
    expect(await runTrajectories('verify')).toMatchObject({ code: 0, stderr: '2 trajectories verified, 0 with a flaw.\n' });
    expect((await runTrajectories('export', id)).stdout).toBe(dump);
  }, 60_000);

  it('says why files are refused and sessions are no trajectory', async () => {
    await writeFile(path.join(folderOf(), 'odd.jsonl'), readFixture('weakincentives/odd-lines.jsonl'));
    await writeFile(path.join(folderOf(), 'bad.json'), '{"version": 1, "created_at": "2026-01-01", "slices": []}');
    const odd = await run('import', 'odd.jsonl');
    expect([odd.code, odd.stdout]).toEqual([
      0,
      expect.stringMatching(
        /2 lines skipped\n {2}Session \w{8} .*is no trajectory: the session was reset.*\n {2}Session .*\n {2}Line 3 is not/u,
      ),
    ]);
    expect(odd.stdout).toContain('… and 1 more');
    expect(await run('import', 'bad.json')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('its version is not a text') as string,
    });
    const again = await run('import', 'odd.jsonl', 'bad.json');
    expect(again.code).toBe(3);
    expect(again.stdout).toMatch(/odd\.jsonl: unchanged\n {2}Session \w{8} .*is no trajectory: the session was reset/u);
    expect((await runTrajectories('list', '--refused')).stdout).toContain('was reset before snapshot');
    expect((await runTrajectories('verify')).code).toBe(1);
  }, 60_000);

  it.each([
    [['list', '--ns', 'a'], 'use --ns and --key together'],
    [['list', '--tag', 'a'], '--tag needs --ns and --key'],
    [['list', '--descriptors', '--refused'], '--descriptors lists all prompts'],
    [['list', '--descriptors', '--ns', 'a', '--key', 'b'], '--descriptors lists all prompts'],
    [['begin'], 'Unknown command begin. Use one of: list, show, verify, export'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await runTrajectories(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
