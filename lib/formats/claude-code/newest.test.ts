import { describe, expect, it } from 'vitest';
import { brief, reduceSession } from '../__fixtures__/claude-code.ts';
import { formats } from '../registry.ts';

describe('lines of the newest clients', () => {
  it('tell a denial by a person and an interruption from a failure', async () => {
    const { records, responses } = await reduceSession('newest-lines.jsonl');
    expect(records.flatMap(({ result }) => (result ? [[result.nativeCallId, result.outcome, result.outcomeSource]] : []))).toEqual([
      ['t1', 'rejected', 'flag'],
      ['t2', 'interrupted', 'flag'],
      ['t3', 'interrupted', 'flag'],
      ['t4', 'error', 'flag'],
    ]);
    expect(responses.map(({ model }) => model)).toEqual(['claude-opus-4-8']);
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
