import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observationState, type ObservationState } from '../domain/observation.ts';
import { toStatus } from './lifecycle.ts';
import { startTriage, toActedOn, toMoved, toUndone, type TriageState } from './triage-state.ts';

const state = fc.constantFrom(...observationState.options);
const step = fc.record({
  kind: fc.constantFrom('acknowledge' as const, 'resolve' as const, 'reopen' as const, 'regress' as const),
  by: fc.constantFrom('ada', 'bob'),
  atMs: fc.nat(),
  note: fc.option(fc.string(), { nil: null }),
});
const start = startTriage(null, 1_000, 2_000);
const moved = fc.array(fc.tuple(state, step)).map((steps) => steps.reduce((row, [to, by]) => toMoved(row, to, by), start));

describe('what follows from what is done', () => {
  it('is put back by an undo, in a new version', () => {
    fc.assert(
      fc.property(moved, state, step, (row, to, by) => {
        const undone = toUndone(toMoved(row, to, by), row, 9);
        expect(undone).toEqual({ ...row, changedAtMs: 9, version: row.version + 2 });
      }),
    );
  });

  it('says who resolved it while it is resolved, and no longer', () => {
    fc.assert(
      fc.property(moved, state, step, (row, to, by) => {
        const { resolvedAtMs, resolvedBy, resolutionNote } = toMoved(row, to, by);
        const isResolved = toStatus(to) === 'resolved';
        // Resolved as before: the note is corrected.
        const { by: who, atMs } = row.state === to ? { by: row.resolvedBy, atMs: row.resolvedAtMs } : by;
        expect([resolvedAtMs, resolvedBy, resolutionNote]).toEqual(isResolved ? [atMs, who, by.note] : [null, null, null]);
      }),
    );
  });

  it('keeps what people called it through a return, until they call it otherwise', () => {
    const at = (atMs: number) => ({ by: 'ada', atMs, note: null });
    const fixed = toMoved(start, 'fixed', { kind: 'resolve', ...at(5) });
    const returned = toMoved(fixed, 'regressed', { kind: 'regress', ...at(6) });
    expect([returned.label, returned.labelAtMs]).toEqual(['fixed', 5]);
    expect(toMoved(returned, 'stale', { kind: 'withdraw', ...at(7) }).label).toBe('fixed');
    expect(toMoved(returned, 'false_positive', { kind: 'resolve', ...at(8) })).toMatchObject({ label: 'false_positive', labelAtMs: 8 });
    for (const [kind, to] of [['resolve', 'wont_fix'] as const, ['reopen', 'open'] as const])
      expect(toMoved(fixed, to, { kind, ...at(9) })).toMatchObject({ label: null, labelAtMs: null });
  });
});

describe('a new observation of a group', () => {
  it.each<[ObservationState, number, ObservationState]>([
    ['fixed', 499, 'fixed'],
    ['fixed', 500, 'fixed'],
    ['fixed', 501, 'regressed'],
    ['false_positive', 501, 'false_positive'],
    ['wont_fix', 501, 'wont_fix'],
    ['stale', 501, 'open'],
  ])('that was closed as %s at 500 and is found at %i is %s', (closed, foundAtMs, expected) => {
    const made = startTriage({ state: closed, resolvedAtMs: 500, resolvedBy: 'ada', resolutionNote: 'n' }, foundAtMs, 900);
    const isResolved = toStatus(expected) === 'resolved';
    expect(made).toMatchObject({
      state: expected,
      resolvedAtMs: isResolved ? 500 : null,
      resolvedBy: isResolved ? 'ada' : null,
      version: 1,
    });
  });
});

describe('acting on a group', () => {
  it('acts on those that the action can change', () => {
    const rows = observationState.options.map((one): TriageState => ({ ...start, state: one }));
    const statesOf = (action: 'acknowledge' | 'resolve' | 'reopen', of = rows) => toActedOn(of, action).map((row) => row.state);
    expect(statesOf('acknowledge')).toEqual(['open', 'regressed']);
    expect(statesOf('resolve')).toEqual(['open', 'regressed', 'acknowledged']);
    expect(statesOf('reopen')).toEqual(['acknowledged', 'fixed', 'false_positive', 'wont_fix', 'stale']);
    const closed = rows.filter((row) => toStatus(observationState.parse(row.state)) === 'resolved');
    expect(statesOf('resolve', closed)).toEqual(['fixed', 'false_positive', 'wont_fix', 'stale']);
  });
});
