import { describe, expect, test } from 'vitest';
import { buildRow } from '@/components/observations/build-row.ts';
import type { ObservationState } from '@/lib/domain/observation.ts';
import { findRefusal, listKeys, printResult, toForced, toSelectionCommand, toSingleCommand } from './triage-command.ts';

const resolve = { action: 'resolve', reason: 'fixed', note: 'Rule added' } as const;
const filter = {
  q: ' rm ',
  states: ['open'],
  severities: [],
  observers: [],
  projects: [],
  seen: 14,
  sent: null,
  session: null,
  group: null,
  cleared: false,
} as const;
const rows = [buildRow('a', { version: 3 }), buildRow('b')];
const result = { changeId: 'x', changed: 1, unchanged: 0, refused: 0, refusals: [] };

describe('a command', () => {
  test('names what was seen, with its version', () => {
    expect(toSingleCommand(resolve, 'groups', buildRow('a', { version: 3 })).target).toEqual({
      groups: [{ fingerprint: 'a', version: 3 }],
    });
    expect(toSingleCommand(resolve, 'single', buildRow('a', { version: 3 })).target).toEqual({ observations: [{ id: 'a', version: 3 }] });
  });

  test('on all that matches carries the filter and how many there were', () => {
    const command = toSelectionCommand(resolve, 'groups', { kind: 'all', total: 30, resultSetHash: '30-x' }, { filter, rows });
    expect(command.target).toMatchObject({
      view: 'groups',
      total: 30,
      resultSetHash: '30-x',
      filter: { states: ['open'], q: 'rm', seenWithinDays: 14 },
    });
    expect(listKeys(command)).toBeNull();
    expect(toForced(command, [], { total: 31, resultSetHash: '31-y' })).toMatchObject({
      target: { total: 31, resultSetHash: '31-y' },
      on: '31 groups',
    });
  });

  test('that is done anyway takes the versions that are there now', () => {
    const selection = {
      kind: 'rows',
      versions: new Map([
        ['a', 3],
        ['b', 1],
      ]),
      anchor: null,
    } as const;
    const command = toSelectionCommand(resolve, 'groups', selection, { filter, rows });
    expect(toForced(command, [{ id: 'a', state: 'fixed', version: 4, last: null }], null).target).toEqual({
      groups: [
        { fingerprint: 'a', version: 4 },
        { fingerprint: 'b', version: 1 },
      ],
    });
  });
});

describe('doing it anyway', () => {
  const changed = (id: string, state: ObservationState) => ({ id, state, version: 4, last: null });
  const acknowledge = { action: 'acknowledge', reason: 'fixed', note: null } as const;
  const one = buildRow('a');

  test('is refused where it would change nothing', () => {
    expect(findRefusal(toSingleCommand(acknowledge, 'groups', one), [changed('a', 'fixed')])).toBe('It is resolved. Reopen it first.');
    expect(findRefusal(toSingleCommand(acknowledge, 'groups', one), [changed('a', 'acknowledged')])).toBe('Already acknowledged.');
    expect(findRefusal(toSingleCommand(resolve, 'groups', one), [changed('a', 'fixed')])).toBe('Already fixed.');
  });

  test('may be tried where anything of it can be', () => {
    expect(findRefusal(toSingleCommand(resolve, 'groups', one), [changed('a', 'wont_fix')])).toBeNull();
    const selection = {
      kind: 'rows',
      versions: new Map([
        ['a', 1],
        ['b', 1],
      ]),
      anchor: null,
    } as const;
    const both = toSelectionCommand(acknowledge, 'groups', selection, { filter, rows });
    expect(findRefusal(both, [changed('a', 'fixed')])).toBeNull();
    expect(findRefusal(both, [changed('a', 'fixed'), changed('b', 'stale')])).toBe('It is resolved. Reopen it first.');
    const all = toSelectionCommand(acknowledge, 'groups', { kind: 'all', total: 1, resultSetHash: '1-x' }, { filter, rows });
    expect(findRefusal(all, [])).toBeNull();
  });
});

describe('a result in words', () => {
  const one = toSingleCommand(resolve, 'groups', buildRow('a'));
  const many = toSelectionCommand(resolve, 'groups', { kind: 'all', total: 3, resultSetHash: '3-x' }, { filter, rows });

  test('says what was done', () => {
    expect(printResult(one, result)).toBe('Resolved as fixed: “Thing a”.');
    expect(printResult(many, { ...result, changed: 3 })).toBe('Resolved as fixed: 3 groups.');
  });

  test('tells what was refused, and why', () => {
    const refusals = [{ id: 'a', state: 'fixed' as const, why: 'It is resolved. Reopen it first.' }];
    expect(printResult(many, { ...result, changed: 2, refused: 1, refusals })).toBe(
      'Resolved as fixed: 2 groups. 1 refused. It is resolved. Reopen it first.',
    );
    expect(printResult(one, { ...result, changed: 0, refused: 1, refusals })).toBe('Nothing was changed. It is resolved. Reopen it first.');
  });

  test('tells what was so already', () => {
    expect(printResult(one, { ...result, changed: 0, unchanged: 1 })).toBe('“Thing a”: nothing to change.');
    expect(printResult(many, { ...result, changed: 2, unchanged: 1 })).toBe('Resolved as fixed: 2 groups. 1 unchanged.');
    expect(printResult(many, { ...result, changed: 1, unchanged: 2 })).toBe('Resolved as fixed: 1 group. 2 unchanged.');
  });
});
