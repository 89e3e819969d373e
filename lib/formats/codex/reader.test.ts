import { describe, expect, it } from 'vitest';
import { readDocument } from '../__fixtures__/document.ts';
import { reduceBytes, readFixture } from '../__fixtures__/reduce-bytes.ts';
import { makeDrafts, type Drafts } from '../format.ts';
import { formats } from '../registry.ts';
import { openCodex } from './reader.ts';

const reduceFixture = async (name: string, id = 'codex'): Promise<Drafts> => {
  const format = formats.find((one) => one.id === id);
  if (!format) throw new Error(`No format ${id}.`);
  return reduceBytes(format, readFixture(`codex/${name}`), `/logs/${name}`);
};
const shown = ({ records }: Drafts) => records.filter((record) => record.kind !== 'meta').map(({ kind, text }) => `${kind}: ${text}`);
const tokensOf = ({ responses }: Drafts) => responses.map(({ tokens }) => [tokens.input, tokens.cacheRead, tokens.output]);

describe('a Codex rollout', () => {
  it('shows what two channels say once, and keeps every line', async () => {
    const drafts = await reduceFixture('parent.jsonl');
    expect(shown(drafts)).toEqual([
      'system: ',
      'system: <environment_context>here</environment_context>',
      'prompt: Fix it',
      'reasoning: Think',
      'tool_call: ',
      'tool_result: no',
      'response: Done',
    ]);
    expect(new Set(drafts.records.map((record) => record.line)).size).toBe(17);
  });

  it('counts what cumulative totals grew by, without cached input', async () => {
    const drafts = await reduceFixture('parent.jsonl');
    expect(tokensOf(drafts)).toEqual([
      [60, 40, 10],
      [90, 60, 20],
    ]);
    expect(drafts.responses.map((response) => response.model)).toEqual(['gpt-5.2', 'gpt-5.2']);
  });

  it('takes the outcome of a call from its event', async () => {
    const { records } = await reduceFixture('parent.jsonl');
    expect(records.flatMap(({ kind, outcomeOverride }) => (outcomeOverride ? [{ kind, ...outcomeOverride }] : []))).toMatchObject([
      { kind: 'meta', nativeCallId: 'c1', outcome: 'error', exitCode: 2, durationMs: 1500 },
    ]);
  });

  it('gives copied lines of a fork the keys of its parent, and its own lines others', async () => {
    const [parent, fork] = [await reduceFixture('parent.jsonl'), await reduceFixture('fork.jsonl')];
    const keys = new Set(parent.records.map((record) => record.nativeKey));
    const copied = fork.records.filter((record) => keys.has(record.nativeKey));
    expect(copied.map((record) => record.line)).toEqual([...parent.records.keys()].map((index) => index + 2));
    const known = new Set(parent.responses.map((response) => response.nativeId));
    expect(tokensOf({ ...fork, responses: fork.responses.filter((one) => !known.has(one.nativeId)) })).toEqual([[50, 50, 5]]);
    expect(fork.sessions[0]).toMatchObject({ parentNativeId: parent.sessions[0]?.nativeId, relation: 'fork' });
    expect(new Set(fork.records.map((record) => record.session)).size).toBe(1);
  });

  it('drops the totals that a subagent inherits', async () => {
    const drafts = await reduceFixture('subagent.jsonl');
    expect(tokensOf(drafts)).toEqual([[40, 20, 6]]);
    expect(drafts.sessions[0]).toMatchObject({ relation: 'subagent', agentName: 'Ada' });
  });

  it('reads outcomes from every shape, and is ok only if it is known', async () => {
    const { records, links } = await reduceFixture('outcomes.jsonl');
    const outcomes = records.flatMap(({ result }) => (result ? [[result.nativeCallId, result.outcome]] : []));
    expect(outcomes).toEqual([
      ['json', 'error'],
      ['text', 'ok'],
      ['exit', 'error'],
      ['list', 'error'],
      ['error', 'error'],
      ['plain', 'unknown'],
      ['session', 'running'],
      ['rejected', 'rejected'],
      ['flag', 'ok'],
      ['p1', 'error'],
      ['m1', 'error'],
      ['sp', 'ok'],
      ['i1', 'ok'],
    ]);
    expect(links).toMatchObject([{ nativeCallId: 'sp', childNativeId: 'child-1' }]);
    expect(records.filter((record) => record.unknown).length).toBe(3);
    expect(records.filter((record) => record.kind === 'boundary').length).toBe(1);
  });

  it('marks where the history was compacted, with its summary, and where turns were taken back', async () => {
    const { records } = await reduceFixture('history.jsonl');
    expect(records.slice(3).map(({ kind, subtype, text }) => [kind, subtype, text])).toEqual([
      ['boundary', 'compacted', 'Conversation compacted'],
      ['system', 'compact_summary', 'The shelves are sorted by colour.\nThe lower ones are empty.'],
      ['prompt', undefined, 'By size as well'],
      ['boundary', 'thread_rolled_back', 'Taken back: 1 turn'],
      ['boundary', 'thread_rolled_back', 'Taken back: 2 turns'],
    ]);
  });

  it('reads the items of later versions once', async () => {
    const { records } = await reduceFixture('items.jsonl');
    const brief = records.flatMap(({ kind, text, call, result }) =>
      kind === 'meta' ? [] : [[kind, call?.name, result?.outcome, text].filter(Boolean).join(' ')],
    );
    expect(brief).toEqual([
      'system',
      'prompt Find it',
      'tool_call web_search',
      'tool_result unknown',
      'tool_call lookup',
      'tool_result unknown A page\nhttps://example.org\nWords',
      'tool_call exec_command',
      'tool_result ok a',
      'tool_call apply_patch',
      'tool_result ok',
      'tool_call view_image',
      'tool_result unknown',
      'response Found',
    ]);
    expect(records.filter((record) => record.unknown)).toEqual([]);
    expect(records.flatMap(({ outcomeOverride }) => outcomeOverride ?? [])).toMatchObject([{ nativeCallId: 'ws1', outcome: 'ok' }]);
  });

  it('gives records that come with the next prompt a kind that extends no turn', () => {
    const drafts = makeDrafts();
    const reader = openCodex({ path: '/logs/file.jsonl' }, undefined);
    const event = (type: string, rest: object = {}) => ({ type: 'event_msg', payload: { type, ...rest } });
    const message = (role: string, text: string) => ({ type: 'response_item', payload: { type: 'message', role, content: text } });
    const values = [
      { type: 'session_meta', payload: { id: 'thread' } },
      ...[event('user_message', { message: 'First' }), event('agent_message', { message: 'Done' }), event('task_complete')],
      ...[event('thread_settings_applied', { thread_settings: { model: 'gpt-5.5' } }), event('task_started', { turn_id: 'two' })],
      ...[message('developer', '<permissions instructions>'), message('user', '<environment_context>later</environment_context>')],
      ...[
        { type: 'world_state', payload: {} },
        { type: 'turn_context', payload: { turn_id: 'two', model: 'gpt-5.5' } },
      ],
      event('user_message', { message: 'Second' }),
    ];
    for (const [index, value] of values.entries())
      reader.read({ number: index + 1, offset: index, bytes: 1, text: '', hash: String(index) }, value, drafts);
    const kinds = drafts.records.map(({ kind }) => kind);
    const between = kinds.slice(kinds.indexOf('response') + 1, kinds.lastIndexOf('prompt'));
    expect(between).toHaveLength(7);
    expect(between.filter((kind) => kind !== 'meta' && kind !== 'system')).toEqual([]);
  });

  it('reads bare lines of old versions', async () => {
    const drafts = await reduceFixture('legacy.jsonl');
    expect(shown(drafts)).toEqual(['system: Be kind', 'prompt: Hello', 'tool_call: ', 'tool_result: a', 'response: Hi']);
    expect(drafts.sessions[0]).toMatchObject({ gitBranch: 'old' });
  });
});

