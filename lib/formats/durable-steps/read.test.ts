import { describe, expect, it } from 'vitest';
import { readDocument, toBrief } from '../__fixtures__/document.ts';

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
});
