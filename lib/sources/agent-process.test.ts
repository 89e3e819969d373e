import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { findCaller, isSameProcess } from './agent-process.ts';

const isLinux = process.platform === 'linux';
const start = async (command: string, args: string[]) => {
  const child = spawn(command, args);
  await once(child, 'spawn');
  return child;
};

it.skipIf(!isLinux)('finds the process that runs a hook, through shells', async () => {
  // A shell that has more to do does not put the command in its place.
  const child = await start('sh', ['-c', 'sleep 60; :']);
  expect(findCaller(child.pid)).toEqual(findCaller(process.pid));
  expect(findCaller(process.pid)).toMatchObject({ pid: process.pid });
  child.kill();
});

it('knows whether a process still exists', async () => {
  const child = await start(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const found = findCaller(child.pid);
  if (!found) throw new Error('This system does not say.');
  expect(isSameProcess(found)).toBe(true);
  expect(isSameProcess({ ...found, started: `${found.started}1` })).toBe(false);
  child.kill();
  await once(child, 'exit');
  expect(isSameProcess(found)).toBe(false);
});

it.skipIf(!isLinux)('knows nothing of processes in another container', () => {
  expect(isSameProcess({ pid: process.pid, started: 'pid:[1] boot 5' })).toBeNull();
});

it('finds no process that has gone', () => {
  expect(findCaller(2 ** 22 + 1)).toBeNull();
});
