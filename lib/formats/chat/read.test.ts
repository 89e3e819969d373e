import { describe, expect, it } from 'vitest';
import { readDocument, toBrief } from '../__fixtures__/document.ts';
import { reduceBytes, readFixture } from '../__fixtures__/reduce-bytes.ts';
import { chatFormats } from './formats.ts';

const getFormat = (id: string) => {
  const format = chatFormats.find((one) => one.id === id);
  if (!format) throw new Error(`There is no format ${id}.`);
  return format;
};

describe('chat', () => {
  it('reads rows of conversations', () => {
    const drafts = readDocument('chat', 'chat/rows.json');
    expect(toBrief(drafts)).toEqual([
      '4:1 meta row {"task_id":4,"trial"',
      '4:1 system Be kind',
      '4:1 prompt Hi',
      '4:1 tool_call find',
      '4:1 tool_result error Error: not found',
      '4:1 tool_call find',
      '4:1 tool_result unknown found',
      '4:1 reasoning well',
      '4:1 response Bye',
      '4:2 meta row {"task_id":4,"trial"',
      '4:2 prompt Hello',
      '4:2 tool_call old',
      '4:2 tool_result unknown done',
      '4:2 response End',
    ]);
    expect(drafts.records[10]?.attachments).toEqual([{ mediaType: 'image/png', bytes: 3 }]);
    expect(drafts.responses).toMatchObject([{ tokens: { input: 6, cacheRead: 4, output: 2 } }]);
  });

  it('reads calls, results and thoughts that are parts of content', () => {
    const drafts = readDocument('chat', 'chat/blocks.json');
    expect(toBrief(drafts).filter((one) => !one.includes(' meta '))).toEqual([
      'anthropic prompt Fix it',
      'anthropic reasoning Look first',
      'anthropic response Looking',
      'anthropic tool_call bash',
      'anthropic tool_call bash',
      'anthropic tool_result error denied',
      'anthropic tool_result ok a.ts',
      'anthropic prompt And b.ts?',
      'anthropic response Done',
      'ai-sdk prompt Weather?',
      'ai-sdk reasoning Ask',
      'ai-sdk tool_call weather',
      'ai-sdk tool_result error offline',
      'ai-sdk response Unknown',
      'request-log prompt Hi',
      'request-log response Hello',
      'request-log tool_call f',
      'responses prompt Rome?',
      'responses reasoning Ask',
      'responses tool_call weather',
      'responses tool_result error Error: offline',
      'responses response Unknown',
    ]);
    expect(drafts.records.flatMap(({ call, result }) => (call ?? result)?.nativeCallId ?? [])).toEqual([
      ...['tu_1', 'tu_2', 'tu_2', 'tu_1', 'c1', 'c1', 'x', 'f1', 'f1'],
    ]);
    expect(drafts.responses.map(({ tokens }) => [tokens.input, tokens.cacheRead, tokens.cacheWrite, tokens.output])).toEqual([
      [10, 4, 2, 3],
      [5, null, null, 6],
    ]);
  });

  it('reads ShareGPT', () => {
    expect(toBrief(readDocument('chat', 'chat/sharegpt.json'))).toEqual([
      'conversation meta row {"id":"row-1"}',
      'conversation system Be kind',
      'conversation prompt Weather?',
      'conversation tool_call weather',
      'conversation tool_result unknown Rain',
      'conversation response It rains.',
      'conversation meta {"from":"narrator","',
    ]);
  });

  it('reads one message a line', async () => {
    const format = getFormat('chat-messages');
    const bytes = readFixture('chat/messages.jsonl');
    const drafts = await reduceBytes(format, bytes, '/logs/a/messages.jsonl');
    expect(drafts.records.map(({ kind, text, call, result }) => [kind, call?.name ?? result?.outcome ?? text])).toEqual([
      ['system', 'Be kind'],
      ['prompt', 'Find it'],
      ['tool_call', 'find'],
      ['tool_result', 'error'],
      ['response', 'Nothing.'],
      ['prompt', 'Find it'],
      ['response', 'Nothing.'],
    ]);
    const sessions = drafts.records.map((record) => record.session);
    expect(new Set(sessions.slice(0, 5)).size).toBe(1);
    expect(sessions.slice(5)).toEqual(['other', 'other']);
    expect(drafts.responses).toMatchObject([{ tokens: { input: 10, output: 2 } }]);
    expect(drafts.records[1]?.atMs).toBe(Date.UTC(2026, 2, 1, 10));
    const elsewhere = await reduceBytes(format, bytes, '/logs/b/messages.jsonl');
    expect(elsewhere.records[0]?.session).not.toBe(sessions[0]);
    for (const splitAfter of [1, 2, 3]) expect(await reduceBytes(format, bytes, '/logs/a/messages.jsonl', splitAfter)).toEqual(drafts);
  });

  it('names the messages of a conversation alike when it is told again and longer', async () => {
    const format = getFormat('chat-lines');
    const bytes = readFixture('chat/lines.jsonl');
    const { records, issues } = await reduceBytes(format, bytes, '/logs/lines.jsonl');
    const keysOf = (line: number) => records.filter((one) => one.line === line).map((one) => `${one.nativeKey ?? ''} ${String(one.block)}`);
    expect(keysOf(3).slice(0, 3)).toEqual(keysOf(1));
    expect(keysOf(3)).toHaveLength(5);
    expect(keysOf(2)).toHaveLength(5);
    expect(issues.map(({ line, code }) => [line, code])).toEqual([[4, 'malformed']]);
  });
});
