import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { folderOf, isBuilt, run, useFolder } from './__fixtures__/built-command.ts';

useFolder();

describe.skipIf(!isBuilt)('observatory session', () => {
  it('prints a session by the id that the list gives', async () => {
    const talk = makeClaudeLines({ sessionId: 'a' });
    const lines = [talk.prompt('Hello'), talk.call('1', 'Bash', { command: 'make' }), talk.result('1', 'make: *** no rule', true)];
    await writeFile(path.join(folderOf(), 'a.jsonl'), toFile(...lines, talk.response('Hi.')));
    await run('import', 'a.jsonl');
    const id = (await run('sessions')).stdout.split('\n')[1]?.slice(0, 8) ?? '';
    const whole = await run('session', id);
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.stdout).toMatch(/^title .*\n\n── T0 .*\n\n> Hello\n\n {2}#1 {5}error .*make .*\n +│ make: \*\*\* no rule\n\nHi\.\n$/su);
    expect((await run('session', id, '--markdown')).stdout).toMatch(/^# .*\n## T0 /su);
    expect((await run('session', id, '--errors', '--turn', '0')).stdout).not.toContain('Hi.');
    expect(await run('session', id, '--turn', '7')).toMatchObject({ code: 1, stdout: '', stderr: 'There is no turn T7. Use 0 to 0.\n' });
    expect(await run('session', id, '--turn', 'last')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('session', id, '--json', '--errors')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('session', id, '--note', 'No rule\nto make it')).toMatchObject({ code: 0, stderr: 'The note was saved.\n' });
    expect((await run('session', id)).stdout).toMatch(/^note +No rule to make it$/mu);
    expect(JSON.parse((await run('session', id, '--json')).stdout)).toMatchObject({ toolErrors: 1, note: 'No rule\nto make it' });
    expect(await run('session', id, '--note', 'x'.repeat(4_001))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('4,000') as string,
    });
    expect(await run('session', id, '--note', 'x', '--json')).toMatchObject({ code: 2, stdout: '' });
    expect((await run('summarize', id)).stdout).toMatch(
      /^T0 {2}Medium {2}1 call {2}.*\n“Hi\.”\n\nTools\n.*\n\nFindings\nBash failed: “make: \*\*\* no rule”\n\nConfidence\n1 failed call, no result that shows what the answer says\n$/su,
    );
    // The same text makes no new version.
    expect(JSON.parse((await run('summarize', id, '--turn', '0', '--regenerate', '--json')).stdout)).toMatchObject({ version: 1 });
    expect(await run('summarize', id, '--turn', '7')).toMatchObject({ code: 1, stdout: '' });
    expect(await run('session', id, '--note', '')).toMatchObject({ code: 0, stderr: 'The note was removed.\n' });
  }, 60_000);
});

describe.skipIf(!isBuilt)('observatory', () => {
  const hostile = 'x\u001b[31m\u009b1m\u202ey';
  it.each([
    [hostile],
    ['session', hostile],
    ['sessions', `--${hostile}`],
    ['sessions', '--since', hostile],
    ['sessions', '--limit', hostile],
    ['export', 'a', '--format', hostile],
    ['import', hostile],
    ['observe', hostile],
    ['observations', 'resolve', hostile],
    ['observations', hostile],
    ['trajectories', 'show', hostile],
    ['bundle', 'check', hostile],
    ['retrieve', 'x', '--project', hostile],
  ])('repeats arguments in errors as visible text: %j %j %j', async (...args) => {
    const { stdout, stderr } = await run(...args);
    expect(stdout + stderr).toMatch(/⟨U\+202E⟩/u);
    expect(stdout + stderr).not.toMatch(/[\u001b\u0080-\u009f\u202e]/u);
  });

  it('prints its help with examples if nothing is asked for', async () => {
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: observatory /u);
    expect(stdout.match(/^ {2}observatory \w+ .+$/gmu)).toHaveLength(3);
    expect(await run('impart')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Did you mean import?') as string });
  });
});
