import { describe, expect, it } from 'vitest';
import { brief, reduceSession } from '../__fixtures__/claude-code.ts';
import { readDocument } from '../__fixtures__/document.ts';
import type { Drafts } from '../format.ts';

describe('responses', () => {
  it('gives each line of a message its own record and one response id', async () => {
    const { records, responses } = await reduceSession('growing-usage.jsonl');
    expect(records.map(brief)).toEqual([
      [1, 'prompt', null, 'Count the tests'],
      [2, 'reasoning', null, 'Where are they?'],
      [3, 'response', null, 'Looking.'],
      [4, 'tool_call', null, ''],
      [5, 'tool_result', null, 'a.test.ts\nb.test.ts'],
      [6, 'reasoning', 'redacted', ''],
      [6, 'response', null, 'There are two.'],
    ]);
    expect(records[3]).toMatchObject({
      response: 'msg_a',
      model: 'claude-opus-4-7',
      call: { nativeCallId: 'toolu_1', name: 'Glob', params: '{"pattern":"**/*.test.ts"}' },
    });
    expect(responses.map(({ nativeId, tokens, cacheWrite1h }) => [nativeId, tokens.output, tokens.cacheWrite, cacheWrite1h])).toEqual([
      ['msg_a', 5, 900, 400],
      ['msg_a', 5, 900, 400],
      ['msg_a', 87, 900, 400],
      ['msg_b', 9, 900, 400],
    ]);
  });

  it('takes messages that the agent wrote itself for no response', async () => {
    const { records, responses } = await reduceSession('compaction.jsonl');
    expect(responses.map((response) => response.nativeId)).toEqual(['m1']);
    expect(records.at(-1)).toMatchObject({ kind: 'system', subtype: 'service_error', text: 'API Error: 529' });
    expect(records.at(-1)?.response).toBeUndefined();
  });
});

const resultsOf = (drafts: Drafts) => drafts.records.flatMap((record) => record.result ?? []);

describe('results', () => {
  it('tells the six ways in which calls end, exit codes and durations', async () => {
    const drafts = await reduceSession('outcomes.jsonl');
    expect(
      resultsOf(drafts).map(({ nativeCallId, outcome, outcomeSource, exitCode, durationMs }) => [
        nativeCallId,
        outcome,
        outcomeSource,
        exitCode,
        durationMs,
      ]),
    ).toEqual([
      ['t1', 'ok', 'flag', null, null],
      ['t2', 'error', 'flag', 3, null],
      ['t3', 'rejected', 'text', null, null],
      ['t4', 'interrupted', 'flag', null, null],
      ['t5', 'error', 'text', null, null],
      ['t6', 'ok', 'flag', 1, 2500],
    ]);
    expect(drafts.records.find((record) => record.line === 9)).toMatchObject({
      text: 'line 1',
      attachments: [{ mediaType: 'image/png', bytes: 5 }],
    });
  });
});

describe('odd lines', () => {
  it('keeps what it does not understand and counts it', async () => {
    const { records, issues } = await reduceSession('odd-lines.jsonl');
    expect(records[0]?.text).toBe('Hello\u2028world');
    expect(issues.map((issue) => [issue.line, issue.code])).toEqual([
      [3, 'not_an_object'],
      [4, 'not_an_object'],
      [5, 'not_an_object'],
    ]);
    expect(records.filter((record) => record.unknown).map((record) => [record.line, record.subtype])).toEqual([
      [7, 'user'],
      [8, 'user'],
      [9, 'assistant'],
      [10, null],
      [11, 'from-the-future'],
      [12, 'hologram'],
    ]);
    expect(records.find((record) => record.line === 8)?.nativeKey).toBeNull();
    expect(records.filter((record) => record.line === 12).map((record) => record.result?.outcome ?? record.kind)).toEqual([
      'meta',
      'tool_call',
      'error',
    ]);
    expect(records.at(-1)).toMatchObject({ kind: 'system', subtype: 'info', atMs: null });
  });
});

describe('streamed output', () => {
  it('is read with its subagents and the reported cost', async () => {
    const streamed = '5e550007-0000-4000-8000-000000000001';
    const { records, sessions, links } = await reduceSession('stream.jsonl');
    expect(records.map((record) => [record.session === streamed, record.kind])).toEqual([
      [true, 'system'],
      [true, 'tool_call'],
      [false, 'prompt'],
      [false, 'response'],
      [true, 'tool_result'],
      [true, 'system'],
    ]);
    expect(sessions.at(-1)).toMatchObject({ nativeId: streamed, costUsd: 0.125 });
    expect(links).toEqual([{ session: streamed, nativeCallId: 'task_1', childNativeId: `${streamed}:task_1` }]);
  });

  it('is read alike from one list', async () => {
    const [list, lines] = [readDocument('claude-code-list', 'claude-code/list.json'), await reduceSession('stream.jsonl')];
    const recordsAndLinks = ({ records, links }: Drafts) => [
      records.map(({ session, kind, text, call }) => [session, kind, text, call?.name]),
      links,
    ];
    expect(recordsAndLinks(list)).toEqual(recordsAndLinks(lines));
  });
});
