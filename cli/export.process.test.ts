import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { folderOf, isBuilt, run, useFolder } from './__fixtures__/built-command.ts';

const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');

useFolder();

describe.skipIf(!isBuilt)('observatory export', () => {
  it('writes a session to a new private file or to standard output, without its secrets unless asked to', async () => {
    const talk = makeClaudeLines({ sessionId: 'leaky-session' });
    const lines = toFile(
      talk.prompt('Call it'),
      talk.call('1', 'Bash', { command: `curl -H "x-api-key: ${key}" x` }),
      talk.result('1', key),
    );
    await writeFile(path.join(folderOf(), 'a.jsonl'), lines);
    await run('import', 'a.jsonl', '--no-observe');
    const name = 'leaky-session';
    expect(await run('export', name, '--dry-run')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/2 secrets are replaced: 2 anthropic-key\.\n {2}#1 Bash arguments \(anthropic-key\): /u) as string,
    });
    const page = path.join(folderOf(), 'page.html');
    expect(await run('export', name, '--format', 'html', '--output', 'page.html')).toMatchObject({ code: 0, stderr: `Wrote ${page}.\n` });
    const html = await readFile(page, 'utf8');
    expect(html).toMatch(/^<!doctype html>.*<\/html>\n$/su);
    expect(html).not.toContain(key);
    expect((await stat(page)).mode & 0o777).toBe(0o600);
    expect(await run('export', name, '--output', 'none/page.html')).toMatchObject({
      code: 1,
      stderr: `There is no folder ${path.join(folderOf(), 'none')}. Create it, or choose another place for the file.\n`,
    });
    const again = await run('export', name, '--output', 'page.html');
    expect(again).toMatchObject({ code: 1, stderr: `${page} exists, and an export replaces nothing. Choose another name.\n` });
    expect(await readFile(page, 'utf8')).toBe(html);
    expect((await run('export', name, '--format', 'original', '--include-secrets')).stdout).toBe(lines);
    expect((await run('export', name)).stdout).toMatch(/^# Call it\n.*\[redacted: anthropic-key\]/su);
    expect(await run('export', name, '--dry-run', '--include-secrets')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('export', name, '--format', 'pdf')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('markdown, atif, html') as string,
    });
    expect(await run('export', 'nobody')).toMatchObject({ code: 1, stderr: 'There is no session nobody.\n' });
  }, 60_000);
});
