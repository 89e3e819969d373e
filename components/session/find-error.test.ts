import { describe, expect, it } from 'vitest';
import { findError, type CallPlace, type ErrorSource } from './find-error.ts';

// The page: calls 2 and 6 fail. Call 4 started A, of whose calls 1 and 3 fail; its call 3 started B, whose call 2 fails. Call 5
// started C, which did nothing wrong, and went on with A.
const errors: Record<string, number[]> = { page: [2, 6], A: [1, 3], B: [2], C: [] };
const lane = (sessionId: string, firstCall: number, toolErrors: number) => ({
  ...{ sessionId, firstCall, lastCall: firstCall, label: sessionId, toolCalls: 9, toolErrors },
});
const lanes: Record<string, ReturnType<typeof lane>[]> = {
  page: [lane('A', 4, 3), lane('C', 5, 0), lane('A', 5, 3)],
  A: [lane('B', 3, 1)],
};
const asked: string[] = [];
const source: ErrorSource = {
  nearest: async (id, from, direction) => {
    asked.push(id);
    const failed = errors[id] ?? [];
    return (direction === 1 ? failed.find((call) => call >= from) : failed.findLast((call) => call <= from)) ?? null;
  },
  lanes: async (id) => lanes[id] ?? [],
};
const walk = async (start: CallPlace, direction: 1 | -1): Promise<string[]> => {
  const seen: string[] = [];
  for (let at = await findError(source, 'page', start, direction); at; at = await findError(source, 'page', at, direction)) {
    seen.push(`${at.agent ?? ''}#${at.call}`);
  }
  return seen;
};
const inOrder = ['#2', 'A#1', 'A#3', 'A.B#2', '#6'];

describe('findError', () => {
  it('goes through the failed calls of subagents where they are drawn, forward and back', async () => {
    expect(await walk({ agent: null, call: 0 }, 1)).toEqual(inOrder);
    expect(await walk({ agent: null, call: 7 }, -1)).toEqual(inOrder.toReversed());
  });
  it('goes on from within a subagent, and from the call that started it', async () => {
    expect(await walk({ agent: 'A', call: 2 }, 1)).toEqual(['A#3', 'A.B#2', '#6']);
    expect(await walk({ agent: null, call: 4 }, 1)).toEqual(['A#1', 'A#3', 'A.B#2', '#6']);
    expect(await walk({ agent: null, call: 4 }, -1)).toEqual(['#2']);
    expect(await walk({ agent: 'C', call: 3 }, -1)).toEqual(['A.B#2', 'A#3', 'A#1', '#2']);
  });
  it('ends where nothing failed, and reads no session in which nothing did', async () => {
    asked.length = 0;
    expect(await findError(source, 'page', { agent: null, call: 6 }, 1)).toBeNull();
    expect(await findError(source, 'page', { agent: null, call: 0 }, -1)).toBeNull();
    expect(await findError(source, 'page', { agent: 'gone', call: 1 }, -1)).toBeNull();
    expect(asked).not.toContain('C');
  });
  it('goes into a subagent whose id is a part of that of the session it is in', async () => {
    const found = await findError(
      {
        nearest: async (id, from) => (id === '2' && from <= 1 ? 1 : null),
        lanes: async (id) => (id === 'page' ? [lane('12', 1, 1)] : id === '12' ? [lane('2', 1, 1)] : []),
      },
      'page',
      { agent: null, call: 0 },
      1,
    );
    expect(found).toEqual({ agent: '12.2', call: 1 });
  });
});
