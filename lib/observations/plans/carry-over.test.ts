import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TriageCommand } from '../../domain/triage.ts';
import type { Detection } from '../detection.ts';
import { applyPlans, buildDetection, buildUnit } from './__fixtures__/rows.ts';
import { planDetections } from './plan-detections.ts';
import { planTriage } from './plan-triage.ts';
import type { KnownRows, ObservationPlan } from './rows.ts';

const plan = (known: KnownRows, detections: readonly Detection[], isStart: boolean, isComplete: boolean): ObservationPlan =>
  planDetections({
    sessionId: 's',
    session: { project: 'p', folderName: 'p', synthetic: 0 },
    nowMs: 9_000_000,
    detections,
    saidBefore: [],
    rewind: isStart ? { toCall: 0, assessments: new Map() } : null,
    isComplete,
    known,
  });
/** Plans of a replay from the first call on, in windows of a size. */
const replay = (before: readonly ObservationPlan[], detections: readonly Detection[], size = Infinity): ObservationPlan[] => {
  const plans = [...before];
  for (let from = 0; from === 0 || from < detections.length; from += size) {
    plans.push(plan(applyPlans(...plans), detections.slice(from, from + size), from === 0, from + size >= detections.length));
  }
  return plans;
};
const act = (plans: readonly ObservationPlan[], id: string, over: Partial<TriageCommand>): ObservationPlan[] => {
  const rows = applyPlans(...plans).observations.flatMap(({ row }) => (row.id === id ? [row] : []));
  const units = rows.map((row) => buildUnit(row));
  const target = { observations: [] };
  const command = { action: 'resolve', reason: 'false_positive', note: null, by: 'ada', atMs: 8_000, changeId: 'act', target } as const;
  return [...plans, planTriage(units, { ...command, ...over }).plan];
};
const stateOf = (plans: readonly ObservationPlan[]) =>
  Object.fromEntries(
    applyPlans(...plans).observations.map(({ row }) => [row.id, `${row.state}${row.cleared === 1 ? ' archived' : ''} ${row.label ?? '–'}`]),
  );
const at = (fingerprint: string, calls: number[], over: Partial<Detection> = {}) =>
  buildDetection(calls.at(-1) ?? 0, { fingerprint, evidence: { text: null, calls, callCount: calls.length, records: [] }, ...over });

