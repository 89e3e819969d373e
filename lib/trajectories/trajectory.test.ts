import { describe, expect, it } from 'vitest';
import type { Fields, Snapshot } from '../domain/snapshot.ts';
import { comparePromptVersions, printTriple, toPromptVersion, toTriple } from './descriptor.ts';
import { listEvents, mergeEvents } from './events.ts';
import { toSnapshot } from './snapshot.ts';
import { toToolOutcome } from './tool-outcome.ts';
import { findTrajectoryFlaw } from './__fixtures__/find-trajectory-flaw.ts';

const snapshotOf = (slices: Record<string, Fields[]>, tags: Record<string, string> = {}): Snapshot => {
  const listed = Object.entries(slices).map(([name, items]) => ({ slice_type: `lib.events:${name}`, item_type: name, items }));
  const reading = toSnapshot({ version: '1', created_at: '2026-01-01', slices: listed, tags });
  if ('flaws' in reading) throw new Error(reading.flaws.join());
  return reading.snapshot;
};

const rendered = (id: string, over: Fields = {}): Fields => ({ event_id: id, prompt_ns: 'reviews', prompt_key: 'code-review', ...over });
const called = (...ids: string[]): Fields[] => ids.map((id) => ({ event_id: id, name: 'read_file' }));
const tripleOf = (snapshot: Snapshot) => {
  const triple = toTriple(snapshot, listEvents(snapshot));
  return triple && printTriple(triple);
};

describe('events of a snapshot', () => {
  it('are told by their names, wherever their modules moved, and merged by time', () => {
    const snapshot = snapshotOf({
      PromptExecuted: [{ event_id: 'answer', created_at: '2026-01-01T10:00:00.000002Z' }],
      ToolInvoked: [
        { event_id: 'call 1', created_at: '2026-01-01T10:00:00.000001Z' },
        { event_id: 'call 2' },
        { event_id: 'call 3', created_at: '2026-01-01T10:00:00.000002Z' },
      ],
      PromptRendered: [{ event_id: 'prompt', created_at: '2026-01-01T11:00:00.000001+01:00' }],
      Thing: [{ event_id: 'none' }],
    });
    const keys = mergeEvents(listEvents(snapshot)).map(({ key }) => key);
    expect(keys).toEqual(['prompt', 'call 1', 'call 2', 'call 3', 'answer']);
  });

  it('have a key of content and place where they have no id', () => {
    const keysOf = (...items: Fields[]) => listEvents(snapshotOf({ ToolInvoked: items })).tool.map(({ key }) => key);
    const [one, two] = [{ name: 'a' }, { name: 'a', event_id: '' }];
    expect(keysOf(one, one, two)[0]).toBe(keysOf(one)[0]);
    expect(new Set(keysOf(one, one, two)).size).toBe(3);
  });
});

describe('toToolOutcome', () => {
  it('cuts a message by code points', () => {
    expect(Array.from(toToolOutcome({ stderr: '😀'.repeat(600) }).message)).toHaveLength(200);
  });
});

describe('the triple of a snapshot', () => {
  it('comes from the last prompt: its descriptor, then what stands beside it', () => {
    const other = { descriptor: { ns: 'reviews', key: 'summary' } };
    expect(tripleOf(snapshotOf({ PromptRendered: [rendered('a', other), rendered('b')] }))).toBe('reviews/code-review:latest');
    expect(tripleOf(snapshotOf({ PromptRendered: [rendered('a', other)] }, { tag: 'b' }))).toBe('reviews/summary:b');
    expect(tripleOf(snapshotOf({ PromptExecuted: [other] }))).toBe('reviews/summary:latest');
    expect(tripleOf(snapshotOf({ ToolInvoked: called('a') }))).toBeNull();
  });

  it('stays where a section or a tool changes, which is named', () => {
    const versionOf = (sections: Fields[], tools: Fields[]) => {
      const { rendered: events } = listEvents(snapshotOf({ PromptRendered: [rendered('a', { descriptor: { sections, tools } })] }));
      return (events[0] && toPromptVersion(events[0])) ?? new Map<string, string>();
    };
    const section = { path: ['task', 'style'], content_hash: '1' };
    const before = versionOf([section], [{ name: 'search', contract_hash: '2' }]);
    expect(comparePromptVersions(before, before)).toEqual([]);
    expect(comparePromptVersions(before, versionOf([{ ...section, content_hash: '3' }, { path: ['rules'] }], []))).toEqual([
      'section task.style changed',
      'section rules added',
      'tool search removed',
    ]);
  });
});

describe('checkSnapshot', () => {
  const flawOf = (...snapshots: Snapshot[]) => findTrajectoryFlaw(snapshots);
  const [first, second, third] = [
    snapshotOf({ PromptRendered: [rendered('p')] }),
    snapshotOf({ PromptRendered: [rendered('p')], ToolInvoked: called('a', 'b') }),
    snapshotOf({ PromptRendered: [rendered('p'), rendered('q')], ToolInvoked: called('a', 'b', 'c') }),
  ];
  const plain = snapshotOf({ Plan: [{}] });

  it('finds none where events only grow', () => {
    expect(flawOf(first, second, second, third)).toBeNull();
    expect(flawOf(plain, plain, first)).toBeNull();
    expect(flawOf(first, plain, second, plain)).toBeNull();
  });

  it('names the first snapshot of another triple', () => {
    const other = snapshotOf({ PromptRendered: [rendered('p'), rendered('q', { prompt_key: 'summary' })] });
    expect(flawOf(first, other, first)).toBe(
      'snapshot 2 is of the prompt reviews/summary:latest, those before it of reviews/code-review:latest',
    );
    expect(flawOf(first, snapshotOf({ PromptRendered: [rendered('p')] }, { tag: 'b' }))).toMatch(/^snapshot 2 is of .*:b, /u);
  });

  it('tells a reset from a history that was rewritten', () => {
    expect(flawOf(first, second, snapshotOf({}))).toBe(
      'the session was reset before snapshot 3: none of its prompts and tool calls are there any more',
    );
    expect(flawOf(second, snapshotOf({ PromptRendered: [rendered('x')], ToolInvoked: called('y', 'z', 'a') }))).toMatch(/was reset/u);
    expect(flawOf(first, third, second)).toBe(
      'snapshot 3 does not go on from the one before it: prompts and tool calls that were there are missing or in another order',
    );
    expect(flawOf(second, snapshotOf({ PromptRendered: [rendered('p')], ToolInvoked: called('b', 'a') }))).toMatch(
      /: tool calls that were/u,
    );
  });
});
