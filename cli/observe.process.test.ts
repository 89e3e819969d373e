import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { defaultConfig } from '../lib/observers/observer-set.ts';

const command = path.resolve('dist/observatory.mjs');

const printed = z.strictObject({
  session: z.string(),
  assessments: z.array(
    z.strictObject({
      observer: z.string(),
      callIndex: z.int(),
      severity: z.enum(['info', 'caution', 'warning']),
      summary: z.string(),
      findings: z.array(
        z.strictObject({
          category: z.string(),
          description: z.string(),
          evidence: z.string().nullable(),
          records: z.array(z.string()).min(1),
        }),
      ),
      suggestions: z.array(z.string()),
    }),
  ),
});

const makeLoop = (sessionId: string, calls: number): string => {
  const talk = makeClaudeLines({ sessionId });
  const lines = Array.from({ length: calls }, (_, at) => [
    talk.call(`t${at}`, 'Bash', { command: 'make' }),
    talk.result(`t${at}`, 'no rule to make target', true),
  ]);
  return toFile(talk.prompt('Build it'), ...lines.flat());
};

describe.skipIf(!existsSync(command))('observatory observe', () => {
  let folder: string;
  let file: string;
  let database: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-observe-'));
    [file, database] = [path.join(folder, 'loop.jsonl'), path.join(folder, 'archive.db')];
    await writeFile(file, makeLoop('looping', 12));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [command, ...args], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: folder, OBSERVATORY_DB: database },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output, errors };
  };

  it('prints the last assessment.md of a file, and leaves nothing behind', async () => {
    const whole = await run('observe', file);
    expect([whole.code, whole.errors]).toEqual([0, '']);
    expect(whole.output).toMatch(/^# Trajectory Assessment\n/u);
    expect(existsSync(database)).toBe(false);
    const early = await run('observe', file, '--at', '1');
    expect(early).toEqual({ code: 0, output: '', errors: 'No findings.\n' });
  });

  it('prints each assessment in order as JSON, the same of a file and of a session', async () => {
    const ofFile = await run('observe', file, '--json');
    const { session, assessments } = printed.parse(JSON.parse(ofFile.output));
    const calls = assessments.map(({ callIndex }) => callIndex);
    expect(assessments.length).toBeGreaterThan(0);
    expect(calls).toEqual(calls.toSorted((a, b) => a - b));
    expect((await run('import', file)).code).toBe(0);
    for (const name of [session, 'claude-code:looping']) expect((await run('observe', name, '--json')).output).toBe(ofFile.output);
    const [first] = calls;
    const upTo = printed.parse(JSON.parse((await run('observe', session, '--json', '--at', String(first))).output));
    expect(upTo.assessments).toEqual(assessments.filter(({ callIndex }) => callIndex === first));
    const ofOne = printed.parse(JSON.parse((await run('observe', session, '--json', '--observer', 'Stall Detector')).output));
    expect(ofOne.assessments).toEqual(assessments.filter(({ observer }) => observer === 'stall'));
  });

  it('takes each session of a file by itself', async () => {
    await writeFile(file, makeLoop('looping', 12) + makeLoop('short', 1));
    const lines = (await run('observe', file, '--json')).output.trimEnd().split('\n');
    const [long, short] = lines
      .map((line) => printed.parse(JSON.parse(line)))
      .toSorted((a, b) => b.assessments.length - a.assessments.length);
    expect([lines.length, (long?.assessments.length ?? 0) > 0, short?.assessments]).toEqual([2, true, []]);
    expect((await run('observe', file)).output).toMatch(new RegExp(`^Session ${long?.session}, call \\d+\n\n# Trajectory Assessment`, 'u'));
    expect(await run('observe', file, '--at', '2')).toMatchObject({ code: 2, errors: expect.stringContaining('holds 2 sessions') });
  });

  it('says what is wrong', async () => {
    const known = defaultConfig.observers.flatMap(({ observer, enabled }) => (enabled ? [observer] : [])).join(', ');
    await writeFile(path.join(folder, 'other.txt'), 'not a trajectory\n');
    expect(await run('observe', 'nobody')).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(/^No session or file matches nobody\. No sessions yet in /u) as string,
    });
    expect(await run('observe', path.join(folder, 'other.txt'))).toMatchObject({ code: 1, output: '' });
    expect(await run('observe', file, '--observer', 'nobody')).toEqual({
      code: 2,
      output: '',
      errors: `Unknown observer nobody. Use one of: ${known}.\n`,
    });
    const off = await run('observe', file, '--observer', 'drift');
    expect(off.code).toBe(2);
    expect(off.errors).toMatch(/^Observer drift is off\. Turn it on on the Observers page, or with "enabled: true" in /u);
    expect(await run('observe', file, '--at', '13')).toMatchObject({ code: 2, errors: expect.stringContaining('There is no call 13') });
    expect(await run('observe', file, '--at', '-1')).toMatchObject({ code: 2 });
    expect(await run('observe', folder)).toMatchObject({ code: 2, errors: expect.stringContaining('is a folder') });
  });
});
