import { expect, test } from 'vitest';
import type { ChangedMeanwhile } from '@/lib/domain/triage.ts';
import { makeRow } from '@/components/observations/make-row.ts';
import { toFollowing } from './own-changes.ts';
import { toSelectionCommand, toSingleCommand } from './triage-command.ts';

const resolve = { action: 'resolve', reason: 'fixed', note: null } as const;
const command = toSingleCommand(resolve, 'groups', makeRow('a', { version: 3 }));
const changed = (changeId: string, kind: 'acknowledge' | 'undo' = 'acknowledge'): ChangedMeanwhile => ({
  id: 'a',
  state: 'acknowledged',
  version: 5,
  last: {
    seq: 9,
    changeId,
    observationId: 'o',
    sessionId: null,
    fingerprint: 'a',
    kind,
    from: 'open',
    to: 'acknowledged',
    note: null,
    by: 'mara',
    atMs: 1,
    callIndex: null,
  },
});
const own = { changeIds: new Set(['mine']), undone: new Set<string>() };

test('what this page did itself is no conflict: the next command takes the version that it left', () => {
  expect(toFollowing(command, [changed('mine')], own)?.target).toEqual({ groups: [{ fingerprint: 'a', version: 5 }] });
});

test('what it took back itself is none either', () => {
  expect(toFollowing(command, [changed('other', 'undo')], { ...own, undone: new Set(['a']) })?.target).toEqual({
    groups: [{ fingerprint: 'a', version: 5 }],
  });
});

test('what anybody else did stays one, and so does a filter that matches another number', () => {
  expect(toFollowing(command, [changed('theirs')], own)).toBeNull();
  expect(toFollowing(command, [changed('theirs', 'undo')], own)).toBeNull();
  expect(toFollowing(command, [changed('mine'), { ...changed('theirs'), id: 'b' }], own)).toBeNull();
  const filter = { q: '', states: [], severities: [], observers: [], projects: [], seen: null, session: null, group: null, cleared: false };
  const all = toSelectionCommand(resolve, 'groups', { kind: 'all', total: 3, matching: '3-x' }, { filter, rows: [] });
  expect(toFollowing(all, [changed('mine')], own)).toBeNull();
});
