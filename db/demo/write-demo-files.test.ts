import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDemoFiles } from './write-demo-files.ts';

const nowMs = Date.UTC(2026, 10, 20, 9, 30);
type Block = { type: string; id?: string; tool_use_id?: string; is_error?: boolean; content?: unknown };
type Line = {
  type: string;
  subtype?: string;
  uuid?: string;
  parentUuid?: string | null;
  timestamp?: string;
  sessionId: string;
  synthetic?: boolean;
  version?: string;
  cwd?: string;
  agentId?: string;
  isCompactSummary?: boolean;
  toolUseResult?: unknown;
  message?: { id?: string; model?: string; content: string | Block[]; usage?: { output_tokens: number } };
};

const parse = async (path: string): Promise<Line[]> =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const blocks = (lines: Line[]): Block[] => lines.flatMap((line) => (Array.isArray(line.message?.content) ? line.message.content : []));

const digest = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Promise.all(
    paths.map(
      async (path) =>
        `${relative(folder, path)} ${createHash('sha256')
          .update(await readFile(path))
          .digest('hex')}`,
    ),
  );
};

describe('writeDemoFiles', () => {
  let folder: string;
  let paths: string[];
  let files: Map<string, Line[]>;
  const sessionFiles = () => paths.filter((path) => path.endsWith('.jsonl'));
  const mains = () => paths.filter((path) => !path.includes('/subagents/'));
  const all = () => [...files.values()];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'observatory-demo-'));
    paths = await writeDemoFiles(folder, { nowMs });
    files = new Map(await Promise.all(sessionFiles().map(async (path) => [path, await parse(path)] as const)));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('writes 40 sessions of six projects, with subagents beside their parents', () => {
    expect(mains()).toHaveLength(40);
    expect(new Set(mains().map((path) => relative(folder, path).split('/')[1])).size).toBe(6);
    expect(sessionFiles().length).toBeGreaterThan(44);
  });

  it('gives the same bytes for the same options and others for another seed', async () => {
    const again = await mkdtemp(join(tmpdir(), 'observatory-demo-'));
    const other = await mkdtemp(join(tmpdir(), 'observatory-demo-'));
    await writeDemoFiles(again, { nowMs });
    await writeDemoFiles(other, { nowMs, seed: 2, count: 3 });
    expect(await digest(again)).toEqual(await digest(folder));
    expect(await digest(other)).not.toContain((await digest(folder))[0]);
    await rm(again, { recursive: true });
    await rm(other, { recursive: true });
  });

  it('says on the first line of every file that it is synthetic', () => {
    for (const [path, lines] of files) {
      expect(lines[0]?.synthetic, path).toBe(true);
      for (const line of lines.filter((entry) => entry.uuid)) {
        expect(line.version).toBe('0.0.0-synthetic');
        expect(line.cwd).toMatch(/^\/home\/demo\//);
      }
    }
  });

  it('names each uuid once in a session and chains every entry to one before it', () => {
    for (const lines of all()) {
      const seen = new Set<string>();
      for (const { uuid, parentUuid } of lines) {
        if (!uuid) continue;
        expect(seen.has(uuid)).toBe(false);
        if (parentUuid) expect(seen.has(parentUuid)).toBe(true);
        seen.add(uuid);
      }
    }
  });

  it('lets time run forward and ends before now', () => {
    for (const lines of all()) {
      const times = lines.flatMap((line) => (line.timestamp ? [Date.parse(line.timestamp)] : []));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThanOrEqual(nowMs);
    }
  });

  it('repeats the message id over the lines of a response while its usage grows', () => {
    const outputs = new Map<string, number[]>();
    for (const line of all().flat()) {
      const { id, usage } = line.message ?? {};
      if (id && usage) outputs.set(id, [...(outputs.get(id) ?? []), usage.output_tokens]);
    }
    const grown = [...outputs.values()].filter((counts) => counts.length > 1 && (counts.at(-1) ?? 0) > (counts[0] ?? 0));
    expect(grown.length).toBeGreaterThan(50);
  });

  it('shows every kind of story', () => {
    const text = all().map((lines) => JSON.stringify(lines));
    const having = (part: string) => text.filter((entry) => entry.includes(part)).length;
    expect(having("doesn't want to proceed")).toBeGreaterThan(1);
    expect(having('[Request interrupted by user for tool use]')).toBeGreaterThan(1);
    expect(having('"compact_boundary"')).toBeGreaterThan(0);
    expect(having('"TodoWrite"')).toBeGreaterThan(3);
    expect(having('"media_type":"image/png"')).toBeGreaterThan(0);
    expect(having('"thinking"')).toBeGreaterThan(10);
    expect(having('kestrel-coder-2')).toBeGreaterThan(1);
    expect(having('<synthetic>')).toBeGreaterThan(0);
    expect(having('請求書')).toBeGreaterThan(0);
    expect(having('command not found')).toBeGreaterThan(0);
  });

  it('has a session that fails the same test five times in the same words', () => {
    const failures = all().map((lines) =>
      blocks(lines)
        .filter((block) => block.is_error)
        .map((block) => JSON.stringify(block.content)),
    );
    expect(failures.some((texts) => texts.length >= 5 && new Set(texts).size === 1)).toBe(true);
  });

  it('has one session at work, whose last call is unanswered', () => {
    const open = all().filter(
      (lines) => lines.at(-1)?.type === 'assistant' && blocks(lines.slice(-1)).some((block) => block.type === 'tool_use'),
    );
    expect(open).toHaveLength(1);
    expect(nowMs - Date.parse(open[0]?.at(-1)?.timestamp ?? '')).toBeLessThan(150_000);
  });

  it('has a fork, which shares entries with its origin under its own session id', () => {
    const owners = new Map<string, Set<string>>();
    for (const line of all().flat()) if (line.uuid) owners.set(line.uuid, (owners.get(line.uuid) ?? new Set()).add(line.sessionId));
    expect([...owners.values()].filter((ids) => ids.size > 1).length).toBeGreaterThan(3);
  });

  it('names in the parent each subagent whose file it writes', () => {
    const named = JSON.stringify(
      all()
        .flat()
        .map((line) => line.toolUseResult),
    );
    const children = sessionFiles().filter((path) => path.includes('/subagents/'));
    for (const path of children) expect(paths).toContain(path.replace('.jsonl', '.meta.json'));
    for (const path of children) expect(named).toContain(/agent-(\w+)\.jsonl$/.exec(path)?.[1]);
  });

  it('streams a session of as many records as are wanted', async () => {
    const target = await mkdtemp(join(tmpdir(), 'observatory-demo-'));
    const [path = ''] = await writeDemoFiles(target, { nowMs, count: 0, longSessionRecords: 20_000 });
    const lines = await parse(path);
    expect(lines.length).toBeGreaterThanOrEqual(20_000);
    expect(lines.length).toBeLessThan(20_010);
    expect(new Set(lines.flatMap((line) => line.uuid ?? [])).size).toBe(lines.filter((line) => line.uuid).length);
    expect((await stat(path)).size).toBeLessThan(60_000_000);
    await rm(target, { recursive: true });
  });
});
