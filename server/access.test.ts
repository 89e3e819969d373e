import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openAccess } from './access.ts';
import { findSocketUser } from './peer.ts';

it('requires a token that this user alone can read where the system does not tell who connects', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-access-'));
  const environment = { port: 0, host: '127.0.0.1', token: null, variables: { OBSERVATORY_DB: path.join(folder, 'observatory.db') } };
  const cannot = () => Promise.resolve(false);
  try {
    const all = await Promise.all(Array.from({ length: 8 }, () => openAccess(environment, cannot)));
    const first = await openAccess(environment, cannot);
    for (const one of all) expect(one).toEqual(first);
    expect(first).toEqual({
      policy: { host: '127.0.0.1', token: expect.stringMatching(/^[\da-f]{48}$/u) as string },
      query: `/?token=${first.policy.token}`,
    });
    expect((await stat(path.join(folder, 'token'))).mode & 0o777).toBe(0o600);
    expect(await openAccess({ ...environment, token: 'given-by-the-user' }, cannot)).toEqual({
      policy: { host: '127.0.0.1', token: 'given-by-the-user' },
      query: '',
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('keeps no token where others can write to its folder, and takes none from there', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-access-'));
  try {
    await writeFile(path.join(folder, 'token'), 'a'.repeat(48), { mode: 0o600 });
    await chmod(folder, 0o1777);
    const variables = { OBSERVATORY_DB: path.join(folder, 'observatory.db') };
    const open = () => openAccess({ port: 0, host: '127.0.0.1', token: null, variables }, () => Promise.resolve(false));
    const tokens = [await open(), await open()].map(({ policy }) => policy.token);
    expect(new Set([...tokens, 'a'.repeat(48)]).size).toBe(3);
    for (const token of tokens) expect(token).toMatch(/^[\da-f]{48}$/u);
    expect(await readdir(folder)).toEqual(['token']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.each([
  ['empty', '', 0o600],
  ['cut off', 'abc', 0o600],
  ['readable by others', 'a'.repeat(48), 0o644],
])('replaces a token file that is %s', async (_, token, mode) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-access-'));
  try {
    const file = path.join(folder, 'token');
    await writeFile(file, token);
    await chmod(file, mode);
    const variables = { OBSERVATORY_DB: path.join(folder, 'observatory.db') };
    const { policy } = await openAccess({ port: 0, host: '127.0.0.1', token: null, variables }, () => Promise.resolve(false));
    expect(policy.token).toMatch(/^[\da-f]{48}$/u);
    expect(policy.token).not.toBe(token);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['token']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('waits for no pipe in the place of a token, and names what cannot be replaced', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-access-'));
  try {
    const file = path.join(folder, 'token');
    const variables = { OBSERVATORY_DB: path.join(folder, 'observatory.db') };
    const openHere = () => openAccess({ port: 0, host: '127.0.0.1', token: null, variables }, () => Promise.resolve(false));
    execFileSync('mkfifo', ['-m', '600', file]);
    expect((await openHere()).policy.token).toMatch(/^[\da-f]{48}$/u);
    await rm(file);
    await mkdir(file);
    await expect(openHere()).rejects.toThrow(`${file} is not a token file`);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('finds the user of a connection, and none of a closed one', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:10DD 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 22 1 0000000000000000 20 4 30 10 -1',
    '   1: 0100007F:D431 0100007F:10DD 01 00000000:00000000 00:00000000 00000000  1001        0 23 1 0000000000000000 20 4 30 10 -1',
    '   2: 0100007F:D432 0100007F:10DD 05 00000000:00000000 00:00000000 00000000     0        0 0 1 0000000000000000 20 4 30 10 -1',
    '',
  ].join('\n');
  const server = '0100007F:10DD';
  expect(['D431', 'D432', 'D433'].map((port) => findSocketUser(table, `0100007F:${port}`, server))).toEqual([1001, null, null]);
});
