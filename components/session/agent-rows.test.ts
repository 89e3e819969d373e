import { describe, expect, it } from 'vitest';
import type { RowIndex } from '@/lib/domain/row.ts';
import { computeOpening, findLane, placeAgents, type AgentSource } from './agent-rows.ts';
import { findRowLike } from './find-rows.ts';
import { toViewRows } from './view-rows.ts';

const sourceOf = (
  kinds: string,
  lanes: { id: string; call: number; calls?: number | null }[],
  rest: Partial<RowIndex> = {},
): AgentSource => ({
  rows: toViewRows({
    ...{ fromTurn: 0, firstTurn: 0, firstCall: 1, kinds, steps: Array.from(kinds, (_, at) => (at === 0 ? 0 : 2)), sizes: [], gaps: [] },
    ...{ totalRecords: kinds.length * 2, ...rest },
  }),
  lanes: lanes.map(({ id, call, calls = 2 }) => ({
    ...{ sessionId: id, firstCall: call, lastCall: call, label: `${id}-name`, toolCalls: calls, toolErrors: calls },
  })),
});
const own = sourceOf('PCCPR', [
  { id: 'A', call: 2 },
  { id: 'gone', call: 1, calls: null },
]);
const sources = new Map([
  ['A', sourceOf('PECR', [{ id: 'B', call: 3 }], { sizes: [2], gaps: [1] })],
  ['B', sourceOf('PC', [{ id: 'A', call: 1 }])],
]);
const all = (rows: AgentSource['rows']) => rows;
const place = (...open: string[]) => placeAgents(own, new Set(open), sources, all);
const keysOf = (...open: string[]) => place(...open).rows.map(({ key, agent }) => (agent === null ? key : `${agent}:${key}`));

describe('placeAgents', () => {
  it('puts the rows of an opened subagent behind its call, in the turn of that call', () => {
    expect(keysOf('c2')).toEqual(['s0', 'c1', 'c2', 'A:c2_s0', 'A:c2_f1', 'A:c2_c3', 'A:c2_s6', 'A:c2_end', 's6', 's8']);
    expect(place('c2').rows.map(({ turn }) => turn)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    expect(place('c2').rows[2]).toMatchObject({ call: 2, opened: true });
    expect(place('c2').opened).toEqual(['A']);
  });
  it('opens rows inside it, and its own subagents, but no session inside itself', () => {
    expect(keysOf('c2', 'c2_f1').slice(3, 8)).toEqual(['A:c2_s0', 'A:c2_f1', 'A:c2_c1', 'A:c2_c2', 'A:c2_c3']);
    expect(keysOf('c2', 'c2_c3', 'c2_c3_c1').slice(4, 10)).toEqual([
      'A:c2_f1',
      'A:c2_c3',
      'A.B:c2_c3_s0',
      'A.B:c2_c3_c1',
      'A.B:c2_c3_end',
      'A:c2_s6',
    ]);
  });
  it('opens nothing of a session that is not there, and only the end of one that is on its way', () => {
    expect(place('c1', 's0').rows).toEqual(place().rows);
    expect(placeAgents(own, new Set(['c2']), new Map(), all).rows.map(({ key }) => key)).toEqual(['s0', 'c1', 'c2', 'c2_end', 's6', 's8']);
  });
  it('places a subagent once, at the call that started it, however many calls go on with it', () => {
    const twice = sourceOf('PCC', [
      { id: 'A', call: 1 },
      { id: 'A', call: 2 },
    ]);
    const listOpening = (...open: string[]) =>
      placeAgents(twice, new Set(open), sources, all).rows.flatMap(({ key, agent, opensAgent }) =>
        agent === null && opensAgent ? [key] : [],
      );
    expect(listOpening()).toEqual(['c1']);
    expect(listOpening('c1', 'c2')).toEqual(['c1']);
    const { rows, lists } = placeAgents(twice, new Set(['c1', 'c2']), sources, all);
    expect(rows.filter(({ agent }) => agent === null).map(({ key, opened }) => `${key} ${opened}`)).toEqual([
      's0 false',
      'c1 true',
      'c2 false',
    ]);
    expect(lists.get('A')?.map(({ key }) => key)).toEqual(['c1_s0', 'c1_f1', 'c1_c3', 'c1_s6']);
  });
  it('says which calls open to a subagent: none that was not imported, nor one that holds the call', () => {
    const listOpening = (...open: string[]) => place(...open).rows.flatMap(({ key, opensAgent }) => (opensAgent ? [key] : []));
    expect(listOpening()).toEqual(['c2']);
    expect(listOpening('c2', 'c2_c3')).toEqual(['c2', 'c2_c3']);
  });
  it('lists the rows of each session alone, as the objects that are drawn', () => {
    const { rows, lists } = place('c2', 'c2_c3');
    expect([...lists.keys()]).toEqual([null, 'A', 'A.B']);
    expect(lists.get(null)).toHaveLength(own.rows.length);
    for (const list of lists.values()) for (const row of list) expect(rows).toContain(row);
  });
  it('leaves one at the call when its subagent is closed', () => {
    const inside = place('c2').rows[5];
    const { rows } = place();
    expect(inside && rows[findRowLike(rows, inside)]?.key).toBe('c2');
  });
});

describe('computeOpening and findLane', () => {
  it('find what to open for a path, as far as it is known, and what it is called', () => {
    expect(computeOpening('A.B', null, own, sources)).toEqual({ agent: ['c2', 'c2_c3'], hit: [] });
    expect(computeOpening('A.B', null, own, new Map()).agent).toEqual(['c2']);
    expect(computeOpening('other', null, own, sources).agent).toEqual([]);
    expect(computeOpening(null, null, own, sources).agent).toEqual([]);
    expect(findLane('A.B', own, sources)).toEqual({ call: 2, label: 'B-name' });
    expect(findLane('other', own, sources)).toBeNull();
  });
  it('find the rows of a match, the run that holds it first, once its session is read', () => {
    const hit = { agent: 'A', call: 2, seq: 3 };
    expect(computeOpening('A', hit, own, sources)).toEqual({ agent: ['c2'], hit: ['c2_f1', 'c2_c2'] });
    expect(computeOpening('A', hit, own, new Map())).toEqual({ agent: ['c2'], hit: [] });
    expect(computeOpening(null, { agent: null, call: 1, seq: 2 }, own, sources)).toEqual({ agent: [], hit: ['c1'] });
  });
});
