import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import type { TreeChange } from '../domain/snapshot-tree.ts';
import { diffTrees } from './diff-trees.ts';
import { findNode, parseJsonTree } from './json-tree.ts';

/** Each change as its sign, path, and what is shown of both sides. */
const diff = (before: unknown, after: unknown, limit = 100) =>
  diffTrees(parseJsonTree(JSON.stringify(before)), parseJsonTree(JSON.stringify(after)), limit).changes.map(
    (change) => `${change.kind} ${change.path}: ${change.before?.preview ?? '-'} ${change.after?.preview ?? '-'}`,
  );

describe('diffTrees', () => {
  const snapshotOf = (slices: Record<string, unknown[]>, rest: object = {}) =>
    parseJsonTree(
      JSON.stringify({ ...rest, slices: Object.entries(slices).map(([name, items]) => ({ slice_type: `app:${name}`, items })) }),
    );

  it('compares slices by type, and points to each side', () => {
    const before = snapshotOf({ Notes: ['a'], Plan: [{ status: 'open', step: 1 }], Same: [1] }, { tags: { tag: 'latest' } });
    const after = snapshotOf(
      { Files: [1], Notes: ['a', 'b'], Plan: [{ status: 'done', step: 1 }], Same: [1] },
      { tags: { tag: 'latest' } },
    );
    const { changes, ...rest } = diffTrees(before, after, 100);
    expect(rest).toEqual({ isCut: false, unchangedSlices: ['app:Same'], prompt: { before: null, after: null } });
    expect(changes.map((one) => [one.kind, one.sliceType, one.path, one.before?.pointer, one.after?.pointer])).toEqual([
      ['added', 'app:Notes', '/items/1', undefined, '/slices/1/items/1'],
      ['changed', 'app:Plan', '/items/0/status', '/slices/1/items/0/status', '/slices/2/items/0/status'],
      ['added', 'app:Files', '', undefined, '/slices/0'],
    ]);
    expect(changes[1]).toMatchObject({ before: { preview: 'open' }, after: { preview: 'done' } });
  });

  it('finds the prompts that were rendered last', () => {
    const [before, after] = [
      snapshotOf({ PromptRendered: [{ rendered_prompt: 'a' }, { rendered_prompt: 'b' }] }),
      snapshotOf({ PromptRendered: [{}] }),
    ];
    expect(diffTrees(before, after, 9).prompt).toMatchObject({
      before: { pointer: '/slices/0/items/1/rendered_prompt', preview: 'b' },
      after: null,
    });
  });

  it('names each place that differs', () => {
    expect(diff({ a: 1, b: { c: [1, 2] }, d: 0 }, { b: { c: [1, 3] }, d: 0, a: '1', e: null })).toEqual([
      'changed /a: 1 1',
      'changed /b/c/1: 2 3',
      'added /e: - null',
    ]);
    expect(diff([1], { 0: 1 })).toEqual(['changed : [1] {0: 1}']);
    expect(diff({ a: 1, b: 'é' }, { b: 'é', a: 1 })).toEqual([]);
  });

  it('shows of a list that grew or shrank only what came or went', () => {
    expect(diff([1, 2, 3], [0, 1, 2, 3])).toEqual(['added /0: - 0']);
    expect(diff([1, 2, 3], [1, 2, 3, 4])).toEqual(['added /3: - 4']);
    expect(diff([1, 2, 3], [1, 3])).toEqual(['removed /1: 2 -']);
    expect(diff([5, 5], [5])).toEqual(['removed /1: 5 -']);
  });

  it('compares values as they are written, and texts as they are meant', () => {
    const changes = (before: string, after: string) => diffTrees(parseJsonTree(before), parseJsonTree(after), 9).changes.length;
    expect(changes('[12345678901234567890]', '[12345678901234567891]')).toBe(1);
    expect(changes('[1]', '[1.0]')).toBe(1);
    expect(changes('[NaN, "\\u00e9"]', '[ NaN, "é" ]')).toBe(0);
  });

  it('gives as many changes as asked for, and says that there are more', () => {
    const many = (from: number) => parseJsonTree(JSON.stringify(Array.from({ length: 50 }, (_, at) => from + at * 1_000)));
    expect(diffTrees(many(0), many(1), 10)).toMatchObject({ isCut: true, changes: { length: 10 }, unchangedSlices: [] });
    expect(diffTrees(many(0), many(1), 50)).toMatchObject({ isCut: false });
  });

  it('compares places where slices have no type or share one', () => {
    const [one, other] = ['{"slices": [{"items": [1]}, 2]}', '{"slices": [{"items": [2]}, 2]}'].map(parseJsonTree);
    if (one && other) expect(diffTrees(one, other, 9).changes).toMatchObject([{ path: '/slices/0/items/0', sliceType: null }]);
  });

  it('compares what is very deep', () => {
    const nested = (levels: number) => parseJsonTree(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    expect(diffTrees(nested(20_000), nested(20_000), 9).changes).toEqual([]);
    expect(diffTrees(nested(20_000), nested(20_001), 9).changes).toHaveLength(1);
  });

  it('compares large snapshots in time', () => {
    const build = (step: number) =>
      parseJsonTree(JSON.stringify(Array.from({ length: 60_000 }, (_, at) => ({ at, text: `${at % step}`.repeat(20), list: [at] }))));
    const [before, after] = [build(7), build(11)];
    const startedMs = performance.now();
    expect(diffTrees(before, after, 1e9).changes.length).toBeGreaterThan(30_000);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  const toPath = (pointer: string): string[] =>
    pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

  /** Puts the changes into the value before; what is removed goes from the end, so that indexes stay. */
  const apply = (before: unknown, after: string, changes: readonly TreeChange[]): unknown => {
    const root = { top: structuredClone(before) };
    const tree = parseJsonTree(after);
    const listKind = (kind: TreeChange['kind']) => changes.filter((change) => change.kind === kind);
    for (const change of [...listKind('changed'), ...listKind('removed').toReversed(), ...listKind('added')]) {
      const path = ['top', ...toPath(change.kind === 'removed' ? (change.before?.pointer ?? '') : change.path)];
      const last = path.at(-1) ?? '';
      const parent = path.slice(0, -1).reduce<object>((value, key) => Reflect.get(value, key) as object, root);
      const node = change.after ? findNode(tree, change.after.pointer) : null;
      const value: unknown = node === null ? undefined : JSON.parse(after.slice(tree.starts[node], tree.ends[node]));
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
        const [one, other] = [JSON.stringify(before), JSON.stringify(after)];
        const { changes } = diffTrees(parseJsonTree(one), parseJsonTree(other), 1e9);
        expect(apply(JSON.parse(one), other, changes)).toEqual(JSON.parse(other));
      }),
      fuzz(300),
    );
  });
});
