import { describe, expect, it } from 'vitest';
import { brief, reduceSession } from '../__fixtures__/claude-code.ts';
import { reduceBytes } from '../__fixtures__/reduce-bytes.ts';
import { formats } from '../registry.ts';
import { claudeCodeFormats } from './formats.ts';

let lines = 0;
const line = (type: 'user' | 'assistant', message: object, more: object = {}) => ({
  ...{ type, uuid: `u${(lines += 1)}`, sessionId: 's', cwd: '/repo', version: '2.1.330', timestamp: '2026-04-01T10:00:00.000Z', message },
  ...more,
});
const user = (content: unknown, more: object = {}) => line('user', { role: 'user', content }, more);
/** A call of a response, and its failed result. */
const ended = (id: string, text: string, more: object = {}, response = `m-${id}`) => [
  line('assistant', { id: response, role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command: id } }] }),
  user([{ type: 'tool_result', tool_use_id: id, content: text, is_error: true }], more),
];
const readLines = async (values: readonly object[]) => {
  const [format] = claudeCodeFormats;
  if (!format) throw new Error('Sessions are the first format.');
  const text = values.map((value) => JSON.stringify(value)).join('\n');
  return (await reduceBytes(format, Buffer.from(text), '/logs/s.jsonl')).records;
};

describe('lines of the newest clients', () => {
  it('tell a denial by a person and an interruption from a failure', async () => {
    const { records, responses } = await reduceSession('newest-lines.jsonl');
    expect(records.flatMap(({ result }) => (result ? [[result.nativeCallId, result.outcome, result.outcomeSource]] : []))).toEqual([
      ['t1', 'rejected', 'flag'],
      ['t2', 'interrupted', 'flag'],
      ['t3', 'interrupted', 'flag'],
      ['t4', 'denied', 'text'],
    ]);
    expect(responses.map(({ model }) => model)).toEqual(['claude-opus-4-8']);
  });

  it('tell by what is nearest to the execution why a call did not run to its end', async () => {
    const refused = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    const kind = { toolDenialKind: 'user-rejected' };
    const records = await readLines([
      ...ended('rule', 'Permission to use Bash with command git push\n--force has been denied.'),
      ...ended('hook', 'PreToolUse:Bash hook error: [.hooks/guard.sh]: not on a Friday'),
      ...ended('classifier', 'Permission for this action was denied by the Claude Code auto mode classifier. Reason: unknown host.'),
      ...ended('unasked', "Claude requested permissions to use Bash, but you haven't granted it yet.", kind),
      ...ended('other-kind', 'Not this one.', { toolDenialKind: 'a-later-kind' }),
      ...ended('system', "Exit code 1\nmkdir: cannot create directory '/etc/shop': Permission denied"),
      ...ended('before-run', refused, { ...kind, toolDenialBeforeRun: true }, 'm7'),
      ...ended('beside', refused, kind, 'm7'),
      user([{ type: 'text', text: '[Request interrupted by user for tool use]' }], { interruptedMessageId: 'm7' }),
      ...ended('said-no', refused, kind, 'm8'),
      user([{ type: 'text', text: '[Request interrupted by user for tool use]' }]),
      ...ended('escaped', refused, kind, 'm9'),
      user([{ type: 'text', text: '[Request interrupted by user for tool use]' }], { interruptedMessageId: 'm9' }),
      ...ended('old', '[Request interrupted by user for tool use]'),
    ]);
    expect(records.flatMap(({ result }) => (result ? [[result.nativeCallId, result.outcome, result.outcomeSource]] : []))).toEqual([
      ['rule', 'denied', 'text'],
      ['hook', 'denied', 'text'],
      ['classifier', 'denied', 'text'],
      ['unasked', 'denied', 'text'],
      ['other-kind', 'denied', 'flag'],
      ['system', 'error', 'flag'],
      ['before-run', 'rejected', 'flag'],
      ['beside', 'rejected', 'flag'],
      ['said-no', 'rejected', 'flag'],
      ['escaped', 'rejected', 'flag'],
      ['old', 'interrupted', 'text'],
    ]);
    const overrides = records.flatMap(({ outcomeOverride }) => outcomeOverride ?? []);
    expect(overrides.map(({ nativeCallId, outcome }) => [nativeCallId, outcome])).toEqual([
      ['beside', 'interrupted'],
      ['escaped', 'interrupted'],
    ]);
  });

  it('name the refusal of each printed result beside them', async () => {
    const printed = (id: string, kind: string) =>
      JSON.stringify({
        type: 'user',
        session_id: 's',
        uuid: id,
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'No.', is_error: true }] },
        tool_result_meta: [
          { id: 'another', non_execution_kind: 'cancelled' },
          { id, non_execution_kind: kind },
        ],
      });
    const [, stream] = claudeCodeFormats;
    if (!stream) throw new Error('Streamed output is the second format.');
    const text = [printed('a', 'permission-rule'), printed('b', 'user-rejected'), printed('c', 'interrupted')].join('\n');
    const { records } = await reduceBytes(stream, Buffer.from(text), '/logs/run.jsonl');
    expect(records.flatMap(({ result }) => result?.outcome ?? [])).toEqual(['denied', 'rejected', 'interrupted']);
  });

  it('are known, and those that come with the next prompt are no part of the conversation', async () => {
    const { records } = await reduceSession('newest-lines.jsonl');
    expect(records.filter((record) => record.unknown)).toEqual([]);
    const meta = records.filter(({ kind }) => kind === 'meta').map(({ subtype }) => subtype);
    expect(meta).toEqual([
      'queue-operation',
      'mode',
      'atis-latch',
      'tools-used',
      'api-request-shape',
      'api-request-blob',
      'api-request',
      'cost-state',
      'away_summary',
    ]);
  });

  it('describe a subagent with any further keys, and other documents do not', () => {
    const format = formats.find(({ id }) => id === 'claude-code-agent-meta');
    const detect = (document: unknown) => format?.detect({ bytes: new Uint8Array(), values: [], document });
    const newest = {
      agentType: 'general-purpose',
      isBuiltIn: true,
      description: 'List exports',
      toolUseId: 'toolu_1',
      spawnDepth: 1,
      requestShape: 'foreground',
      requestNonInteractive: true,
      model: 'm',
      pickedEffortModel: 'm',
      finished: true,
      somethingNew: 1,
    };
    expect(detect(newest)).toBeGreaterThan(0.5);
    expect(detect({ agentType: 'x' })).toBeGreaterThan(0.5);
    expect(detect({ agentType: 'x', messages: [] })).toBe(0);
    expect(detect({ agentType: 'x', id: 1, name: 'y' })).toBe(0);
  });
});

