import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import type { AgentProcess } from '../domain/session.ts';
import { findCaller, findRunning } from './agent-process.ts';

const isSameProcess = (agent: AgentProcess) => findRunning([agent]).get(agent);
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

it.skipIf(process.platform === 'win32')('asks ps once about all processes, where there is no /proc', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agent-process-'));
  const [asked, ps] = [path.join(folder, 'asked'), path.join(folder, 'ps')];
  const start = 'Sun Nov 29 10:00:00 2026';
  const lines = [`${process.pid} 1 ${start} /bin/an agent`, `  ${process.ppid} 1 ${start} node`].join('\n');
  writeFileSync(ps, `#!/bin/sh\necho "$@" >> '${asked}'\ncat <<'END'\n${lines}\nEND\n`);
  chmodSync(ps, 0o755);
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env.PATH ?? ''}`);
  const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
  try {
    expect(findRunning([]).size).toBe(0);
    const agents = [
      { pid: process.pid, started: `darwin ${start}` },
      { pid: process.ppid, started: `darwin ${start}` },
      { pid: process.pid, started: 'darwin Sat Nov 28 10:00:00 2026' },
      { pid: 2 ** 22 + 1, started: `darwin ${start}` },
    ];
    expect([...findRunning(agents).values()]).toEqual([true, true, false, false]);
    expect(readFileSync(asked, 'utf8').trim().split('\n')).toHaveLength(1);
  } finally {
    platform.mockRestore();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  }
});
