import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fields, Snapshot } from '../domain/snapshot.ts';
import { fuzz } from '../../e2e/fuzz.ts';
import { diffJson, type JsonChange } from './diff-json.ts';
import { diffSnapshots } from './diff-snapshots.ts';
import { toSnapshot } from './snapshot.ts';

const diff = (before: unknown, after: unknown, limit = 100) => diffJson(before, after, limit).changes;

describe('diffJson', () => {
  it('names each place that differs', () => {
    expect(diff({ a: 1, b: { c: [1, 2] }, d: 0 }, { b: { c: [1, 3] }, d: 0, a: '1', e: null })).toEqual([
      { path: ['a'], kind: 'changed', before: 1, after: '1' },
      { path: ['b', 'c', 1], kind: 'changed', before: 2, after: 3 },
      { path: ['e'], kind: 'added', after: null },
    ]);
    expect(diff({ a: 1 }, {})).toEqual([{ path: ['a'], kind: 'removed', before: 1 }]);
    expect(diff([1], { 0: 1 })).toEqual([{ path: [], kind: 'changed', before: [1], after: { 0: 1 } }]);
    expect(diff({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
  });

  it('shows of a list that grew or shrank only what came or went', () => {
    expect(diff([1, 2, 3], [0, 1, 2, 3])).toEqual([{ path: [0], kind: 'added', after: 0 }]);
    expect(diff([1, 2, 3], [1, 2, 3, 4])).toEqual([{ path: [3], kind: 'added', after: 4 }]);
    expect(diff([1, 2, 3], [1, 3])).toEqual([{ path: [1], kind: 'removed', before: 2 }]);
    expect(diff([5, 5], [5])).toEqual([{ path: [1], kind: 'removed', before: 5 }]);
  });

  it('gives as many changes as asked for, and says that there are more', () => {
    const [before, after] = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    expect(diffJson(before, after, 2)).toMatchObject({ changes: [{ path: [0] }, { path: [1] }], isCut: true });
    expect(diffJson(before, after, 3)).toMatchObject({ isCut: false });
  });

  it('compares what is very deep', () => {
    const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    expect(diff(nested(20_000), nested(20_000))).toEqual([]);
    expect(diff(nested(20_000), nested(20_001))).toHaveLength(1);
  });

  it('takes linear time', { timeout: 20_000 }, () => {
    const build = (items: number, changed: number) =>
      Array.from({ length: items }, (_, at) => ({ at, text: `${at % changed}`.repeat(20), list: [at] }));
    const timed = (items: number): number => {
      const [before, after] = [build(items, 7), build(items, 11)];
      const startedAt = performance.now();
      expect(diffJson(before, after, 1e9).changes.length).toBeGreaterThan(items / 2);
      return performance.now() - startedAt;
    };
    timed(1_000);
    expect(timed(30_000)).toBeLessThan(60 * Math.max(timed(3_000), 5));
  });

  /** Puts the changes into the value before; what is removed goes from the end, so that indexes stay. */
  const apply = (before: unknown, changes: readonly JsonChange[]): unknown => {
    const root = { top: structuredClone(before) };
    const listKind = (kind: JsonChange['kind']) => changes.filter((change) => change.kind === kind);
    for (const change of [...listKind('changed'), ...listKind('removed').toReversed(), ...listKind('added')]) {
      const path = ['top', ...change.path];
      const last = path.at(-1) ?? '';
      const parent = path.slice(0, -1).reduce<object>((value, key) => Reflect.get(value, key) as object, root);
      const value = 'after' in change ? change.after : undefined;
      if (Array.isArray(parent) && change.kind === 'removed') parent.splice(Number(last), 1);
      else if (Array.isArray(parent) && change.kind === 'added') parent.splice(Number(last), 0, value);
      else if (change.kind === 'removed') Reflect.deleteProperty(parent, last);
      else Object.defineProperty(parent, last, { value, configurable: true, enumerable: true, writable: true });
    }
    return root.top;
  };

  it('leads from one value to the other', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(value, value, (before, after) => {
        const [one, other] = [before, after].map((json): unknown => JSON.parse(JSON.stringify(json)));
        expect(apply(one, diff(one, other, 1e9))).toEqual(other);
      }),
      fuzz(300),
    );
  });
});

describe('diffSnapshots', () => {
  const snapshotOf = (slices: Record<string, Fields[]>): Snapshot => {
    const listed = Object.entries(slices).map(([name, items]) => ({ slice_type: `app:${name}`, item_type: 'app:X', items }));
    const reading = toSnapshot({ version: '1', created_at: '2026-01-01', slices: listed });
    if ('flaws' in reading) throw new Error(reading.flaws.join());
    return reading.snapshot;
  };
  const rendered = (id: string, hash: string): Fields => ({
    event_id: id,
    descriptor: { sections: [{ path: ['rules'], content_hash: hash }] },
  });

  it('counts new events, and names slices that differ and what the prompt changed', () => {
    const before = snapshotOf({ PromptRendered: [rendered('a', '1')], Plan: [{ step: 1 }], Notes: [{}], Same: [{ a: [1] }] });
    const after = snapshotOf({
      PromptRendered: [rendered('a', '1'), rendered('b', '2')],
      ToolInvoked: [{ event_id: 'c' }, { event_id: 'd' }],
      Plan: [{ step: 2 }],
      Files: [{}, {}],
      Same: [{ a: [1] }],
    });
    expect(diffSnapshots(before, after)).toEqual({
      events: { rendered: { added: 1, removed: 0 }, tool: { added: 2, removed: 0 }, executed: { added: 0, removed: 0 } },
      slices: [
        { sliceType: 'app:Plan', before: 1, after: 1 },
        { sliceType: 'app:Notes', before: 1, after: null },
        { sliceType: 'app:Files', before: null, after: 2 },
      ],
      prompt: ['section rules changed'],
    });
    expect(diffSnapshots(after, before).events.tool).toEqual({ added: 0, removed: 2 });
    expect(diffSnapshots(after, after)).toMatchObject({ slices: [], prompt: [] });
  });
});
