import { describe, expect, it } from 'vitest';
import { readFixture } from './__fixtures__/reduce-bytes.ts';
import type { Head } from './format.ts';
import { oatsTables } from './oats/tables.ts';
import { detectFormat, toResumeCommand } from './registry.ts';

const headOf = (content: string | Buffer): Head => {
  const bytes = Buffer.from(content);
  const lines = bytes.toString('utf8').split('\n').filter(Boolean);
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };
  return { bytes, values: lines.slice(0, 20).map(parse), document: parse(bytes.toString('utf8')) ?? undefined };
};

const ofValues = (...values: unknown[]) => headOf(values.map((value) => JSON.stringify(value)).join('\n'));
const ofDocument = (document: unknown) => headOf(JSON.stringify(document, null, 1));

const answerOf = (head: Head): string => {
  const detected = detectFormat(head);
  return 'format' in detected ? detected.format.id : `${detected.refusal.code}: ${detected.refusal.message}`;
};

/** A database with these tables, each given as its name and its columns. */
const ofTables = (...tables: [string, ...string[]][]): Head => ({
  ...headOf(Buffer.from('SQLite format 3\0\x10\0\x02\x02')),
  tables: tables.map(([name, ...columns]) => ({ name, columns })),
});

const messages = [{ role: 'user', content: 'Hi' }];
const sessionLine = { type: 'user', uuid: 'u', sessionId: 's', message: { role: 'user', content: 'Hi' } };

