import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { readFixture } from '../../formats/__fixtures__/reduce-bytes.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import { redecodeSource } from '../ingest/redecode-source.ts';
import { keepSecrets } from '../export/make-cleaner.ts';
import { listOriginalLines } from '../export/original-lines.ts';
import type { ExportedFile } from '../export/export-service.ts';
import { verifyTrajectories } from './verify-trajectories.ts';
import { makeTrajectoryService, type TrajectoryService } from './trajectory-service.ts';

let folder = '';
let store: Store;
let service: TrajectoryService;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-trajectories-'));
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  service = makeTrajectoryService({ store });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const take = async (content: string) => {
  const file = path.join(folder, 'dump.jsonl');
  await writeFile(file, content);
  const { signal } = new AbortController();
  const { sessions } = await importFile(
    { store, now: () => 0 },
    { file, path: file, synthetic: false, signal, onProgress: () => undefined },
  );
  return sessions[0]?.id ?? '';
};
const readAll = async ({ parts }: ExportedFile): Promise<string> => {
  let text = '';
  for await (const part of parts) text += part;
  return text;
};

const dump = readFixture('weakincentives/renders.jsonl').toString('utf8');
const lines = dump.trim().split('\n');
const native = '11111111-2222-4333-8444-555555555555';
const page = { cursor: null, limit: 10 };
const any = { unknown: false, refused: false };

it('tells what each snapshot changed', async () => {
  const id = await take(dump);
  const { trajectory, snapshots } = await service.get(id, { from: 1, limit: 5 });
  expect(trajectory).toMatchObject({ id, part: 0, snapshots: 3, promptVersions: 2 });
  expect(snapshots).toMatchObject([
    {
      ...{ position: 1, line: 2, promptVersion: 2, prompt: ['section rules changed'], createdAtMs: Date.parse('2026-02-03T10:00:10.500Z') },
      events: { rendered: { added: 1, removed: 0 }, tool: { added: 2, removed: 0 }, executed: { added: 1, removed: 0 } },
      slices: [{ sliceType: 'app.state:Plan', before: 1, after: 1 }],
    },
    { position: 2, promptVersion: 2, prompt: [] },
  ]);
  const record = await store.findRecord(id, snapshots[0]?.recordId ?? '', 100);
  expect(record).toMatchObject({ subtype: 'snapshot', line: 2 });
  expect((await service.get(`weakincentives:${native}`, { from: 0, limit: 1 })).trajectory.id).toBe(id);
});

it('says what snapshots were read from', async () => {
  const readFrom = async (id: string) => (await service.get(id, { from: 0, limit: 1 })).sources;
  const file = path.join(folder, 'dump.jsonl');
  expect(await readFrom(await take(`${lines[0] ?? ''}\n`))).toEqual([{ kind: 'snapshot', files: 1, path: file }]);
  const id = await take(dump);
  expect(await readFrom(id)).toEqual([{ kind: 'renders', files: 1, path: file }]);
  await take(`${dump}${(lines[0] ?? '').replaceAll(native, native.replaceAll('1', '2'))}\n`);
  expect(await readFrom(id)).toEqual([{ kind: 'tree', files: 1, path: file }]);
});

it('gives the lines as they were imported, without secrets unless they are asked for', async () => {
  const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
  const leaky = dump.replaceAll('Fix it', `Fix it ${key}`);
  const id = await take(leaky);
  expect(await readAll(await service.export(id, { includeSecrets: true }))).toBe(leaky);
  const clean = await service.export(id, { includeSecrets: false });
  expect(clean.fileName).toMatch(/^trajectory-[a-z2-7]{8}\.jsonl$/u);
  const text = await readAll(clean);
  expect(text).toContain('[redacted: ');
  expect(text).not.toContain(key);
});

const verify = async (id: string) => (await verifyTrajectories(store, id)).flatMap(({ problems }) => problems);
const exportOriginal = async (id: string): Promise<string[]> => {
  const session = await store.findSession(id);
  const written = [];
  if (session) for await (const line of listOriginalLines(store, session, keepSecrets)) written.push(line);
  return written;
};