describe('carryOver', () => {
  const found = replay([], [at('old', [1, 2])]);

  it('hands triage to what was found on the same calls, and links both', () => {
    const plans = replay(act(found, 'old', { note: 'expected' }), [at('new', [2, 3])]);
    expect(stateOf(plans)).toEqual({ old: 'stale archived –', new: 'false_positive false_positive' });
    const last = plans.at(-1);
    expect(last?.inserted).toMatchObject([{ resolvedBy: 'ada', resolvedAtMs: 8_000, resolutionNote: 'expected', labelAtMs: 8_000 }]);
    expect(last?.steps.map(({ kind, observationId, otherId }) => [kind, observationId, otherId])).toEqual([
      ['create', 'new', null],
      ['carry_from', 'new', 'old'],
      ['carry_to', 'old', 'new'],
    ]);
  });

  it.each([
    ['on other calls', at('new', [3, 4])],
    ['by another observer', at('new', [1, 2], { observer: 'error-rate' })],
    ['as another category', at('new', [1, 2], { category: 'Loop' })],
  ])('leaves triage where it was when something is found %s', (_, other) => {
    expect(stateOf(replay(act(found, 'old', {}), [other]))).toEqual({ old: 'false_positive false_positive', new: 'open –' });
  });

  it('leaves alone what existed when somebody decided, and what somebody acted on', () => {
    const both = replay([], [at('old', [1, 2]), at('other', [2, 3])]);
    expect(stateOf(replay(act(both, 'old', {}), [at('other', [2, 3])])).other).toBe('open –');
    const decided = act(replay(act(found, 'old', {}), [at('other', [2, 3]), at('old', [1, 2])]), 'other', { action: 'acknowledge' });
    expect(stateOf(replay(decided, [at('other', [2, 3])])).other).toBe('acknowledged –');
  });

  it('hands over to the one that shares the most calls, each once', () => {
    const two = act(act(replay([], [at('a', [1, 2]), at('b', [2, 3, 4])]), 'a', { action: 'acknowledge' }), 'b', { reason: 'wont_fix' });
    const plans = replay(two, [at('c', [2]), at('d', [2, 3, 4])]);
    expect(stateOf(plans)).toMatchObject({ c: 'acknowledged –', d: 'wont_fix –' });
  });

  it('reopens a repair where only the new observation was found after it', () => {
    const fixed = act(found, 'old', { reason: 'fixed', atMs: 5_000 });
    expect(stateOf(replay(fixed, [at('new', [1, 2])])).new).toBe('fixed fixed');
    expect(stateOf(replay(fixed, [at('new', [1, 2]), at('new', [7, 8])])).new).toBe('regressed fixed');
    const last = replay(fixed, [at('new', [1, 2]), at('new', [7, 8])]).at(-1);
    expect(last?.steps.map(({ kind, toState }) => `${kind} ${toState}`)).toEqual([
      'create open',
      'carry_from fixed',
      'carry_to stale',
      'regress regressed',
    ]);
  });

  it('reopens a repair of calls without times only where it was found at later calls', () => {
    const untimed = { isTimed: false, atMs: 9_000 };
    const fixed = act(replay([], [at('old', [1, 2], { ...untimed, atMs: 1_000 })]), 'old', { reason: 'fixed' });
    expect(stateOf(replay(fixed, [at('new', [1, 2], untimed)])).new).toBe('fixed fixed');
    expect(stateOf(replay(fixed, [at('new', [1, 2], untimed), at('new', [7, 8], untimed)])).new).toBe('regressed fixed');
  });

  it('carries over what an earlier replay withdrew', () => {
    const withdrawn = replay(act(found, 'old', { action: 'acknowledge' }), []);
    expect(stateOf(withdrawn).old).toBe('stale –');
    const plans = replay(withdrawn, [at('new', [1, 2])]);
    expect(stateOf(plans).new).toBe('acknowledged –');
    expect(applyPlans(...plans).observations.find(({ row }) => row.id === 'new')?.row.acknowledgedAtMs).toBe(8_000);
  });

  it('gives triage back to the old observation, or opens it where both are found', () => {
    const carried = replay(act(found, 'old', {}), [at('new', [1, 2])]);
    expect(stateOf(replay(carried, [at('old', [1, 2])]))).toEqual({ old: 'false_positive false_positive', new: 'stale archived –' });
    const both = replay(carried, [at('old', [1, 2]), at('new', [1, 2])]);
    expect(stateOf(both)).toEqual({ old: 'open –', new: 'false_positive false_positive' });
  });

  it('comes to the same in windows of any size, once, and back where the old ones are found again', () => {
    const span = fc.record({ from: fc.integer({ min: 1, max: 6 }), length: fc.integer({ min: 1, max: 3 }) });
    const decision = fc.constantFrom('acknowledge' as const, 'resolve' as const, null);
    const one = fc.record({ old: span, next: fc.option(span, { nil: null }), decision });
    const toFound = (prefix: string, spans: readonly ({ from: number; length: number } | null)[]) =>
      spans
        .flatMap((one, index) =>
          one
            ? [
                at(
                  `${prefix}${index}`,
                  Array.from({ length: one.length }, (_, step) => one.from + step),
                ),
              ]
            : [],
        )
        .toSorted((a, b) => a.callIndex - b.callIndex);
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 5 }), (all, size) => {
        const old = toFound(
          'old',
          all.map((each) => each.old),
        );
        const next = toFound(
          'new',
          all.map((each) => each.next),
        );
        let plans = replay([], old);
        for (const [index, each] of all.entries()) if (each.decision) plans = act(plans, `old${index}`, { action: each.decision });
        const before = stateOf(plans);
        const whole = replay(plans, next);
        expect(stateOf(replay(plans, next, size))).toEqual(stateOf(whole));
        const again = replay(whole, next).at(-1);
        expect([again?.saved, again?.inserted, again?.steps]).toEqual([[], [], []]);
        expect(stateOf(replay(whole, old, size))).toMatchObject(before);
        const unchanged = replay(plans, old).at(-1);
        expect([unchanged?.saved, unchanged?.inserted, unchanged?.steps]).toEqual([[], [], []]);
      }),
    );
  });
});
