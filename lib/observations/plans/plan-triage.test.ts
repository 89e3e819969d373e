import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observationState, resolutionReason, triageAction } from '../../domain/observation.ts';
import type { TriageCommand } from '../../domain/triage.ts';
import { toStep } from '../lifecycle.ts';
import { buildRow, buildUnit } from './__fixtures__/rows.ts';
import {
  listChangedUnits,
  planClear,
  planTriage,
  planUndo,
  selectRows,
  sumTriage,
  toMatchConflict,
  toMissingError,
  type Unit,
} from './plan-triage.ts';
import type { ObservationRow } from './rows.ts';

const toCommand = (over: Partial<TriageCommand>): TriageCommand => ({
  action: 'resolve',
  reason: 'fixed',
  note: null,
  by: 'ada',
  atMs: 5_000,
  changeId: 'change',
  target: { observations: [] },
  ...over,
});
const commands = fc.record({
  action: fc.constantFrom(...triageAction.options),
  reason: fc.constantFrom(...resolutionReason.options),
  note: fc.constantFrom(null, 'a note'),
});
const states = fc.array(fc.constantFrom(...observationState.options), { minLength: 1, maxLength: 8 });
const toRows = (all: readonly ObservationRow['state'][]) => all.map((state, at) => buildRow({ id: `o${at}`, state }));

describe('planTriage', () => {
  it('moves what the table of states moves, each with a step, and counts the rest', () => {
    fc.assert(
      fc.property(states, commands, (all, over) => {
        const { plan, result } = planTriage(toRows(all).map(buildUnit), toCommand(over));
        const expected = all.map((state) => toStep(state, over.action, over.reason, over.note !== null));
        expect(plan.moved.map(({ id, state }) => [id, state])).toEqual(
          expected.flatMap(({ to }, at) => (to === null ? [] : [[`o${at}`, to]])),
        );
        expect(plan.steps.map(({ observationId, toState }) => [observationId, toState])).toEqual(
          plan.moved.map(({ id, state }) => [id, state]),
        );
        expect(plan.moved.every(({ version }) => version === 2)).toBe(true);
        const refused = expected.filter((step) => 'refused' in step && step.refused !== null).length;
        expect(result).toMatchObject({ changed: plan.moved.length, refused, unchanged: all.length - plan.moved.length - refused });
      }),
    );
  });

  it('is undone to the letter', () => {
    fc.assert(
      fc.property(states, commands, (all, over) => {
        const rows = toRows(all);
        const { plan } = planTriage(rows.map(buildUnit), toCommand(over));
        const changes = plan.steps.map((step, at) => ({ step: { ...step, seq: at }, row: plan.moved[at] ?? buildRow() }));
        const undone = planUndo('change', changes, { by: 'bob', atMs: 6_000 });
        const moved = new Set(plan.moved.map(({ id }) => id));
        expect(undone.moved).toEqual(rows.filter(({ id }) => moved.has(id)).map((row) => ({ ...row, changedAtMs: 6_000, version: 3 })));
        expect(undone.steps.every(({ kind, by }) => kind === 'undo' && by === 'bob')).toBe(true);
      }),
    );
  });

  it('counts a group once, whatever of it moves', () => {
    const rows = toRows(['open', 'acknowledged', 'fixed']);
    const unit: Unit = { id: 'grep', state: 'open', version: 3, revision: 7, rows, isGroup: true };
    const { plan, result } = planTriage([unit], toCommand({ reason: 'wont_fix' }));
    expect([plan.moved.map(({ id }) => id), result.changed]).toEqual([['o0', 'o1'], 1]);
    expect(plan.expected).toEqual([{ fingerprint: 'grep', revision: 7 }]);
  });

  it('archives, which is undone, too', () => {
    const row = buildRow({ state: 'fixed' });
    const { moved, steps } = planClear([row], { by: 'ada', atMs: 5_000, changeId: 'clear' });
    expect(moved).toMatchObject([{ cleared: 1, version: 2 }]);
    const [step, next] = [steps[0], moved[0]];
    if (!step || !next) throw new Error('Nothing was archived.');
    expect(planUndo('clear', [{ step: { ...step, seq: 1 }, row: next }], { by: 'ada', atMs: 6_000 }).moved).toMatchObject([{ cleared: 0 }]);
  });

  it('undoes nothing that observers did', () => {
    const row = buildRow({ state: 'regressed' });
    const step = { ...planClear([row], { by: 'stall', atMs: 1, changeId: 'c' }).steps[0], kind: 'regress' as const, seq: 1 };
    expect(planUndo('c', [{ step: step as Parameters<typeof planUndo>[1][number]['step'], row }], { by: 'ada', atMs: 2 }).moved).toEqual(
      [],
    );
  });
});

describe('conflicts', () => {
  it('are units in another version than the requester saw', () => {
    const [same, other] = toRows(['open', 'open']).map(buildUnit);
    if (!same || !other) throw new Error('There are no units.');
    const expected = [
      { unit: same, version: 1 },
      { unit: other, version: 2 },
      { unit: other, version: undefined },
    ];
    expect(listChangedUnits(expected)).toEqual([other]);
  });

  it('say whether more match, or others', () => {
    const now = { total: 2, resultSetHash: 'b' };
    expect(toMatchConflict({ total: 3 }, now, [], new Map()).message).toBe(
      '3 matched when this was asked, 2 match now. Nothing was changed.',
    );
    expect(toMatchConflict({ total: 2 }, now, [], new Map()).message).toContain('but others');
  });

  it('name what an id is instead', () => {
    expect(toMissingError(['x'], false, { observations: ['a', 'b'] }).message).toBe(
      'There is no observation x. x is a group, of 2 observations: a, b. Name one of them, or act on the group. Nothing was changed.',
    );
    expect(toMissingError(['x'], true, { groupOf: 'f' }).message).toContain('x is an observation: its group is f.');
  });
});

describe('parts', () => {
  it('are summed, with a change to undo where anything changed', () => {
    const none = { changed: 0, unchanged: 1, refused: 0, refusals: [] };
    expect(sumTriage('c', [none, none])).toEqual({ changeId: null, changed: 0, unchanged: 2, refused: 0, refusals: [] });
    expect(sumTriage('c', [none, { ...none, changed: 3 }])).toMatchObject({ changeId: 'c', changed: 3 });
  });

  it('of a group are those that a session or projects name', () => {
    const rows = [buildRow({ id: 'a' }), buildRow({ id: 'b', sessionId: 't', project: null })];
    expect(selectRows(rows, { sessionId: 't' }).map(({ id }) => id)).toEqual(['b']);
    expect(selectRows(rows, { projects: ['p'] }).map(({ id }) => id)).toEqual(['a']);
    expect(selectRows(rows, {})).toHaveLength(2);
  });
});
