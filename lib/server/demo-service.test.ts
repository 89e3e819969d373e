import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDemoFiles } from '../../db/demo/write-demo-files.ts';
import { makeDump } from '../store/make-dump.ts';
import { listAll, nowMs, openArchive } from './__fixtures__/demo-archive.ts';

describe('the demo service', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-demo-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('writes nothing when the same files come again', async () => {
    const { store, imports } = openArchive(folder);
    const written = await writeDemoFiles(path.join(folder, 'files'), { nowMs });
    const files = written.map((file) => ({ file, path: path.relative(folder, file) }));
    const importAll = () => imports.importFiles({ label: 'Demo', origin: 'demo', synthetic: true, files });
    await importAll();
    const before = await makeDump(store);
    const again = await importAll();
    expect(again.results.map(({ newRecords }) => newRecords).filter(Boolean)).toEqual([]);
    expect(again.results.every(({ unchanged }) => unchanged)).toBe(true);
    expect(await makeDump(store)).toEqual(before);
    await store.close();
  });

  it('puts new sessions in place of the old ones, and removes all and nothing else', async () => {
    const { store, imports, demo } = openArchive(folder);
    const own = path.resolve(import.meta.dirname, '../formats/__fixtures__/codex/parent.jsonl');
    await imports.importFiles({ label: 'Own', origin: 'upload', synthetic: false, files: [{ file: own, path: 'parent.jsonl' }] });
    await demo.create();
    const once = (await listAll(store)).length;
    await demo.create();
    expect(await listAll(store)).toHaveLength(once);
    expect(await demo.remove()).toBe(once - 1);
    expect((await listAll(store)).map(({ synthetic }) => synthetic)).toEqual([false]);
    expect((await store.sessionFacets()).syntheticCount).toBe(0);
    await store.close();
  });
});
