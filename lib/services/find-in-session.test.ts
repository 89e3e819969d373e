import { describe, expect, it } from 'vitest';
import { findInSession } from './find-in-session.ts';

// Call 2 at 4 started A, and call 5 at 9 goes on with it; call 3 at 6 started C, which was not imported. Call 1 at 2 of A started B.
const matches: Record<string, [seq: number, call: number][]> = {
  page: [
    [1, 0],
    [4, 2],
    [8, 0],
    [9, 5],
  ],
  A: [[3, 0]],
  B: [[0, 0]],
};
type Started = [call: number, seq: number, id: string, toolCalls: number | null];
const toChild = ([callIndex, seq, sessionId, toolCalls]: Started) => ({
  ...{ callIndex, seq, sessionId, toolCalls },
  ...{ label: sessionId, toolErrors: 0 },
});
const started: Record<string, Started[]> = {
  page: [
    [2, 4, 'A', 1],
    [3, 6, 'C', null],
    [5, 9, 'A', 1],
  ],
  A: [[1, 2, 'B', 0]],
  B: [[1, 1, 'A', 1]],
};
const store: Parameters<typeof findInSession>[0] = {
  listTextMatches: async (id, _text, after, limit) => {
    const all = (matches[id] ?? []).map(([seq, callIndex]) => ({ seq, callIndex }));
    return { total: all.length, matches: all.filter(({ seq }) => seq > after).slice(0, limit) };
  },
  listCallChildren: async (id) => (started[id] ?? []).map(toChild),
  countToolCalls: async () => 9,
};
const find = (input: { after?: number; limit?: number; subagents?: boolean } = {}) =>
  findInSession(store, 'page', { text: 'x', after: -1, limit: 10, subagents: true, ...input });

describe('findInSession', () => {
  it('puts what is in a subagent after the call that started it, and counts it once', async () => {
    const toA = { sessionId: 'A', call: 2, seq: 4 };
    expect(await find()).toEqual({
      total: 6,
      seqs: [1, 4, 0, 3, 8, 9],
      calls: [0, 2, 0, 0, 0, 5],
      agents: [0, 0, 1, 2, 0, 0],
      subagents: [[toA, { sessionId: 'B', call: 1, seq: 2 }], [toA]],
    });
  });
  it('counts all, and lists a part: after a position, and up to a limit', async () => {
    expect(await find({ after: 4, subagents: false })).toMatchObject({ total: 4, seqs: [8, 9], subagents: [] });
    expect(await find({ limit: 3 })).toMatchObject({ total: 6, seqs: [1, 4, 0], agents: [0, 0, 1] });
  });
  it('refuses a position together with subagents, as theirs are others', async () => {
    await expect(find({ after: 0 })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('raise query.limit'),
    });
  });
  it('reads each session once, however many ways lead to it', async () => {
    // Each of 12 sessions starts two, and both of them start the next one: 2 ** 12 ways lead to the last.
    const asked: string[] = [];
    const found = await findInSession(
      {
        ...store,
        listTextMatches: async (id) => {
          asked.push(id);
          return { total: 1, matches: [{ seq: 9, callIndex: 0 }] };
        },
        listCallChildren: async (id) => {
          const depth = Number(id.slice(1));
          const next = id.startsWith('n') ? [`a${depth}`, `b${depth}`] : [`n${depth + 1}`];
          return depth === 12 ? [] : next.map((sessionId, at) => toChild([at + 1, at, sessionId, 1]));
        },
      },
      'n0',
      { text: 'x', after: -1, limit: 100, subagents: true },
    );
    expect(asked).toHaveLength(37);
    expect(new Set(asked).size).toBe(37);
    expect(found).toMatchObject({ total: 37, seqs: asked.map(() => 9) });
  });
  it('leaves subagents out unless asked', async () => {
    expect(await find({ subagents: false })).toMatchObject({ total: 4, seqs: [1, 4, 8, 9], agents: [0, 0, 0, 0], subagents: [] });
  });
});
