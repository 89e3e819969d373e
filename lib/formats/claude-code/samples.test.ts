import { open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readFileHead } from '../../sources/file-head.ts';
import { readLines } from '../../sources/lines.ts';
import { makeDrafts, type Drafts } from '../format.ts';
import { detectFormat } from '../registry.ts';

const samples = process.env.OBSERVATORY_SAMPLES;

const usage = z.partialRecord(z.enum(['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']), z.int());
const expectedFile = z.object({
  tool_uses: z.int(),
  tool_errors: z.int(),
  rejected_of_errors: z.int(),
  api_responses: z.int(),
  usage_dedup_max_output: usage,
});

/** Reads a whole file into drafts. */
const reduceFile = async (file: string): Promise<Drafts> => {
  const handle = await open(file);
  const drafts = makeDrafts();
  try {
    const detected = detectFormat(await readFileHead(handle));
    if (!('format' in detected) || !detected.format.openLines) throw new Error(`${file} is no file of lines.`);
    const reader = detected.format.openLines({ path: file }, null);
    for await (const batch of readLines(handle.createReadStream({ start: 0, autoClose: false }), { offset: 0, line: 0 })) {
      for (const line of [...batch.lines, ...(batch.tail ? [batch.tail] : [])]) reader.read(line, JSON.parse(line.text), drafts);
    }
  } finally {
    await handle.close();
  }
  return drafts;
};

/** Another way to the same sums: of each message id the line with the most output tokens. */
const sumResponses = (drafts: Drafts) => {
  const merged = new Map<string, { input: number; output: number; cacheRead: number; cacheWrite: number }>();
  for (const { nativeId, tokens } of drafts.responses) {
    const before = merged.get(nativeId);
    merged.set(nativeId, {
      input: Math.max(before?.input ?? 0, tokens.input ?? 0),
      output: Math.max(before?.output ?? 0, tokens.output ?? 0),
      cacheRead: Math.max(before?.cacheRead ?? 0, tokens.cacheRead ?? 0),
      cacheWrite: Math.max(before?.cacheWrite ?? 0, tokens.cacheWrite ?? 0),
    });
  }
  const sum = (key: 'input' | 'output' | 'cacheRead' | 'cacheWrite') => [...merged.values()].reduce((total, one) => total + one[key], 0);
  return { count: merged.size, input: sum('input'), output: sum('output'), cacheRead: sum('cacheRead'), cacheWrite: sum('cacheWrite') };
};

describe.skipIf(!samples)('Claude Code samples', async () => {
  const root = samples ?? '';
  const listed = samples
    ? z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(path.join(root, 'expected.json'), 'utf8')))
    : {};
  const files = Object.keys(listed).filter((file) => file.startsWith('claude-code/'));

  it.each(files)('%s has the counts of the independent script', async (file) => {
    const expected = expectedFile.parse(listed[file]);
    const drafts = await reduceFile(path.join(root, file));
    const outcomes = drafts.records.flatMap((record) => record.result?.outcome ?? []);
    const rejected = outcomes.filter((outcome) => outcome === 'rejected').length;
    const responses = sumResponses(drafts);
    expect({
      calls: drafts.records.filter((record) => record.call).length,
      errors: outcomes.filter((outcome) => outcome === 'error').length + rejected,
      rejected,
      responses: responses.count,
      input: responses.input,
      output: responses.output,
      cacheRead: responses.cacheRead,
      cacheWrite: responses.cacheWrite,
    }).toEqual({
      calls: expected.tool_uses,
      errors: expected.tool_errors,
      rejected: expected.rejected_of_errors,
      responses: expected.api_responses,
      input: expected.usage_dedup_max_output.input_tokens ?? 0,
      output: expected.usage_dedup_max_output.output_tokens ?? 0,
      cacheRead: expected.usage_dedup_max_output.cache_read_input_tokens ?? 0,
      cacheWrite: expected.usage_dedup_max_output.cache_creation_input_tokens ?? 0,
    });
    expect(drafts.records.filter((record) => record.unknown)).toEqual([]);
  });

  it('gives a record for every line that is an object, and knows every one but the broken', async () => {
    const entries = samples ? await readdir(path.join(root, 'claude-code'), { recursive: true, withFileTypes: true }) : [];
    const unknown: string[] = [];
    for (const entry of entries.filter((one) => one.name.endsWith('.jsonl') && one.name !== 'journal.jsonl')) {
      const file = path.join(entry.parentPath, entry.name);
      const lines = (await readFile(file, 'utf8')).split('\n').flatMap((text, index) => (text.startsWith('{') ? [index + 1] : []));
      if (lines.length === 0) continue;
      const { records } = await reduceFile(file);
      const read = new Set(records.map((record) => record.line));
      expect(
        lines.filter((line) => !read.has(line)),
        file,
      ).toEqual([]);
      unknown.push(...records.flatMap((record) => (record.unknown ? [`${entry.name}:${String(record.line)}`] : [])));
    }
    expect(unknown).toEqual(['edge_cases.jsonl:10', 'edge_cases.jsonl:11', 'edge_cases.jsonl:14']);
  });
});
