import { expect, it } from 'vitest';
import type { TrajectorySnapshot } from '@/lib/domain/trajectory.ts';
import { listChanges, listPromptChanges, toStripRows } from './strip-rows.ts';

const none = { added: 0, removed: 0 };
const snapshotOf = (position: number, rest: Partial<TrajectorySnapshot>): TrajectorySnapshot => ({
  position,
  recordId: `r${position}`,
  line: position + 1,
  createdAtMs: position,
  bytes: 1,
  hash: `h${position}`,
  promptVersion: 1,
  events: { rendered: none, tool: none, executed: none },
  slices: [],
  fields: [],
  prompt: [],
  ...rest,
});
const plan = (before: number | null, after: number | null) => [{ sliceType: 'app.state:Plan', before, after }];

it('marks where a prompt changes, events come and slices differ', () => {
  const rows = toStripRows([
    snapshotOf(0, { events: { rendered: { added: 1, removed: 0 }, tool: none, executed: none } }),
    snapshotOf(1, { slices: plan(null, 1) }),
    snapshotOf(2, {
      prompt: ['section rules changed'],
      promptVersion: 2,
      events: { rendered: none, tool: { added: 3, removed: 0 }, executed: none },
    }),
    snapshotOf(3, { promptVersion: 2, slices: plan(1, 2) }),
    snapshotOf(4, { promptVersion: null, slices: plan(2, null), fields: ['tags', 'children_ids'] }),
  ]);
  expect(rows.map(({ label, cells }) => `${label}: ${cells.map(({ kind, text }) => `${kind} ${text}`.trim()).join(', ')}`)).toEqual([
    'Prompt: begin v1, same, version v2, same, none',
    'Renders: count +1, none, none, none, none',
    'Tool calls: none, none, count +3, none, none',
    'Answers: none, none, none, none, none',
    'Fields: none, none, none, none, changed ±',
    'Plan: none, changed 1, same, changed 2, changed −',
  ]);
  expect(listChanges(rows, 2)).toEqual(['prompt changed: section rules changed', '+3 tool calls']);
  expect(listChanges(rows, 3)).toEqual(['Plan 1 → 2 items']);
  expect(listChanges(rows, 4)).toEqual(['tags, children IDs changed', 'Plan is gone']);
});

it('lists as many changes as can be read, of tens of thousands of slices in time', () => {
  const slices = Array.from({ length: 40_000 }, (_, at) => ({ sliceType: `app:Slice${at}`, before: null, after: 1 }));
  const startedMs = performance.now();
  const rows = toStripRows([snapshotOf(0, { slices }), snapshotOf(1, {})]);
  const words = listChanges(rows, 0);
  expect(performance.now() - startedMs).toBeLessThan(1_500);
  expect(rows).toHaveLength(40_004);
  expect([words.length, words[1], words.at(-1)]).toEqual([21, 'Slice0 is new, 1 item', '39,981 more']);
});

it('lists how the prompt changed between two snapshots, whichever is the first', () => {
  const snapshots = ['', 'section rules changed', '', 'tool bash removed'].map((change, at) =>
    snapshotOf(at, { prompt: change === '' ? [] : [change] }),
  );
  const both = ['prompt changed at 2: section rules changed', 'prompt changed at 4: tool bash removed'];
  expect([listPromptChanges(snapshots, 0, 3), listPromptChanges(snapshots, 3, 0)]).toEqual([both, both]);
  expect(listPromptChanges(snapshots, 1, 2)).toEqual([]);
});
