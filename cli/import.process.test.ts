import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';

const command = path.resolve('dist/observatory.mjs');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-import-'));
  await mkdir(path.join(folder, 'files'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(path.join(folder, 'files', name), text);
const makeSession = (sessionId: string, prompts: number): string => {
  const talk = makeClaudeLines({ sessionId });
  return toFile(...Array.from({ length: prompts }, (_, at) => talk.prompt(`Prompt ${at}`)));
};

/** `onOutput` sees standard output as it arrives. */
const runImport = async (args: string[], onOutput?: (child: ReturnType<typeof spawn>, output: string) => void) => {
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, HOME: folder, OBSERVATORY_DB: path.join(folder, 'observatory.db') };
  const child = spawn(process.execPath, [command, 'import', ...args, 'files'], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.stdout += chunk.toString();
    onOutput?.(child, said.stdout);
  });
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
};

describe.skipIf(!existsSync(command))('observatory import', () => {
  it('sums up a folder of which a part is refused, lists the formats once, and ends with 3', async () => {
    await write('a.jsonl', makeSession('a', 3));
    await write('b.txt', 'Notes.\n');
    await write('c.txt', 'More notes.\n');
    await write('d.jsonl', '');
    const { code, stdout, stderr } = await runImport([]);
    expect(stdout.split('\n')[0]).toBe('files/a.jsonl: Claude Code session: 1 session, 3 records, 0 calls');
    expect(stderr).toMatch(/^4 files: 1 new, 3 skipped \(2 not a session file, 1 empty\)\.\nSupported formats: .*\.\n$/u);
    expect(code).toBe(3);
    await rm(path.join(folder, 'files', 'a.jsonl'));
    expect((await runImport([])).code).toBe(1);
  });

  it('prints the result of each file as it finishes, and what was not read when it is stopped', async () => {
    await write('a.jsonl', makeSession('a', 1));
    for (const name of ['b', 'c', 'd']) await write(`${name}.jsonl`, makeSession(name, 15_000));
    const { code, stdout, stderr } = await runImport(['--json'], (child, output) => {
      // A second one would end it at once.
      if (!child.killed && output.includes('\n')) child.kill('SIGINT');
    });
    expect(stdout.split('\n')[0]).toContain('"file":"files/a.jsonl"');
    expect(stdout.trim().split('\n')).toHaveLength(4);
    expect(stderr).toMatch(/4 files: \d new, \d not read\.\nStopped\. Run the same command again to continue\.\n$/u);
    expect(code).toBe(3);
    expect(await runImport([])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^4 files: (?:\d new, )?(?:1 grew, )?\d unchanged\.\n$/u) as string,
    });
  }, 60_000);
});
