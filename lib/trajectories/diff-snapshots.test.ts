import { describe, expect, it } from 'vitest';
import type { Fields, Snapshot } from '../domain/snapshot.ts';
import { diffSnapshots } from './diff-snapshots.ts';
import { toSnapshot } from './snapshot.ts';

describe('diffSnapshots', () => {
  const snapshotOf = (slices: Record<string, Fields[]>, over: object = {}, itemType = 'app:X'): Snapshot => {
    const listed = Object.entries(slices).map(([name, items]) => ({ slice_type: `app:${name}`, item_type: itemType, items }));
    const reading = toSnapshot({ version: '1', created_at: '2026-01-01', slices: listed, ...over });
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
      fields: [],
      prompt: ['section rules changed'],
    });
    expect(diffSnapshots(after, before).events.tool).toEqual({ added: 0, removed: 2 });
    expect(diffSnapshots(after, after)).toMatchObject({ slices: [], prompt: [] });
  });

  it('names fields that differ beside the slices, and slices whose items have another type', () => {
    const id = '11111111-2222-4333-8444-555555555555';
    const before = snapshotOf({ Plan: [], PromptRendered: [] }, { tags: { a: '1', b: '2' }, policies: { 'app:Plan': 'state' } });
    const after = snapshotOf(
      { Plan: [], PromptRendered: [] },
      { tags: { b: '2', a: '1' }, policies: { 'app:Plan': 'log' }, children_ids: [id] },
    );
    expect(diffSnapshots(before, after)).toMatchObject({ slices: [], fields: ['policies', 'children_ids'] });
    expect(diffSnapshots(before, snapshotOf({ Plan: [], PromptRendered: [] }, { parent_id: id })).fields).toEqual([
      'tags',
      'policies',
      'parent_id',
    ]);
    const retyped = snapshotOf(
      { Plan: [], PromptRendered: [], ToolInvoked: [] },
      { tags: before.tags, policies: before.policies },
      'app:Y',
    );
    expect(diffSnapshots(before, retyped)).toMatchObject({
      slices: [{ sliceType: 'app:Plan' }, { sliceType: 'app:PromptRendered', before: 0, after: 0 }],
      fields: [],
    });
  });
});