describe('detectFormat', () => {
  it.each([
    ['growing-usage.jsonl', 'claude-code'],
    ['titles.jsonl', 'claude-code'],
    ['agent-aa11.jsonl', 'claude-code'],
    ['stream.jsonl', 'claude-code-stream'],
    ['nameless.jsonl', 'claude-code'],
    ['list.json', 'claude-code-list'],
    ['agent-aa11.meta.json', 'claude-code-agent-meta'],
    ['journal.jsonl', 'claude-code-workflow-journal'],
    ['workflow.json', 'claude-code-workflow'],
  ])('takes %s for %s', (name, id) => {
    expect(answerOf(headOf(readFixture(`claude-code/${name}`)))).toBe(id);
  });

  it.each<[string, Head]>([
    ['atif', ofDocument({ schema_version: 'ATIF-v1.6', steps: [] })],
    ['atif', ofDocument({ parent: { schema_version: '1.4', agent: {}, steps: [{ source: 'user' }] } })],
    ['durable-steps', ofDocument([{ iteration: 0, thought: '', tool_name: 'finish', observation: '' }])],
    ['durable-steps', ofDocument({ workflow_id: 'w', trajectories: [{ iteration: 0, tool_name: 'ls' }] })],
    ['oats', headOf(readFixture('oats/trajectories.jsonl'))],
    ['oats', headOf(readFixture('oats/turn_metrics.jsonl'))],
    ['weakincentives', ofValues({ version: '1', created_at: '2026-01-01', slices: [] })],
    ['weakincentives', ofValues({ version: '1', created_at: 'soon', slices: [] }, { version: '1', created_at: '2026-01-01' })],
    ['weakincentives-document', ofDocument({ version: '1', created_at: '2026-01-01', slices: [], more: 1 })],
    ['oats', ofTables(['trajectories', ...oatsTables[0].columns])],
    ['oats', ofTables(['other', 'id'], ['turn_metrics', ...oatsTables[1].columns])],
    ['oats-list', headOf(readFixture('oats/list.json'))],
    ['chat', ofDocument(messages)],
    ['chat', ofDocument([{ task_id: 0, reward: 1, traj: messages }])],
    ['chat', ofDocument({ messages: JSON.stringify(messages) })],
    ['chat-lines', ofValues({ messages, instance_id: 'x' }, { messages, instance_id: 'y' })],
    ['chat', ofDocument({ conversations: [{ from: 'human', value: 'Hi' }] })],
    ['chat-lines', ofValues({ conversations: [{ from: 'human', value: 'Hi' }] }, { conversations: [{ from: 'gpt', value: 'Hi' }] })],
    ['chat-messages', ofValues(...messages, { role: 'assistant', content: 'Hello' })],
    ['chat-messages', ofValues(...messages)],
    ['codex', ofValues({ timestamp: 't', type: 'session_meta', payload: { id: 'x' } })],
    ['codex', ofValues({ id: 'x', timestamp: 't', instructions: null }, { type: 'message', role: 'user', content: [] })],
    ['codex', headOf(readFixture('codex/printed.jsonl'))],
    ['codex-json', headOf(readFixture('codex/document.json'))],
    ['codex-exec', ofValues({ type: 'thread.started', thread_id: 'x' })],
    ['amplifier-events', ofValues({ event: 'session:start', timestamp: 't', data: {} })],
    ['amplifier-events', ofValues({ event: 'x:y', schema: { name: 'amplifier.log' } }, { event: 'x:z' })],
    ['amplifier-transcript', ofValues({ role: 'assistant', content: [], tool_calls: [{ id: '1', tool: 'bash', arguments: {} }] })],
    ['amplifier-transcript', ofValues({ role: 'user', content: 'Hi', metadata: { timestamp: 't', _seq: 1 } })],
    ['amplifier-metadata', ofDocument({ session_id: 'x', created: 't', bundle: 'b', turn_count: 1 })],
  ])('takes %s by its content', (id, head) => {
    expect(answerOf(head)).toBe(id);
  });

  it.each<[string, Head]>([
    ['a mini-swe-agent trajectory', ofDocument({ trajectory_format: 'mini-swe-agent-1', messages })],
    ['a SWE-agent trajectory', ofDocument({ trajectory: [{ action: 'ls', observation: '', response: '' }] })],
    ['an OpenHands trajectory', ofValues({ id: '1', kind: 'MessageEvent', source: 'user', timestamp: 't' })],
    ['an OpenHands trajectory', ofDocument([{ id: 0, source: 'user', action: 'message', args: {} }])],
    ['an Inspect log (.eval)', headOf('PK\x03\x04..header.json')],
    ['an Inspect log', ofDocument({ version: 2, status: 'success', eval: {}, plan: {} })],
    ['a ZIP archive', headOf('PK\x03\x04..a.txt')],
    // The lines of what is stored without compression stand in an archive as they are.
    ['a ZIP archive', { ...headOf('PK\x03\x04..a.jsonl'), values: [null, sessionLine] }],
    ['a TAR archive', { ...headOf(`${'a.jsonl'.padEnd(257, '\0')}ustar`), values: [null, sessionLine] }],
    ['a file compressed twice', headOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]))],
    ['a file compressed twice', headOf(Buffer.from([0x1f, 0x8b, 8]))],
    ['an OpenTelemetry trace (OTLP)', ofValues({ resourceSpans: [] })],
    ['a list of OpenTelemetry or OpenInference spans', ofDocument([{ context: { trace_id: 'x' }, attributes: {} }])],
    ['a Langfuse trace', ofDocument({ trace: {}, observations: [] })],
    ['a Cursor state database', ofTables(['cursorDiskKV', 'key', 'value'])],
    ['a Cursor state database', ofTables(['ItemTable', 'key', 'value'])],
    ['an opencode database', ofTables(['message', 'id', 'data'], ['part', 'id', 'data'], ['session', 'id'])],
    ['a goose session database', ofTables(['sessions', 'id'], ['messages', 'id', 'content_json'])],
    ['a pi session', ofValues({ type: 'session', id: 'x', cwd: '/' }, { type: 'message', message: { role: 'user' } })],
    ['a Gemini CLI session', ofDocument({ sessionId: 'x', projectHash: 'y', messages: [] })],
    ['a Copilot CLI event log', ofValues({ type: 'tool.execution_start', data: {}, id: 'x' })],
    ['an opencode session', ofDocument({ info: { id: 'x' }, messages: [{ info: {}, parts: [] }] })],
    ['an Amp thread', ofDocument({ id: 'T-1', messages })],
    ['a Codex prompt history', ofValues({ session_id: 'x', ts: 1, text: 'Go' })],
    ['a tau2-bench result file', ofDocument({ simulations: [{ messages }] })],
  ])('refuses %s by name', (label, head) => {
    expect(answerOf(head)).toContain(`not_supported: This is ${label}.`);
    expect(answerOf(head)).toMatch(/are not supported yet\.$|Unpack it first: (?:zstd -d|gunzip|tar -xf|unzip) FILE\./u);
  });

  it.each([
    ofValues({ event: 'tool:pre' }),
    ofValues({ event: 'tool:pre', payload: {} }, { event: 'turn:start', payload: {} }),
    ofValues({ event: 'click:button', data: {} }),
    ofDocument({ session_id: 'x', created: 't' }),
  ])('takes no look-alike of Amplifier', (head) => {
    expect(answerOf(head)).toMatch(/^not_recognized/u);
  });

  it('tells the side files of a database from it', () => {
    for (const magic of ['377f0682', '377f0683', '18e22d00', 'd9d505f920a163d7'])
      expect(answerOf(headOf(Buffer.from(magic, 'hex')))).toMatch(/^not_supported: .*beside a database.*Import the database itself/u);
  });

  it('says what a database holds that is none of these', () => {
    expect(answerOf(ofTables(['trajectories', 'id', 'kind']))).toMatch(
      /^not_recognized: .*session_id, turn_idx, role, content, created_at is missing/u,
    );
    expect(answerOf(ofTables(['cats', 'id'], ['dogs', 'id']))).toMatch(/^not_recognized: .*its tables are cats, dogs\./u);
    expect(answerOf(ofTables())).toMatch(/^not_recognized: .*holds no tables\. While its writer is open/u);
  });

  it('tells a look-alike of Codex from a rollout', () => {
    expect(answerOf(ofValues({ type: 'session_meta', source: 'codex' }))).toMatch(/^not_recognized: .*no payload object/u);
  });

  it.each<[Head, string]>([
    [ofValues({ version: '2', created_at: '2026-01-01', slices: [] }), 'its version is "2", and only version "1" is known.'],
    [ofValues({ version: 1, slices: [], tags: 0 }), 'its version is not a text; its created_at is missing; its tags is not an object.'],
    [
      { ...ofValues({ version: '1', created_at: '2026-01-01' }), bytes: Buffer.from('\uFEFF{}') },
      'it begins with a byte order mark, which weakincentives does not read.',
    ],
    [headOf('{"version":"1","created_at":"2026-01-01","slices":[]} {}'), 'it is not JSON: unexpected "{}" at character 55.'],
    [headOf('{"version":"1","created_at":"2026-01-01","slices":[NaN]}'), 'its slice 1 is not an object.'],
  ])('says what is wrong with a weakincentives snapshot (%#)', (head, reason) => {
    expect(answerOf(head)).toBe(`bad_snapshot: This is a weakincentives snapshot that cannot be read: ${reason}`);
  });

  it('takes snapshots with numbers that only Python writes', () => {
    expect(answerOf(headOf('{"version":"1","created_at":"2026-01-01","a":NaN}'))).toBe('weakincentives');
  });

  it('takes no other JSON with a version and a time for a snapshot', () => {
    expect(answerOf(ofValues({ version: '1', created_at: '2026-01-01', name: 'x' }))).toMatch(/This is JSON, but not a trajectory/u);
    expect(answerOf(ofValues({ slices: 3, tags: [] }))).toMatch(/This is JSON, but not a trajectory/u);
  });

  it('says what was expected of anything else', () => {
    expect(answerOf(headOf('\uFEFF\n'))).toMatch(/^empty_file: /u);
    expect(answerOf({ bytes: Buffer.from('42'), values: [42], document: undefined })).toMatch(/This is JSON, but not a trajectory/u);
    expect(answerOf(headOf('%PDF-1.7'))).toMatch(/^not_supported: This is a PDF document/u);
    expect(answerOf({ bytes: Buffer.from('\uFEFF{}', 'utf16le'), values: [], document: undefined })).toMatch(/iconv -f UTF-16/u);
    expect(answerOf(headOf('Dear diary'))).toMatch(/^not_recognized: This is text, not JSON, from line 1 on\./u);
    expect(answerOf(headOf('null\n'))).toMatch(/^not_recognized: This is JSON, but not a trajectory of a known format: it holds null\./u);
    expect(answerOf(headOf(Buffer.from([0x7f, 0x45, 0, 1])))).toMatch(/^not_recognized: This is a binary file\./u);
    expect(answerOf(ofDocument({ name: 'package', version: '1.0.0' }))).toMatch(
      /^not_recognized: This is JSON, but not a trajectory of a known format: it holds an object with the keys “name”, “version”\./u,
    );
    expect(answerOf(headOf(''))).toMatch(/^empty_file/u);
    expect(answerOf(headOf(' \r\n\t\n'))).toMatch(/^empty_file/u);
  });
});

