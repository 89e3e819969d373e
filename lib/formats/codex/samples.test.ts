import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readFileHead } from '../../sources/file-head.ts';
import { foldBytes } from '../__fixtures__/fold.ts';
import { detectFormat } from '../registry.ts';

const samples = process.env.OBSERVATORY_SAMPLES;

const usage = z.object({ input_tokens: z.int(), cached_input_tokens: z.int(), output_tokens: z.int() });
const expectedFile = z.object({
  lines: z.int().optional(),
  session_meta: z.int().optional(),
  tool_calls: z.int().optional(),
  tool_outputs: z.int(),
  final_total_token_usage: usage.optional(),
});

describe.skipIf(!samples)('Codex samples', async () => {
  const root = samples ?? '';
  const listed = samples
    ? z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(path.join(root, 'expected.json'), 'utf8')))
    : {};

  it.each(Object.keys(listed).filter((file) => file.startsWith('codex/')))('%s has the counts of the independent script', async (name) => {
    const expected = expectedFile.parse(listed[name]);
    const file = path.join(root, name);
    const handle = await open(file);
    const detected = detectFormat(await readFileHead(handle));
    await handle.close();
    if (!('format' in detected)) throw new Error(`${name} is no rollout.`);
    const { records, responses, issues } = await foldBytes(detected.format, await readFile(file), file);
    expect(issues).toEqual([]);
    if (expected.lines !== undefined) expect(new Set(records.map((record) => record.line)).size).toBe(expected.lines);
    if (expected.session_meta !== undefined)
      expect(records.filter((record) => record.subtype === 'session_meta').length).toBe(expected.session_meta);
    // The script counts distinct call ids of one kind of line, and function_calls.jsonl repeats one: both lines are calls here.
    const callIds = new Set(records.flatMap((record) => record.call?.nativeCallId ?? []));
    if (expected.tool_calls !== undefined) expect(callIds.size).toBe(expected.tool_calls);
    if (expected.tool_calls !== undefined) expect(records.filter((record) => record.result).length).toBe(expected.tool_outputs);
    const sum = (of: (tokens: (typeof responses)[number]['tokens']) => number | null) =>
      responses.reduce((total, { tokens }) => total + (of(tokens) ?? 0), 0);
    const final = expected.final_total_token_usage;
    if (!final) return;
    expect(sum((tokens) => tokens.input) + sum((tokens) => tokens.cacheRead)).toBe(final.input_tokens);
    expect(sum((tokens) => tokens.cacheRead)).toBe(final.cached_input_tokens);
    expect(sum((tokens) => tokens.output)).toBe(final.output_tokens);
  });
});
