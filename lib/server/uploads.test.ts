import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFixture } from '../formats/__fixtures__/reduce-bytes.ts';
import { makeTrajectoryService } from '../services/trajectories/trajectory-service.ts';
import { openArchive, type Archive } from './__fixtures__/demo-archive.ts';
import { importTrajectories, openImport } from './uploads.ts';

let folder = '';
let archive: Archive;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-uploads-'));
  archive = openArchive(folder);
});
afterEach(async () => {
  await archive.store.close();
  await rm(folder, { recursive: true });
});

const send = (name: string, body: string) =>
  importTrajectories(
    { imports: archive.imports, trajectories: makeTrajectoryService(archive) },
    { name },
    new Request('http://localhost/api/trajectories', { method: 'POST', body, headers: { 'content-length': String(body.length) } }),
  );

const dump = readFixture('weakincentives/renders.jsonl').toString('utf8');
const [first = '', second = ''] = dump.split('\n');

it('answers the trajectories of snapshots, and fails where the only file was refused', async () => {
  expect((await send('dump.jsonl', dump)).trajectories).toMatchObject([{ snapshots: 3, flaw: null }]);
  await expect(send('swapped.jsonl', `${second}\n${first}\n`)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^Line 2 contradicts .*line 1 of dump\.jsonl/u) as unknown,
  });
  await expect(send('bad.json', first.replace('"version": "1"', '"version": 1'))).rejects.toMatchObject({ code: 'unreadable' });
  await expect(send('other.json', '{"a": 1}')).rejects.toMatchObject({ code: 'unsupported_format' });
});

it('requires the name of a file that is the body', async () => {
  const post = (body: string | null) => new Request('http://localhost/api/imports', { method: 'POST', body });
  const named = new Request(post(dump), { headers: { 'content-length': String(dump.length) } });
  await expect(openImport(archive.imports, {}, named)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(/^query\.name: is required/u) as unknown,
  });
  expect((await archive.imports.list({ cursor: null, limit: 1 })).total).toBe(0);
  expect(await openImport(archive.imports, {}, post(null))).toMatchObject({ id: expect.any(String) as unknown });
});