describe('the first prompt', () => {
  it('is no command that the client carries out itself', async () => {
    const { records } = await reduceSession('first-prompt.jsonl');
    expect(records.map(brief)).toEqual([
      [1, 'meta', 'queue-operation', 'x'],
      [2, 'system', 'local-command', '/context'],
      [3, 'prompt', 'command', '/init'],
      [4, 'prompt', 'warmup', 'Warmup'],
      [5, 'prompt', null, 'Move the shop\nto the new API'],
      [6, 'response', null, 'Moving.'],
    ]);
  });
});

describe('a printed run', () => {
  it('takes its totals from its last line, and names its subagent as that one’s own file does', async () => {
    const { sessions, records, responses, links } = await reduceSession('run.stream.jsonl');
    const printed = '5e550002-0000-4000-8000-000000000001';
    const child = `${printed}:ab12`;
    const totals = sessions.filter(({ run }) => run !== undefined);
    expect(totals.map(({ nativeId, run, tokens, costUsd }) => [nativeId, run, tokens?.input, tokens?.output, costUsd])).toEqual([
      [printed, 'z1', 10, 60, 0.75],
      [child, 'z1', 10, 60, null],
    ]);
    expect(responses.map(({ nativeId, tokens }) => [nativeId, tokens.input, tokens.output])).toEqual([
      ['m1', null, null],
      ['m1', null, null],
      ['m3', null, null],
      ['m2', null, null],
    ]);
    expect(records.filter(({ session }) => session === child).map(({ kind }) => kind)).toEqual(['prompt', 'tool_call', 'tool_result']);
    expect(records.every(({ isPrinted }) => isPrinted)).toBe(true);
    expect(links).toEqual([{ session: printed, nativeCallId: 'task_1', childNativeId: child }]);
    expect(sessions).toContainEqual(expect.objectContaining({ nativeId: child, agentName: 'Explore', relation: 'subagent' }));
  });
});
