import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readValue } from '../../formats/__fixtures__/document.ts';

const samples = process.env.OBSERVATORY_SAMPLES;

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(path.join(samples ?? '', file), 'utf8'));

const listed = z.record(z.string(), z.unknown()).parse(samples ? await readJson('expected.json') : {});

const totals = z.object({
  total_prompt_tokens: z.number(),
  total_completion_tokens: z.number(),
  total_cached_tokens: z.number().default(0),
});
const atifCounts = z.object({ steps: z.int(), tool_calls: z.int(), subagents: z.int(), copied: z.int(), final: totals.nullable() });
const atifFile = z.object({
  steps: z.array(z.object({ is_copied_context: z.boolean().default(false), tool_calls: z.array(z.unknown()).default([]) })),
});

/** Files whose totals hold more than their own steps: those of their subagents, or of what they continue. */
const wider = /harbor_terminus2_summarization\.json$|\.cont-1\.json$/u;

describe.skipIf(!samples)('ATIF samples', () => {
  const files = Object.keys(listed).filter((file) => file.startsWith('atif/') && !file.endsWith('subagent_trajectories.json'));

  it.each(files)('%s has the counts of the independent script', async (file) => {
    const expected = atifCounts.parse(listed[file]);
    const document = await readJson(file);
    const { records, responses, sessions, lines } = readValue('atif', document);
    const copied = atifFile.parse(document).steps.filter((step) => step.is_copied_context);
    expect({
      steps: lines.length - 1,
      tool_calls: records.filter((record) => record.call).length + copied.flatMap((step) => step.tool_calls).length,
      subagents: new Set(sessions.map((session) => session.nativeId)).size - 1,
      copied: records.filter((record) => record.subtype === 'copied_context').length,
    }).toEqual({ steps: expected.steps, tool_calls: expected.tool_calls, subagents: expected.subagents, copied: expected.copied });
    expect(records.filter((record) => record.unknown)).toEqual([]);
    const sum = (of: 'input' | 'cacheRead' | 'output') => responses.reduce((total, one) => total + (one.tokens[of] ?? 0), 0);
    const own = {
      total_prompt_tokens: sum('input') + sum('cacheRead'),
      total_completion_tokens: sum('output'),
      total_cached_tokens: sum('cacheRead'),
    };
    if (!wider.test(file))
      expect(own).toEqual(expected.final ?? { total_prompt_tokens: 0, total_completion_tokens: 0, total_cached_tokens: 0 });
    else expect(own.total_prompt_tokens).toBeLessThan(expected.final?.total_prompt_tokens ?? 0);
  });

  it('has a parent and its child in one file', async () => {
    const { sessions, links } = readValue('atif', await readJson('atif/phoenix-client/subagent_trajectories.json'));
    expect(sessions).toMatchObject([
      { nativeId: 'sess-parent-001', family: 'orchestrator' },
      { nativeId: 'sess-child-summary-001', family: 'orchestrator', agentName: 'summarizer', parentNativeId: 'sess-parent-001' },
    ]);
    expect(links).toEqual([{ session: 'sess-parent-001', nativeCallId: 'call_summarize', childNativeId: 'sess-child-summary-001' }]);
  });
});

describe.skipIf(!samples)('chat samples', () => {
  it('have the counts of the independent script', async () => {
    const file = 'openai-chat/tau-bench-gpt-4o-airline.json';
    const { sessions, records } = readValue('chat', await readJson(file));
    const results = records.flatMap((record) => record.result ?? []);
    expect({
      sessions: new Set(sessions.map((session) => session.nativeId)).size,
      reward1: records.filter((record) => record.subtype === 'row' && /"reward":1(?:\.0)?[,}]/u.test(record.text)).length,
      tool_calls: records.filter((record) => record.call).length,
      tool_results: results.length,
      error_results: results.filter((result) => result.outcome === 'error').length,
      user_msgs: records.filter((record) => record.kind === 'prompt').length,
    }).toEqual(listed[file]);
    expect(new Set(results.map((result) => result.outcome))).toEqual(new Set(['error', 'unknown']));
  });
});
