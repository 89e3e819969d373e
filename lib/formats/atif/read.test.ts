import { describe, expect, it } from 'vitest';
import { readDocument, readValue, toBrief } from '../__fixtures__/document.ts';

describe('ATIF', () => {
  it('reads a trajectory with an embedded one', () => {
    const drafts = readDocument('atif', 'atif/embedded.json');
    expect(toBrief(drafts)).toEqual([
      'run-1-main meta trajectory {"schema_version":"A',
      'run-1-main prompt Look at this',
      'run-1-main reasoning A picture',
      'run-1-main response Looking',
      'run-1-main tool_call delegate',
      'run-1-main tool_call ls',
      'run-1-main tool_result unknown seen',
      'run-1-main tool_result error no such folder',
      'run-1-main system observation screen',
      'run-1-sub meta trajectory {"schema_version":"A',
      'run-1-sub meta copied_context Look at this',
      'run-1-sub prompt See',
      'run-1-sub tool_call open',
      'run-1-sub tool_result unknown opened',
    ]);
    expect(drafts.records[1]?.attachments).toEqual([{ mediaType: 'image/png', bytes: 0 }]);
    expect(drafts.records.filter((record) => record.kind === 'tool_result' && record.atMs !== null)).toEqual([]);
    expect(drafts.records.map((record) => drafts.lines?.[record.line - 1]?.hash)).toEqual(drafts.records.map((record) => record.lineHash));
    expect(drafts.links).toEqual([{ session: 'run-1-main', nativeCallId: 'c1', childNativeId: 'run-1-sub' }]);
    expect(drafts.responses).toMatchObject([{ tokens: { input: 60, cacheRead: 40, output: 10 }, costUsd: 0.5, model: 'gpt-4o' }]);
    expect(drafts.sessions).toMatchObject([
      { nativeId: 'run-1-main', family: 'field-agent', cwd: '/srv/app', tokens: null, relation: null },
      {
        nativeId: 'run-1-sub',
        family: 'field-agent',
        agentName: 'seer',
        parentNativeId: 'run-1-main',
        relation: 'subagent',
        tokens: { input: 30, cacheRead: 20, output: 5 },
        costUsd: 0.25,
      },
    ]);
  });

  it('gives a call one result, and the rest of what was observed to the step', () => {
    const kinds = (...results: object[]) => {
      const calls = [{ tool_call_id: 'c1', function_name: 'ls' }];
      const steps = [{ step_id: 1, source: 'agent', message: '', tool_calls: calls, observation: { results } }];
      const document = { schema_version: 'ATIF-v1.7', session_id: 'run-3', agent: { name: 'field-agent' }, steps };
      return toBrief(readValue('atif', document)).slice(2);
    };
    const [result, observation] = ['run-3 tool_result unknown seen', 'run-3 system observation reset'];
    expect(kinds({ content: 'seen' })).toEqual([result]);
    expect(kinds({ content: 'seen' }, { content: 'reset' })).toEqual([result, observation]);
    expect(kinds({ content: 'reset' }, { source_call_id: 'c1', content: 'seen' })).toEqual([observation, result]);
  });

  it('tells siblings of one run apart, and counts each by its own steps', () => {
    const agent = { name: 'field-agent', model_name: 'openai/gpt-4o' };
    const root = { schema_version: 'ATIF-v1.7', session_id: 'run-4', agent };
    const step = { step_id: 1, source: 'agent', message: 'Looking' };
    const call = (id: string, ref: object) => ({
      step: { tool_call_id: id, function_name: 'delegate' },
      result: { source_call_id: id, content: 'done', subagent_trajectory_ref: [{ session_id: 'run-4', ...ref }] },
    });
    const calls = [
      call('c1', { trajectory_id: 'sub-b' }),
      call('c2', { trajectory_id: 'sub-a' }),
      call('c3', { trajectory_path: 'c.json' }),
    ];
    const [toCalls, results] = [calls.map((one) => one.step), calls.map((one) => one.result)];
    const drafts = readValue('atif', {
      ...root,
      trajectory_id: 'main',
      steps: [{ ...step, tool_calls: toCalls, observation: { results }, metrics: { prompt_tokens: 10, completion_tokens: 1 } }],
      final_metrics: { total_prompt_tokens: 70, total_completion_tokens: 7 },
      subagent_trajectories: [
        { ...root, trajectory_id: 'sub-a', steps: [{ ...step, metrics: { prompt_tokens: 20, completion_tokens: 2 } }] },
        { ...root, trajectory_id: 'sub-b', steps: [{ ...step, metrics: { prompt_tokens: 40, completion_tokens: 4 } }] },
      ],
    });
    expect(drafts.links).toEqual([
      { session: 'main', nativeCallId: 'c1', childNativeId: 'sub-b' },
      { session: 'main', nativeCallId: 'c2', childNativeId: 'sub-a' },
      { session: 'main', nativeCallId: 'c3', childPath: '/logs/c.json' },
    ]);
    expect(drafts.responses.map(({ session, model, tokens }) => [session, model, tokens.input, tokens.output])).toEqual([
      ['main', 'gpt-4o', 10, 1],
      ['sub-a', 'gpt-4o', 20, 2],
      ['sub-b', 'gpt-4o', 40, 4],
    ]);
    expect(drafts.sessions.map(({ nativeId, parentNativeId, tokens }) => [nativeId, parentNativeId, tokens])).toEqual([
      ['main', null, null],
      ['sub-a', 'main', null],
      ['sub-b', 'main', null],
    ]);
  });

  it('names a continuation after the run, and the one before it', () => {
    const drafts = readDocument('atif', 'atif/continuation.json');
    expect(drafts.sessions[0]).toMatchObject({ nativeId: 'run-2:cont-2', parentNativeId: 'run-2:cont-1', relation: 'continuation' });
    expect(toBrief(drafts).map((line) => line.split(' ')[1])).toEqual(['meta', 'meta', 'boundary', 'response', 'meta']);
    expect(drafts.responses).toEqual([]);
    expect(drafts.records.at(-1)).toMatchObject({ unknown: true, nativeKey: null });
    expect(drafts.issues.map((issue) => issue.code)).toEqual(['unsupported_version']);
  });
});
