import { has, innerOf } from '../content-marks.ts';
import type { Format } from '../format.ts';
import { readDurableSteps } from './read.ts';

/** Steps of a ReAct loop in a durable workflow. */
export const durableStepsFormat: Format = {
  id: 'durable-steps',
  version: 2,
  label: 'durable ReAct steps',
  agent: { id: 'durable-react', label: 'durable ReAct' },
  shape: 'document',
  capabilities: { timestamps: true, tokens: false, cost: false, outcomes: true, subagents: false },
  detect: (head) => {
    if (head.document === undefined) return 0;
    const isStep = innerOf(head, 'trajectories').some((one) => has(one, 'iteration') && (has(one, 'tool_name') || has(one, 'observation')));
    return isStep ? 0.9 : 0;
  },
  readDocument: readDurableSteps,
};
