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

/** A call that goes on in the background after its result. */
const begun = (id: string, task: string, name = 'Bash') => [
  line('assistant', { id: `m-${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input: { run_in_background: true } }] }),
  user(
    [{ type: 'tool_result', tool_use_id: id, content: `Command running in background with ID: ${task}. Output is being written to: x` }],
    {
      toolUseResult: { stdout: '', interrupted: false, backgroundTaskId: task },
    },
  ),
];
const asked = (id: string, name: string, input: object, content: string, toolUseResult?: object) => [
  line('assistant', { id: `m-${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] }),
  user([{ type: 'tool_result', tool_use_id: id, content }], toolUseResult ? { toolUseResult } : {}),
];
const notice = (task: string, call: string | null, status: string, summary: string, behind = '') =>
  `<task-notification>\n<task-id>${task}</task-id>\n${call === null ? '' : `<tool-use-id>${call}</tool-use-id>\n`}<status>${status}</status>\n<summary>${summary}</summary>\n</task-notification>${behind}`;

describe('what goes on in the background', () => {
  it('runs until a notice says how it ended, in a sentence that is no prompt', async () => {
    const records = await readLines([
      ...begun('a', 'b1'),
      ...begun('b', 'b2'),
      ...begun('c', 'b3'),
      ...begun('d', 'b4'),
      user(notice('b1', 'a', 'failed', 'Background command "Check" failed with exit code 2'), { origin: { kind: 'task-notification' } }),
      // As older clients write it: without the call, and with a text behind it.
      user(notice('b2', null, 'completed', 'Agent "Verse" completed', '\nFull transcript available at: /tmp/b2.output')),
      line(
        'attachment' as 'user',
        {},
        {
          attachment: { type: 'queued_command', commandMode: 'task-notification', prompt: notice('b3', 'c', 'killed', 'It was stopped') },
        },
      ),
    ]);
    expect(records.flatMap(({ result }) => result?.outcome ?? [])).toEqual(['running', 'running', 'running', 'running']);
    expect(records.filter(({ kind }) => kind === 'prompt')).toEqual([]);
    const notices = records.filter(({ subtype }) => subtype === 'task-notification');
    expect(notices.map(({ kind, text }) => [kind, text])).toEqual([
      ['system', 'Background command "Check" failed with exit code 2'],
      ['system', 'Agent "Verse" completed\n\nFull transcript available at: /tmp/b2.output'],
      ['system', 'It was stopped'],
    ]);
    expect(notices.map(({ outcomeOverride: end }) => [end?.nativeCallId, end?.outcome, end?.exitCode])).toEqual([
      ['a', 'error', 2],
      ['b', 'ok', null],
      ['c', 'interrupted', null],
    ]);
  });

  it('ends with a notice that waits in the queue, which is shown once where the agent reads it, too', async () => {
    const queued = (content: string) => ({
      ...{ type: 'queue-operation', operation: 'enqueue', timestamp: '2026-04-01T10:00:01.000Z', sessionId: 's', content },
    });
    const failed = notice('b1', 'a', 'failed', 'Background command "Check" failed with exit code 2');
    const records = await readLines([
      ...begun('a', 'b1'),
      ...begun('b', 'b2'),
      queued(failed),
      user(failed),
      // The client ended before the agent read it. An older one names the task alone.
      queued(notice('b2', null, 'killed', 'It was stopped')),
      queued('Go on'),
    ]);
    const notices = records.filter(({ subtype }) => subtype === 'task-notification');
    expect(notices.map(({ kind, outcomeOverride: end }) => [kind, end?.nativeCallId, end?.outcome])).toEqual([
      ['system', 'a', 'error'],
      ['meta', 'a', 'error'],
      ['system', 'b', 'interrupted'],
    ]);
    expect(records.filter(({ subtype }) => subtype === 'queue-operation').map(({ kind, text }) => [kind, text])).toEqual([
      ['meta', 'Go on'],
    ]);
    expect(records.filter(({ kind }) => kind === 'prompt')).toEqual([]);
  });

  it('ends where another call says so', async () => {
    const records = await readLines([
      ...begun('a', 'b1'),
      ...asked('a1', 'BashOutput', { bash_id: 'b1' }, '<status>running</status>\n\n<stdout>x</stdout>'),
      ...asked('a2', 'BashOutput', { bash_id: 'b1' }, '<status>failed</status>\n\n<exit_code>3</exit_code>'),
      ...begun('b', 'b2'),
      ...asked('b1', 'TaskOutput', { task_id: 'b2' }, 'x', { task: { task_id: 'b2', status: 'completed', exitCode: 0 } }),
      ...begun('c', 'b3'),
      ...asked('c1', 'KillShell', { shell_id: 'b3' }, '{"message":"Successfully killed shell: b3"}'),
      // Prints what looks like an end, and asks for a task that was not started here.
      ...begun('d', 'b4'),
      ...asked('d1', 'Bash', { command: 'cat status' }, '<status>completed</status>'),
      ...asked('d2', 'TaskOutput', { task_id: 'b9' }, '<status>completed</status>'),
    ]);
    const ends = records.flatMap(({ outcomeOverride }) => outcomeOverride ?? []);
    expect(ends.map(({ nativeCallId, outcome, exitCode }) => [nativeCallId, outcome, exitCode ?? null])).toEqual([
      ['a', 'error', 3],
      ['b', 'ok', 0],
      ['c', 'interrupted', null],
    ]);
  });
});

describe('a subagent', () => {
  it.each([
    ['API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}', 'error'],
    ['API Error: Connection error.', 'error'],
    ['API Error: 400 {"type":"error"}\nagentId: ab12 (for resuming)\n<usage>total_tokens: 0</usage>', 'error'],
    ['The client knows three: API Error 400, 401 and 529.', 'ok'],
    ['API Error: 529 {"type":"error"}\n\nis what the service says when it is overloaded; wait a minute.', 'ok'],
    ['API Error handling is in src/errors.ts.', 'ok'],
  ])('whose result is %s: %s', async (content, outcome) => {
    const records = await readLines(asked('a', 'Agent', { prompt: 'Count.' }, content, { status: 'completed', totalToolUseCount: 0 }));
    expect(records.flatMap(({ result }) => result?.outcome ?? [])).toEqual([outcome]);
  });
});
