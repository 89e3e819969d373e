import { describe, expect, it } from 'vitest';
import type { Review } from '@/lib/domain/review.ts';
import { printBegun, printConversation, printFound, printRunResult, printServers, printTrigger, sumKnown } from './review-words.ts';

const review = (changes: Partial<Review>): Review => ({
  reviewerId: 'team/security',
  reviewer: 'Security',
  bundle: 'team',
  outcome: 'reviewed',
  reason: 'This session was not reviewed yet.',
  model: 'some-model',
  calls: 1,
  inputTokens: 100,
  outputTokens: 10,
  costUsd: 0.01,
  interruptedUsd: null,
  startedAtMs: 0,
  endedAtMs: 1_000,
  found: 0,
  foundAgain: 0,
  resolved: 0,
  leftOut: null,
  problem: null,
  ...changes,
});

describe('printRunResult', () => {
  it('counts what came of the reviewers and what they found', () => {
    const reviews = [
      review({ found: 3, foundAgain: 2 }),
      review({ found: 1, resolved: 1 }),
      review({ outcome: 'unchanged' }),
      review({ outcome: 'failed' }),
      review({ outcome: 'timed_out' }),
    ];
    expect(printRunResult({ reviews })).toBe('2 reviewed, 1 unchanged, 2 failed: 4 new findings, 2 known, 1 resolved.');
  });

  it('counts no findings if nothing was reviewed', () => {
    expect(printRunResult({ reviews: [review({ outcome: 'unchanged' }), review({ outcome: 'canceled' })] })).toBe(
      '1 unchanged, 1 canceled.',
    );
  });

  it('says so if no reviewer was in the run', () => {
    expect(printRunResult({ reviews: [] })).toBe('No reviewer was due.');
  });
});

it('prints what was found, and nothing for nothing', () => {
  expect(printFound({ found: 2, foundAgain: 0, resolved: 1 })).toBe('2 new, 1 resolved');
  expect(printFound({ found: 0, foundAgain: 0, resolved: 0 })).toBeNull();
});

it.each([
  [true, true, 'The conversation, with tool calls and reasoning'],
  [true, false, 'The conversation, with tool calls'],
  [false, false, 'The conversation, without tool calls or reasoning'],
])('prints a watched conversation: tool calls %s, reasoning %s', (includeToolCalls, includeReasoning, text) => {
  expect(printConversation({ type: 'conversation', includeToolCalls, includeReasoning })).toBe(text);
});

it('prints a trigger with the tools that it is limited to', () => {
  expect(printTrigger({ event: 'response:complete', tools: null })).toBe('response:complete');
  expect(printTrigger({ event: 'tool:post', tools: ['Edit', 'Write', 'Bash'] })).toBe('tool:post of Edit, Write and Bash');
});

it('names who began a run: the event of an agent, or who asked for it', () => {
  expect(printBegun({ event: 'response:complete', source: 'hook' })).toBe('response:complete');
  expect(printBegun({ event: 'manual', source: 'command' })).toBe('from the command line');
});

it('names each server once', () => {
  expect(printServers([{ server: 'Anthropic' }, { server: null }, { server: 'OpenAI' }, { server: 'Anthropic' }])).toBe(
    'Anthropic and OpenAI',
  );
  expect(printServers([{ server: null }])).toBeNull();
});

it('adds up what is known', () => {
  expect(sumKnown([1, null, 2])).toBe(3);
  expect(sumKnown([null])).toBeNull();
});
