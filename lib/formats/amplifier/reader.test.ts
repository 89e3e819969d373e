import { describe, expect, it } from 'vitest';
import { readDocument } from '../__fixtures__/document.ts';
import { reduceBytes, readFixture } from '../__fixtures__/reduce-bytes.ts';
import type { Drafts } from '../format.ts';
import { formats } from '../registry.ts';

const id = '11111111-2222-4333-8444-555555555555';
const childId = `${id}-00aa11bb22cc33dd_foundation:explorer`;

const formatOf = (name: string) => {
  const format = formats.find((one) => one.id === name);
  if (!format) throw new Error(`No format ${name}.`);
  return format;
};
const reduceFixture = (name: string, folder = id): Promise<Drafts> =>
  reduceBytes(
    formatOf(name.includes('transcript') ? 'amplifier-transcript' : 'amplifier-events'),
    readFixture(`amplifier/${name}`),
    `/logs/${folder}/${name}`,
  );
const reduceText = (lines: readonly unknown[], path = '/logs/x.jsonl'): Promise<Drafts> =>
  reduceBytes(formatOf('amplifier-events'), Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')), path);

const shown = ({ records }: Drafts) =>
  records
    .filter((record) => record.kind !== 'meta')
    .map(({ kind, text, call, result }) => [kind, call?.name, result?.outcome, text].filter(Boolean).join(' '));
const keysOf = ({ records }: Drafts) => new Set(records.filter((record) => record.ownsKey).map((record) => record.nativeKey));

describe('an Amplifier event log', () => {
  it('shows each text once, and keeps every line', async () => {
    const drafts = await reduceFixture('events.jsonl');
    expect(shown(drafts)).toEqual([
      'prompt Count the files',
      'reasoning Look first',
      'response I look.',
      'tool_call bash',
      'tool_result ok a\nb',
      'tool_call read_file',
      'tool_result error No such file',
      'tool_call delegate',
      'tool_result ok Nothing deeper',
      'tool_result error Too slow',
      'boundary Conversation compacted: 9000 to 3000 tokens',
      'response Two files.',
      'prompt Again',
      'tool_call bash',
      'tool_result error',
      'system overloaded',
      'system Run ended: cancelled, 2 turns',
    ]);
    expect(new Set(drafts.records.map((record) => record.line)).size).toBe(23);
    expect(drafts.records.filter((record) => record.unknown).map((record) => record.subtype)).toEqual(['weather:changed']);
  });

  it('reads how a call ended, how long it took and what it started', async () => {
    const { records, links } = await reduceFixture('events.jsonl');
    const results = records.flatMap(({ result }) => (result ? [[result.nativeCallId, result.durationMs, result.exitCode]] : []));
    expect(results).toEqual([
      ['call-1', 850, 0],
      ['call-2', 12, null],
      ['call-3', null, null],
      ['call-4', null, null],
      ['call-5', 1000, null],
    ]);
    expect(links).toEqual([{ session: id, nativeCallId: 'call-3', childNativeId: childId }]);
  });

  it('does not make up arguments that the log leaves out', async () => {
    const { records } = await reduceFixture('events.jsonl');
    expect(records.flatMap(({ call }) => (call ? [call.params] : []))).toEqual([
      ...['{"command":"ls"}', '{"file_path":"c"}', '{"agent":"foundation:explorer","instruction":"Look deeper"}', ''],
    ]);
  });

  it('counts tokens of responses, which texts and calls belong to', async () => {
    const { records, responses } = await reduceFixture('events.jsonl');
    expect(responses.map(({ tokens, model }) => [model, tokens.input, tokens.output, tokens.cacheRead, tokens.cacheWrite])).toEqual([
      ['m-1', 100, 20, 40, 5],
      ['m-1', 50, 10, null, null],
    ]);
    expect(records.find((record) => record.text === 'I look.')?.response).toBe(responses[0]?.nativeId);
    expect(records.find((record) => record.text === 'Two files.')?.response).toBe(responses[1]?.nativeId);
  });

  it('says little of a request, whose bytes are the whole conversation', async () => {
    const { records } = await reduceFixture('events.jsonl');
    expect(records.find((record) => record.subtype === 'llm:request')).toMatchObject({ kind: 'meta', text: 'm-1 · 1 messages' });
  });

  it('gives what both envelopes tell the same keys, and several sessions their own lines', async () => {
    const [logged, bare, child] = [
      await reduceFixture('events.jsonl'),
      await reduceFixture('bare-events.jsonl'),
      await reduceFixture('child-events.jsonl'),
    ];
    expect(keysOf(bare)).toEqual(new Set([...keysOf(logged), ...keysOf(child)]));
    expect(bare.responses.map((one) => one.nativeId)).toEqual([...logged.responses, ...child.responses].map((one) => one.nativeId));
    expect(new Set(bare.records.map((record) => record.session))).toEqual(new Set([id, childId]));
    expect(bare.sessions.slice(0, 2)).toMatchObject([
      { nativeId: id, cwd: 'app' },
      { nativeId: id, cwd: '/srv/app', atMs: null },
    ]);
  });

  it('takes the text of a raw response for that of the response, and leaves the rest of it to the line', async () => {
    const content = [{ type: 'text', text: 'Hello' }];
    const { records } = await reduceText([
      { event: 'llm:request:raw', data: { session_id: 's', params: { messages: [1, 2] } } },
      { event: 'llm:response', data: { content } },
      { event: 'llm:response:raw', data: { response: { content } } },
      { event: 'llm:response:debug', data: { response: { content } } },
    ]);
    expect(records.map(({ kind, text }) => [kind, text])).toEqual([
      ['meta', '2 messages'],
      ['meta', ''],
      ['response', 'Hello'],
      ['meta', ''],
      ['meta', ''],
    ]);
  });

  it('marks an answer whose text the log leaves out, once a turn', async () => {
    const { records, responses } = await reduceFixture('textless-events.jsonl');
    const spoken = records.filter(({ kind }) => kind !== 'meta').map(({ kind, subtype, text }) => [kind, subtype ?? '', text].join(' '));
    expect(spoken).toEqual(['prompt  Name the capital', 'reasoning redacted ', 'prompt  And its river', 'response  The Seine.']);
    expect(records.find(({ subtype }) => subtype === 'redacted')).toMatchObject({ response: responses[0]?.nativeId, model: 'm-1' });
  });

  it('knows a subagent by its id', async () => {
    const { sessions } = await reduceText([{ event: 'session:start', data: { session_id: childId } }]);
    expect(sessions).toMatchObject([{ nativeId: childId, parentNativeId: id, relation: 'subagent', agentName: 'foundation:explorer' }]);
    const span = await reduceText([{ event: 'session:fork', data: { session_id: '0123456789abcdef-00aa11bb22cc33dd_seer', parent: id } }]);
    expect(span.sessions).toMatchObject([{ parentNativeId: id, agentName: 'seer' }]);
    const unknown = await reduceText([{ event: 'session:start', data: { session_id: '0123456789abcdef-00aa11bb22cc33dd_seer' } }]);
    expect(unknown.sessions[0]?.parentNativeId).toBeUndefined();
  });

  it('gives lines that name no session to that of the folder', async () => {
    const line = { event: 'tool:pre', data: { tool_name: 'bash' } };
    const sessionOf = async (path: string) => (await reduceText([line], path)).records[0]?.session;
    expect(await sessionOf(`/p/${id}/events.jsonl`)).toBe(id);
    expect(await sessionOf('/p/sessions/abc/context-intelligence/events.jsonl')).toBe('abc');
    expect(await sessionOf('/p/downloads/events.jsonl')).toMatch(/^unnamed-/u);
  });

  it('takes calls that repeat an id for calls of their own', async () => {
    const pair = (name: string) => ({ event: name, data: { session_id: 's', tool_call_id: 'call_0', tool_name: 'bash', tool_input: {} } });
    const { records } = await reduceText([pair('tool:pre'), pair('tool:post'), pair('tool:pre'), pair('tool:start'), pair('tool:post')]);
    expect(records.map((record) => record.kind)).toEqual(['tool_call', 'tool_result', 'tool_call', 'meta', 'tool_result']);
    expect(keysOf({ records, sessions: [], responses: [], links: [], issues: [] }).size).toBe(4);
  });

  it('takes cached tokens out of the input where the provider counts them in', async () => {
    const data = {
      session_id: 's',
      provider: 'openai',
      usage: { input_tokens: 100, cache_read_tokens: 60, output_tokens: 5, cost_usd: '0.25' },
    };
    const { responses } = await reduceText([{ event: 'llm:response', data }]);
    expect(responses).toMatchObject([{ tokens: { input: 40, cacheRead: 60, output: 5 }, costUsd: 0.25 }]);
  });
});

describe('an Amplifier transcript', () => {
  it('shows calls once, and what was put in as no prompt', async () => {
    const drafts = await reduceFixture('transcript.jsonl');
    expect(shown(drafts)).toEqual([
      'prompt Count the files',
      'system <system-reminder>Be brief</system-reminder>',
      'reasoning Look first',
      'response I look.',
      'tool_call bash',
      'tool_result ok a\nb',
      'tool_call read_file',
      'tool_call delegate',
      'tool_result error No such file',
      'tool_result ok Nothing deeper',
      'response Two files.',
      'prompt Again',
      'response Sorry.',
    ]);
    expect(drafts.records.at(-1)).toMatchObject({ kind: 'meta', unknown: true, subtype: 'narrator' });
    expect(drafts.links).toEqual([{ session: id, nativeCallId: 'call-3', childNativeId: childId }]);
  });

  it('gives what the log tells too the same keys', async () => {
    const [log, transcript] = [keysOf(await reduceFixture('events.jsonl')), keysOf(await reduceFixture('transcript.jsonl'))];
    expect([...transcript].filter((key) => !log.has(key))).toHaveLength(1);
    expect([...log].filter((key) => !transcript.has(key))).toHaveLength(3);
  });

  it('is a session of its own outside the folder of one', async () => {
    const { sessions } = await reduceFixture('transcript.jsonl', 'downloads');
    expect(sessions.map((session) => session.nativeId)).toEqual([expect.stringMatching(/^unnamed-/u)]);
  });
});

describe('metadata.json', () => {
  it('describes its session', () => {
    const drafts = readDocument('amplifier-metadata', 'amplifier/metadata.json');
    expect(drafts.sessions).toMatchObject([{ nativeId: id, title: 'Counting files', titleRank: 3, model: 'm-1' }]);
    expect(drafts.records).toEqual([]);
  });
});
