import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const command = path.resolve('dist/observatory.mjs');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-experiments-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, HOME: folder, OBSERVATORY_DB: path.join(folder, 'observatory.db') };
    execFile(process.execPath, [command, 'experiments', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });

describe.skipIf(!existsSync(command))('observatory experiments', () => {
  it('defines, starts, lists, stops, archives and deletes one', async () => {
    expect((await run()).stderr).toContain('No experiments yet.');
    const created = await run('create', 'Do examples help?', '--kind', 'retrieval', '--effect', '0.1');
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/ {2}draft {2}Do examples help\?\n$/u) as string });
    const id = created.stdout.slice(0, 8);
    expect((await run('start', id)).stdout).toMatch(/ {2}running {2}Do examples help\?, planned for [\d,]+ sessions\n$/u);
    const { stdout } = await run('list');
    expect(stdout.split('\n')[1]).toMatch(/^\w{8} {2}running {3}retrieval {2}Do examples help\? +0 of [\d,]+ +Too few to say$/u);
    expect((await run('show', id)).stdout).toContain('Too few to say. No session has been assigned yet');
    expect(JSON.parse((await run('show', id, '--json')).stdout)).toMatchObject({ verdict: { code: 'too_few' }, looks: [] });
    expect((await run('archive', id)).stderr).toContain('is running. Stop it first.');
    expect((await run('stop', id)).stdout).toContain('stopped');
    expect((await run('archive', id)).stdout).toContain('archived');
    expect((await run()).stderr).toContain('No experiments yet.');
    expect((await run('list', '--archived')).stdout).toContain('archived');
    expect((await run('delete', id)).stdout).toContain('Deleted');
    expect(await run('show', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no experiment') as string });
  }, 60_000);

  it.each([
    [['create', 'X', '--kind', 'retrieval', '--effect', '8'], 'smallestEffect: is a share'],
    [['create', 'X', '--kind', 'retrieval', '--effect', 'much'], 'smallestEffect: '],
    [['create', 'X', '--kind', 'retrieval', '--effect', '0.1', '--treatment', '1'], 'arms'],
    [['create', 'X', '--kind', 'other', '--effect', '0.1'], 'kind: '],
    [['create', 'X', '--kind', 'retrieval'], '--effect'],
    [['begin'], 'Unknown command begin. Use one of: list, show, create, start'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
