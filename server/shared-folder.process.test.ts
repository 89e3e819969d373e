import { spawnSync } from 'node:child_process';
import { chmod, chown, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toSpoolFolder } from '../lib/services/hook/hook-spool.ts';
import { folderOf, isBuilt, start, useServers } from './__fixtures__/built-server.ts';

// Only root can give files to somebody else; for others, what is shared are their own files.
const isRoot = process.geteuid?.() === 0;
const other = 65_534;
const give = async (place: string): Promise<void> => {
  if (isRoot) await chown(place, other, other);
};

useServers();

const event = {
  hook_event_name: 'PostToolUse',
  session_id: 's',
  tool_name: 'Bash',
  tool_use_id: 'toolu_1',
  tool_input: { command: 'true' },
  tool_response: { stdout: 'done', stderr: '' },
};

const setUp = async () => {
  const data = path.join(folderOf(), 'data');
  const databaseFile = path.join(data, 'observatory.db');
  const spool = toSpoolFolder(databaseFile);
  const config = path.join(data, 'observatory.config.yaml');
  const mine = path.join(folderOf(), 'mine');
  await mkdir(spool, { recursive: true });
  await writeFile(path.join(spool, '1700000000000000-1-aaaaaaaaaaaa-bbbbbbbbbbbb.json'), JSON.stringify(event));
  await writeFile(config, 'sinks:\n  - { name: theirs, kind: webhook, secret_env: THEIRS, url: "http://127.0.0.1:9/theirs" }\n');
  await writeFile(mine, 'mine');
  await symlink(mine, path.join(data, 'hook.log'));
  for (const one of [config, spool, path.dirname(spool)]) await give(one);
  await chmod(data, 0o1777);
  return { data, databaseFile, spool, config, mine };
};

describe.skipIf(!isBuilt)(
  `a folder that others can write to${isRoot ? '' : ' (skipped: files of another user, which only root can make)'}`,
  () => {
    it('gives a server no settings, sessions or files, and the command that makes it private', async () => {
      const { data, config } = await setUp();
      const { url, child } = await start();
      let stderr = '';
      child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      const get = async (place: string): Promise<unknown> => (await fetch(`${url}${place}`)).json();
      const command = `chmod go-w ${data}`;
      expect(await get('/api/observers')).toMatchObject({
        origin: 'usual',
        problems: [{ line: null, message: expect.stringContaining(command) as string }],
      });
      expect(await get('/api/deliveries')).toMatchObject({ sinks: [] });
      const uploaded = await fetch(`${url}/api/imports?name=a.jsonl`, { method: 'POST', body: '{}\n' });
      expect(uploaded.status).not.toBe(201);
      await expect.poll(() => stderr, { timeout: 10_000 }).toContain('hook spool');
      expect(await get('/api/sessions')).toMatchObject({ total: 0 });
      expect(stderr.split('\n').filter((line) => line.includes('"hook spool"'))).toHaveLength(1);
      // Without a restart.
      if (isRoot) await chown(config, 0, 0);
      await chmod(data, 0o700);
      expect(await get('/api/observers')).toMatchObject({ origin: 'file', problems: [] });
      expect(await readdir(data)).not.toContain('spool');
    });

    it('gives a hook none either, which follows no link and still records its event', async () => {
      const { databaseFile, spool, data, mine } = await setUp();
      const env = {
        NODE_ENV: 'test' as const,
        PATH: process.env.PATH,
        HOME: folderOf(),
        OBSERVATORY_DB: databaseFile,
        OBSERVATORY_HOOK_MS: '4000',
      };
      const hook = () =>
        spawnSync(process.execPath, [path.resolve('dist/hook.mjs')], { env, input: JSON.stringify(event), encoding: 'utf8' });
      const { status, stdout, stderr } = hook();
      expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
      expect(stderr).toContain(`chmod go-w ${data}`);
      expect(stderr).toContain('hook.log was not written');
      expect([await readFile(mine, 'utf8'), (await lstat(path.join(data, 'hook.log'))).isSymbolicLink()]).toEqual(['mine', true]);
      expect(await readdir(spool)).toHaveLength(1);
      const list = spawnSync(process.execPath, [path.resolve('dist/observatory.mjs'), 'sessions', '--json'], { env, encoding: 'utf8' });
      expect(JSON.parse(list.stdout)).toHaveLength(1);
      expect(list.stderr).toContain(`chmod go-w ${data}`);
    });
  },
);