describe('toResumeCommand', () => {
  const session = { family: 'claude-code', nativeId: '3f6c-1', cwd: null, relation: null, synthetic: false };
  it('names the command of the agent', () => {
    expect(toResumeCommand(session)).toBe('claude --resume 3f6c-1');
    expect(toResumeCommand({ ...session, family: 'codex' })).toBe('codex resume 3f6c-1');
  });
  it.each([
    ['/home/ada/shop', 'cd /home/ada/shop && '],
    ["/home/ada/it's $HOME", `cd '/home/ada/it'\\''s $HOME' && `],
    ['C:\\Users\\ada', `cd 'C:\\Users\\ada' && `],
    ['shop', ''],
    ['-', ''],
    ['/home/\u001B[201~\n', ''],
  ])('goes to the folder of the session first: %j', (cwd, before) => {
    expect(toResumeCommand({ ...session, cwd })).toBe(`${before}claude --resume 3f6c-1`);
  });
  it.each([
    [{ family: 'atif' }],
    [{ family: 'unheard-of' }],
    [{ relation: 'subagent' as const }],
    [{ synthetic: true }],
    [{ nativeId: '$(touch x)' }],
    [{ nativeId: '--help' }],
  ])('is null for %j', (over) => {
    expect(toResumeCommand({ ...session, ...over })).toBeNull();
  });
});
