import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readFileHead } from '../../sources/file-head.ts';
import { reduceBytes } from '../__fixtures__/reduce-bytes.ts';
import { detectFormat } from '../registry.ts';

const samples = process.env.OBSERVATORY_SAMPLES;

const usage = z.object({
  input_tokens: z.int(),
  cached_input_tokens: z.int(),
  output_tokens: z.int(),
  reasoning_output_tokens: z.int(),
  total_tokens: z.int(),
});
/** Counts of the independent script: every field that it gives for a rollout. */
const expectedFile = z.strictObject({
  lines: z.int().optional(),
  bad_lines: z.int().optional(),
  session_meta: z.int().optional(),
  tool_calls: z.int().optional(),
  tool_calls_by_call_id: z.int().optional(),
  tool_outputs: z.int(),
  final_total_token_usage: usage.optional(),
});

/**
 * Where calls are told more widely here. The script counts ids of items that end in `_call`, and of `function_call_output`
 * and `custom_tool_call_output`.
 */
const wider: Record<string, { calls: readonly string[]; results: readonly string[] }> = {
  // `call-5` and `call-6` are told by events alone (an MCP call, a patch), a search of tools has an output of its own kind,
  // and the item of a web search says itself how it ended.
  'codex/agent-sessions-stage0/small.jsonl': { calls: ['call-5', 'call-6'], results: ['call-3', 'call-5', 'call-6', 'ws-1'] },
};

/** Calls that have no id, and their results: the script counts ids alone. */
const withoutId: Record<string, { calls: number; results: number }> = {
  'codex/agent-sessions-stage0/large.jsonl': { calls: 1, results: 1 },
  'codex/agent-sessions-stage0/schema_drift.jsonl': { calls: 1, results: 1 },
};

describe.skipIf(!samples)('Codex samples', async () => {
  const root = samples ?? '';
  const listed = samples
    ? z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(path.join(root, 'expected.json'), 'utf8')))
    : {};
  const files = Object.keys(listed).filter((file) => file.startsWith('codex/'));

  const reduceSample = async (name: string) => {
    const file = path.join(root, name);
    const handle = await open(file);
    const detected = detectFormat(await readFileHead(handle));
    await handle.close();
    if (!('format' in detected)) throw new Error(`${name} is no rollout.`);
    return reduceBytes(detected.format, await readFile(file), file);
  };

  it.each(files)('%s has the counts of the independent script', async (name) => {
    const expected = expectedFile.parse(listed[name]);
    const { records, responses, issues } = await reduceSample(name);
    expect(issues.length).toBe(expected.bad_lines ?? 0);
    expect(records.filter((record) => record.unknown)).toEqual([]);
    if (expected.lines !== undefined) expect(new Set(records.map((record) => record.line)).size).toBe(expected.lines);
    if (expected.session_meta !== undefined)
      expect(records.filter((record) => record.subtype === 'session_meta').length).toBe(expected.session_meta);

    const more = wider[name] ?? { calls: [], results: [] };
    const calls = records.flatMap((record) => record.call ?? []);
    const results = records.flatMap((record) => record.result ?? []);
    const callIds = new Set(calls.flatMap((call) => call.nativeCallId ?? []));
    const resultIds = new Set(results.flatMap((result) => result.nativeCallId ?? []));
    expect(callIds.size - more.calls.length).toBe(expected.tool_calls_by_call_id ?? expected.tool_calls);
    expect(resultIds.size - more.results.length).toBe(expected.tool_outputs);
    expect([...callIds]).toEqual(expect.arrayContaining([...more.calls]));
    expect([...resultIds]).toEqual(expect.arrayContaining([...more.results]));
    expect({
      calls: calls.filter((call) => call.nativeCallId === null).length,
      results: results.filter((result) => result.nativeCallId === null).length,
    }).toEqual(withoutId[name] ?? { calls: 0, results: 0 });

    const sum = (of: (tokens: (typeof responses)[number]['tokens']) => number | null) =>
      responses.reduce((total, { tokens }) => total + (of(tokens) ?? 0), 0);
    if (!expected.final_total_token_usage) return;
    const input = sum((tokens) => tokens.input) + sum((tokens) => tokens.cacheRead);
    const output = sum((tokens) => tokens.output);
    expect({
      input_tokens: input,
      cached_input_tokens: sum((tokens) => tokens.cacheRead),
      output_tokens: output,
      reasoning_output_tokens: sum((tokens) => tokens.reasoning),
      total_tokens: input + output,
    }).toEqual(expected.final_total_token_usage);
  });

  it('pairs the call and the result of other writers, which have no ids', async () => {
    const { records } = await reduceSample('codex/agent-sessions-stage0/large.jsonl');
    expect(records.find((record) => record.call)?.call).toMatchObject({ name: 'run_shell_command', nativeCallId: null });
    expect(records.find((record) => record.result)).toMatchObject({
      text: 'line1\nline2\nline3\n',
      result: { nativeCallId: null, outcome: 'ok', exitCode: 0 },
    });
  });
});