it('keeps the snapshots of a dump that was written anew, also after it is decoded again', async () => {
  const [first = '', second = '', third = ''] = lines;
  const longer = second.replace('"fix"', '"fixed"');
  const id = await take(`${first}\n`);
  await take(`${second}\n`);
  const changed = third.replaceAll(/"event_id": "/gu, '"event_id": "x');
  await take(`${third}\n`);
  // Both have the times of stored snapshots, which stay with their bytes; new events of the first are read.
  await take(`${changed}\n`);
  await take(`${longer}\n`);
  const file = path.join(folder, 'dump.jsonl');
  const source = await store.findSource(file);
  for (const isGone of [false, true]) {
    expect(await readAll(await service.export(id, { includeSecrets: true }))).toBe(dump);
    expect((await exportOriginal(id)).slice(0, 3)).toEqual(lines);
    expect(await verify(id)).toEqual([]);
    if (isGone) await rm(file);
    const input = { signal: new AbortController().signal };
    expect(await redecodeSource({ store, now: () => 0 }, source ?? { id: '' }, input)).toMatchObject({ isDone: true });
  }
  expect(await readAll(await service.export(id, { includeSecrets: true }))).toBe(dump);
  expect(await verify(id)).toEqual([]);
  await take(`${dump.trim()}\n`);
  expect(await readAll(await service.export(id, { includeSecrets: true }))).toBe(dump);
});

it('verifies snapshots whose prompt has a name that is not well-formed, and divides them by it', async () => {
  const odd = lines.map((line) => line.replaceAll('"ns": "demo"', String.raw`"ns": "\ud800"`));
  const other = (lines[2] ?? '').replace('"created_at": "2026-02-03T10', '"created_at": "2026-02-03T11');
  const id = await take(`${odd.slice(0, 2).join('\n')}\n`);
  expect(await verify(id)).toEqual([]);
  await take(`${[...odd, other].join('\n')}\n`);
  expect(await verify(id)).toEqual(['snapshot 4 is of the prompt demo/review:latest, those before it of \ufffd/review:latest']);
  expect((await service.split(id)).trajectories).toMatchObject([{ snapshots: 3, descriptor: { ns: '\ufffd' } }, { snapshots: 1 }]);
  expect(await verify(id)).toEqual([]);
});

it('refuses names of prompts that are too long for links', async () => {
  const long = 'n'.repeat(201);
  const id = await take(`${lines.slice(0, 2).join('\n').replaceAll('"ns": "demo"', `"ns": "${long}"`)}\n`);
  expect((await service.get(id, { from: 0, limit: 1 })).trajectory).toMatchObject({
    descriptor: null,
    flaw: 'the prompt of snapshot 1 has a namespace, key or tag of more than 200 characters',
  });
});

it('splits a session by prompt, and takes that back', async () => {
  const other = lines[2]?.replaceAll('"ns": "demo"', '"ns": "other"').replaceAll('10:00:20', '10:00:19') ?? '';
  const id = await take(`${dump.trim()}\n${other.replace('"created_at": "2026-02-03T10', '"created_at": "2026-02-03T11')}\n`);
  expect((await service.list(any, page)).items).toEqual([]);
  expect((await service.list({ ...any, refused: true }, page)).items).toMatchObject([
    { id, flaw: 'snapshot 4 is of the prompt other/review:latest, those before it of demo/review:latest' },
  ]);
  expect((await service.split(id)).trajectories).toMatchObject([
    { id, snapshots: 3, flaw: null, descriptor: { ns: 'demo' }, isSplit: true },
    { id: `${id}.1`, snapshots: 1, flaw: null, descriptor: { ns: 'other' } },
  ]);
  expect((await service.list({ ...any, ns: 'other', key: 'review' }, page)).items).toMatchObject([{ id: `${id}.1` }]);
  expect(await readAll(await service.export(`${id}.1`, { includeSecrets: true }))).toContain('"ns": "other"');
  expect((await service.split(`${id}.1`)).trajectories).toHaveLength(2);
  expect((await service.unsplit(`${id}.1`)).trajectories).toMatchObject([{ id, snapshots: 4, isSplit: false }]);
  await expect(service.get(`${id}.1`, { from: 0, limit: 1 })).rejects.toMatchObject({ code: 'not_found' });
});

it('refuses what is not there, and to split what is one', async () => {
  const id = await take(dump);
  await expect(service.split(id)).rejects.toMatchObject({ code: 'conflict' });
  await expect(service.get('nothing', { from: 0, limit: 1 })).rejects.toMatchObject({ code: 'not_found' });
  expect((await service.descriptors(page)).total).toBe(1);
  expect((await service.list({ ...any, unknown: true }, page)).total).toBe(0);
});
