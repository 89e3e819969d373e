import { expect, test } from 'vitest';
import type { ChangedMeanwhile } from '@/lib/domain/triage.ts';
import { everything } from '@/components/observations/filter/list-filter.ts';
import { buildRow } from '@/components/observations/build-row.ts';
import { isChangedElsewhere, isOwn, toFollowing } from './own-changes.ts';
import { toSelectionCommand, toSingleCommand } from './triage-command.ts';

const resolve = { action: 'resolve', reason: 'fixed', note: null } as const;
const command = toSingleCommand(resolve, 'groups', buildRow('a', { version: 3 }));
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
    otherId: null,
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
  const all = toSelectionCommand(
    resolve,
    'groups',
    { kind: 'all', total: 3, resultSetHash: '3-x' },
    { filter: { ...everything, cleared: false }, rows: [] },
  );
  expect(toFollowing(all, [changed('mine')], own)).toBeNull();
});

test('a thing that is written about is told to be otherwise by somebody else alone, once its history says so', () => {
  const seen = buildRow('a', { version: 3, state: 'acknowledged', changedAtMs: 1_000 });
  const row = { version: 4, state: 'open' } as const;
  const step = (changeId: string, kind: 'acknowledge' | 'undo', atMs: number) => ({ changeId, kind, atMs });
  const about = {
    seen,
    row,
    read: row,
    isOwnStep: (one: Parameters<typeof isOwn>[1]) => isOwn('a', one, { ...own, undone: new Set(['a']) }),
  };
  const undone = step('theirs or mine', 'undo', 2_000);
  const [mine, theirs] = [step('mine', 'acknowledge', 1_000), step('theirs', 'acknowledge', 3_000)];
  expect(isChangedElsewhere({ ...about, history: [undone, mine] })).toBe(false);
  expect(isChangedElsewhere({ ...about, history: [theirs] })).toBe(true);
  expect(isChangedElsewhere({ ...about, history: [theirs], read: { version: 3 } })).toBe(false);
  expect(isChangedElsewhere({ ...about, history: [theirs], row: seen })).toBe(false);
  // Somebody else made again of it what it was, after it was taken back here.
  const again = { version: 5, state: 'acknowledged' } as const;
  expect(isChangedElsewhere({ ...about, row: again, read: again, history: [theirs, undone, mine] })).toBe(true);
  expect(isChangedElsewhere({ ...about, row: again, read: again, history: [theirs, mine] })).toBe(false);
});
