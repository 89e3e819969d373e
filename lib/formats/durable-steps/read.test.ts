import { describe, expect, it } from 'vitest';
import { readDocument, toBrief } from '../__fixtures__/document.ts';
import { readDurableSteps } from './read.ts';

describe('durable steps', () => {
  it('reads a workflow', () => {
    const drafts = readDocument('durable-steps', 'durable-react/workflow.json');
    expect(toBrief(drafts)).toEqual([
      'wf-1 meta workflow {"workflow_id":"wf-1',
      'wf-1 reasoning Search',
      'wf-1 tool_call search',
      'wf-1 tool_result ok hit',
      'wf-1 tool_call open',
      'wf-1 tool_result error Error: closed',
      'wf-1 tool_call open',
      'wf-1 tool_result error timeout',
      'wf-1 tool_call open',
      'wf-1 tool_result unknown text',
      'wf-1 reasoning Enough',
      'wf-1 response x is y',
      'wf-1 system error out of steps',
    ]);
    expect(drafts.records[1]?.atMs).toBe(Date.UTC(2026, 0, 1, 0, 0, 0, 500));
  });

  it.each([
    [{ user_query: 'What is x?' }, ['prompt What is x?', 'tool_call search', 'response x is y']],
    [{ prompt: 'What is x?' }, ['prompt What is x?', 'tool_call search', 'response x is y']],
    [
      {
        user_query: 'And y?',
        conversation_history: [
          { role: 'user', content: 'What is x?' },
          { role: 'agent', content: '1' },
        ],
      },
      ['prompt What is x?', 'response 1', 'prompt And y?', 'tool_call search', 'response x is y'],
    ],
    [
      {
        conversation_history: [
          { id: 1, role: 'user', content: 'What is x?' },
          { id: 2, role: 'agent', content: 'It is y.' },
        ],
      },
      ['prompt What is x?', 'tool_call search', 'response x is y', 'response It is y.'],
    ],
    [
      {
        user_query: 'What is x?',
        conversation_history: [
          { role: 'user', content: 'What is x?' },
          { role: 'agent', content: 'x is y' },
        ],
      },
      ['prompt What is x?', 'tool_call search', 'response x is y'],
    ],
    [{ user_query: ' ', conversation_history: 'none' }, ['tool_call search', 'response x is y']],
  ])('reads what was said around the steps: %j', (workflow, said) => {
    const steps = [
      { iteration: 0, tool_name: 'search', tool_args: {}, error: null },
      { iteration: 1, tool_name: 'finish', tool_args: { answer: 'x is y' } },
    ];
    const [drafts] = [...readDurableSteps({ workflow_id: 'wf', ...workflow, trajectories: steps })];
    const spoken = drafts?.records.filter(({ kind }) => kind !== 'meta') ?? [];
    expect(spoken.map(({ kind, text, call }) => `${kind} ${call?.name ?? text}`)).toEqual(said);
  });
});
