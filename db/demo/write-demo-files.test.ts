import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDemoFiles } from './write-demo-files.ts';

const nowMs = Date.UTC(2026, 10, 20, 9, 30);

const digest = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  const toHash = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  return Promise.all(paths.map(async (path) => `${relative(folder, path)} ${await toHash(path)}`));
};

const toLines = async (path: string) => (await readFile(path, 'utf8')).trimEnd().split('\n');

describe('writeDemoFiles', () => {
  let folder: string;
  let paths: string[];
  const below = (name: string) => paths.filter((path) => relative(folder, path).startsWith(`${name}/`) && path.endsWith('.jsonl'));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'observatory-demo-'));
    paths = await writeDemoFiles(folder, { nowMs });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('writes 40 sessions of six projects, a third of them of Codex, and subagents beside them', () => {
    const mains = below('claude').filter((path) => !path.includes('/subagents/'));
    expect(mains).toHaveLength(26);
    // A worktree has a folder of its own.
    expect(new Set(mains.map((path) => relative(folder, path).split('/')[2])).size).toBe(7);
    expect(below('claude').length - mains.length).toBe(4);
    // One of them is a subagent's.
    expect(below('codex')).toHaveLength(15);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('gives the same bytes for the same options and others for another seed', async () => {
    const again = await mkdtemp(join(tmpdir(), 'observatory-demo-'));
    const other = await mkdtemp(join(tmpdir(), 'observatory-demo-'));
    await writeDemoFiles(again, { nowMs });
    await writeDemoFiles(other, { nowMs, seed: 2 });
    const [first, second, third] = await Promise.all([folder, again, other].map(digest));
    expect(second).toEqual(first);
    expect(third?.filter((entry) => first?.includes(entry))).toEqual([]);
    await rm(again, { recursive: true });
    await rm(other, { recursive: true });
  });

  it('says on the first line of every session that it is synthetic, and runs where no one works', async () => {
    for (const path of [...below('claude'), ...below('codex')]) {
      const [head = '', ...rest] = await toLines(path);
      expect(JSON.parse(head), path).toMatchObject({ synthetic: true });
      expect(head + rest.join('\n')).toContain('0.0.0-synthetic');
      for (const [, cwd] of (head + rest.join('\n')).matchAll(/"cwd":"([^"]*)"/gu)) expect(cwd).toMatch(/^\/home\/demo\//u);
    }
  });

  it('lets time run forward and ends before now', async () => {
    for (const path of [...below('claude'), ...below('codex')]) {
      const lines = (await toLines(path)).map((line) => JSON.parse(line) as { timestamp?: string });
      const times = lines.flatMap(({ timestamp }) => (timestamp ? [Date.parse(timestamp)] : []));
      expect(times, path).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThanOrEqual(nowMs);
    }
  });

  it('writes more sessions than are planned, with other bytes each', async () => {
    const many = await mkdtemp(join(tmpdir(), 'observatory-demo-'));
    const written = (await writeDemoFiles(many, { nowMs, count: 90 })).filter((path) => path.endsWith('.jsonl'));
    expect(new Set(written).size).toBe(written.length);
    const hashes = (await digest(many)).filter((entry) => entry.includes('.jsonl ')).map((entry) => entry.split(' ').at(-1));
    expect(new Set(hashes).size).toBe(hashes.length);
    await rm(many, { recursive: true });
  });

  it('streams a session of as many records as are wanted', async () => {
    const target = await mkdtemp(join(tmpdir(), 'observatory-demo-'));
    const [path = ''] = await writeDemoFiles(target, { nowMs, count: 0, longSessionRecords: 20_000 });
    const lines = (await toLines(path)).map((line) => JSON.parse(line) as { uuid?: string; timestamp?: string });
    expect(lines.length).toBeGreaterThanOrEqual(20_000);
    expect(lines.length).toBeLessThan(20_010);
    expect(new Set(lines.flatMap((line) => line.uuid ?? [])).size).toBe(lines.filter((line) => line.uuid).length);
    expect(Date.parse(lines.at(-1)?.timestamp ?? '')).toBeLessThan(nowMs);
    expect((await stat(path)).size).toBeLessThan(60_000_000);
    await rm(target, { recursive: true });
  });
});