describe('codex exec --json', () => {
  it('joins starts and ends of items', async () => {
    const drafts = await reduceFixture('exec.jsonl', 'codex-exec');
    expect(shown(drafts)).toEqual([
      'tool_call: ',
      'tool_result: a',
      'tool_call: ',
      'tool_result: ',
      'response: Done',
      'system: Turn failed: no',
    ]);
    expect(drafts.responses).toEqual([]);
    expect(drafts.sessions.map(({ tokens }) => tokens)).toEqual([
      undefined,
      { input: 6, cacheRead: 4, cacheWrite: null, output: 2, reasoning: null },
    ]);
  });
});

describe('older files of Codex', () => {
  const brief = ({ records }: Drafts) =>
    records.flatMap(({ kind, text, result }) =>
      kind === 'meta' ? [] : [`${kind}: ${text}${result ? ` (${result.outcome} ${String(result.exitCode)})` : ''}`],
    );

  it('are read from one document', () => {
    const drafts = readDocument('codex-json', 'codex/document.json');
    expect(brief(drafts)).toEqual([
      'system: Be brief',
      'prompt: Fix it',
      'reasoning: ',
      'tool_call: ',
      'tool_result: no\n (error 2)',
      'response: Done',
    ]);
    expect(new Set(drafts.records.map(({ session }) => session))).toEqual(new Set(['4d6f6e64-6179-4000-8000-000000000001']));
  });

  it('are read from what exec printed, each file as a session of its own', async () => {
    const drafts = await reduceFixture('printed.jsonl');
    expect(brief(drafts)).toEqual(['prompt: Fix it', 'reasoning: Think', 'tool_call: ', 'tool_result: no (error 2)', 'response: Done']);
    expect(tokensOf(drafts)).toEqual([[60, 40, 10]]);
    expect(drafts.sessions[0]).toMatchObject({ cwd: '/repo', model: 'gpt-5' });
    const format = formats.find((one) => one.id === 'codex');
    const other = format && (await reduceBytes(format, readFixture('codex/printed.jsonl'), '/elsewhere/printed.jsonl'));
    expect(other?.records[0]?.session).not.toBe(drafts.records[0]?.session);
  });
});

it('names its repository without user and password', async () => {
  const meta = (git: unknown) =>
    JSON.stringify({ type: 'session_meta', payload: { id: '4d6f6e64-6179-4000-8000-000000000009', cwd: '/repo', git } });
  const format = formats.find((one) => one.id === 'codex');
  if (!format) throw new Error('There is no format.');
  const read = async (git: unknown) => (await reduceBytes(format, Buffer.from(meta(git)), '/logs/a.jsonl')).sessions[0];
  const url = 'https://ada:secret@host.org/acme/shop.git';
  expect(await read({ branch: 'main', repository_url: url })).toMatchObject({ repository: 'host.org/acme/shop', gitBranch: 'main' });
  expect(await read({ branch: 'main', repository_url: null })).toMatchObject({ repository: null });
});
