import { describe, expect, it } from 'vitest';
import { isBuilt, run, useFolder } from './__fixtures__/built-command.ts';

useFolder();

const runExperiments = (...args: string[]) => run('experiments', ...args);

describe.skipIf(!isBuilt)('observatory experiments', () => {
  it('defines, starts, lists, stops, archives and deletes one', async () => {
    expect((await runExperiments()).stderr).toContain('No experiments yet.');
    const created = await runExperiments('create', 'Do examples help?', '--kind', 'retrieval', '--effect', '0.1');
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/ {2}draft {2}Do examples help\?\n$/u) as string });
    const id = created.stdout.slice(0, 8);
    expect((await runExperiments('start', id)).stdout).toMatch(/ {2}running {2}Do examples help\?, planned for [\d,]+ sessions\n$/u);
    const { stdout } = await runExperiments('list');
    expect(stdout.split('\n')[1]).toMatch(/^\w{8} {2}running {3}retrieval {2}Do examples help\? +0 of [\d,]+ +Too few to say$/u);
    expect((await runExperiments('show', id)).stdout).toContain('Too few to say. No session has been assigned yet');
    expect(JSON.parse((await runExperiments('show', id, '--json')).stdout)).toMatchObject({ verdict: { code: 'too_few' }, looks: [] });
    expect((await runExperiments('archive', id)).stderr).toContain('is running. Stop it first.');
    expect((await runExperiments('stop', id)).stdout).toContain('stopped');
    expect((await runExperiments('archive', id)).stdout).toContain('archived');
    expect((await runExperiments()).stderr).toContain('No experiments yet.');
    expect((await runExperiments('list', '--archived')).stdout).toContain('archived');
    expect((await runExperiments('delete', id)).stdout).toContain('Deleted');
    expect(await runExperiments('show', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no experiment') as string,
    });
  }, 60_000);

  it.each([
    [['create', 'X', '--kind', 'retrieval', '--effect', '8'], 'smallestEffect: is a share'],
    [['create', 'X', '--kind', 'retrieval', '--effect', 'much'], 'smallestEffect: '],
    [['create', 'X', '--kind', 'retrieval', '--effect', '0.1', '--treatment', '1'], 'arms'],
    [['create', 'X', '--kind', 'other', '--effect', '0.1'], 'kind: '],
    [['create', 'X', '--kind', 'retrieval'], '--effect'],
    [['begin'], 'Unknown command begin. Use one of: list, show, create, start'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await runExperiments(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
