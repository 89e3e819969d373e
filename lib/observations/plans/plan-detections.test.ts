import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Detection } from '../detection.ts';
import { applyPlans, buildDetection, buildUnit, nothingKnown } from './__fixtures__/rows.ts';
import { planDetections, type DetectionInput } from './plan-detections.ts';
import { planTriage } from './plan-triage.ts';
import { noOthers, type KnownRows, type ObservationPlan } from './rows.ts';

const plan = (known: KnownRows, detections: readonly Detection[], over: Partial<DetectionInput> = {}): ObservationPlan =>
  planDetections({
    sessionId: 's',
    session: { project: 'p', folderName: 'p', synthetic: 0 },
    nowMs: 9_000_000,
    detections,
    saidBefore: [],
    rewind: null,
    isComplete: false,
    known,
    ...over,
  });
const rewind = { toCall: 0, assessments: new Map() };
/** All of it again, from the first call on. */
const replay = (known: KnownRows, detections: readonly Detection[]) => plan(known, detections, { rewind, isComplete: true });
const act = (known: KnownRows, action: 'acknowledge' | 'resolve', atMs: number) =>
  planTriage(
    known.observations.map(({ row }) => buildUnit(row)),
    { action, reason: 'fixed', note: null, by: 'ada', atMs, changeId: 'act' },
  ).plan;
const kinds = ({ steps }: ObservationPlan) => steps.map(({ kind, fromState, toState }) => `${kind} ${fromState} ${toState}`);

describe('planDetections', () => {
  it('creates an observation with its occurrence, and plans nothing for what is known', () => {
    const first = plan(nothingKnown, [buildDetection(2)]);
    expect(first.inserted).toMatchObject([{ id: 'grep', state: 'open', severity: 2, seen: 1, firstSeenMs: 2_000, version: 1 }]);
    expect(first.occurrences).toMatchObject([{ callId: 'c2', callIndex: 2, lastCallIndex: 2, superseded: 0 }]);
    expect(kinds(first)).toEqual(['create null open']);
    const again = plan(applyPlans(first), [buildDetection(2)]);
    expect([again.inserted, again.saved, again.steps]).toEqual([[], [], []]);
  });

  it('expects the groups that it was made of', () => {
    const known = { ...nothingKnown, groups: [{ fingerprint: 'grep', revision: 7, observer: null, others: noOthers }] };
    expect(plan(known, [buildDetection(1)]).expected).toEqual([{ fingerprint: 'grep', revision: 7 }]);
  });

  it('gives an id that is taken to nobody else', () => {
    const known = { ...nothingKnown, takenIds: new Set(['grep']) };
    const [row] = plan(known, [buildDetection(1)]).inserted;
    expect(row?.id).not.toBe('grep');
    expect(plan(known, [buildDetection(1)]).occurrences[0]?.observationId).toBe(row?.id);
  });

  it('makes one occurrence of what goes on, or begins on calls that it rested on', () => {
    const calls = (...all: number[]) => ({ evidence: { text: null, calls: all, callCount: all.length, records: [] } });
    const found = [buildDetection(2), buildDetection(4, { standing: 'still', ...calls(2, 4) }), buildDetection(6, calls(4, 6))];
    expect(plan(nothingKnown, found).inserted).toMatchObject([{ seen: 1, lastSeenMs: 6_000 }]);
    expect(plan(nothingKnown, [...found, buildDetection(9, calls(8, 9))]).inserted).toMatchObject([{ seen: 2 }]);
  });

  it('records that an open one became more severe, once since it was opened', () => {
    const first = plan(nothingKnown, [buildDetection(1)]);
    const worse = buildDetection(2, { standing: 'rises', severity: 'high' });
    const second = plan(applyPlans(first), [worse]);
    expect(kinds(second)).toEqual(['escalate open open']);
    const known = applyPlans(first, second);
    expect(kinds(replay(known, [buildDetection(1), worse]))).toEqual([]);
  });

  it.each([
    [3_999, ['regress fixed regressed']],
    [4_000, []],
  ])('returns what was fixed at %i by a detection at 4,000: %j', (fixedAtMs, expected) => {
    const first = plan(nothingKnown, [buildDetection(1)]);
    const fixed = act(applyPlans(first), 'resolve', fixedAtMs);
    expect(kinds(plan(applyPlans(first, fixed), [buildDetection(4)]))).toEqual(expected);
  });

  it('withdraws what is gone, archives it where nobody acted on it, and returns it as it was', () => {
    const first = plan(nothingKnown, [buildDetection(1)]);
    const gone = replay(applyPlans(first), []);
    expect(gone.saved.map(({ row }) => [row.state, row.cleared, row.seen])).toEqual([['stale', 1, 0]]);
    const acknowledged = act(applyPlans(first), 'acknowledge', 5_000);
    const kept = replay(applyPlans(first, acknowledged), []);
    expect(kept.saved.map(({ row }) => [row.state, row.cleared])).toEqual([['stale', 0]]);
    const back = replay(applyPlans(first, acknowledged, kept), [buildDetection(1)]);
    expect(back.saved.map(({ row }) => [row.state, row.acknowledgedAtMs, row.resolvedAtMs])).toEqual([['acknowledged', 5_000, null]]);
  });

  it('takes a regression back whose finding is gone', () => {
    const first = plan(nothingKnown, [buildDetection(1)]);
    const fixed = act(applyPlans(first), 'resolve', 3_000);
    const regressed = replay(applyPlans(first, fixed), [buildDetection(1), buildDetection(4)]);
    expect(kinds(regressed)).toEqual(['regress fixed regressed']);
    const back = replay(applyPlans(first, fixed, regressed), [buildDetection(1)]);
    expect(back.saved.map(({ row }) => [row.state, row.resolvedAtMs, row.resolvedBy, row.label])).toEqual([
      ['fixed', 3_000, 'ada', 'fixed'],
    ]);
  });

  it('comes to the same in windows of any size, and changes nothing when replayed', () => {
    const detection = fc.record({
      callIndex: fc.integer({ min: 1, max: 8 }),
      fingerprint: fc.constantFrom('a', 'b'),
      standing: fc.constantFrom('new' as const, 'rises' as const, 'still' as const),
      severity: fc.constantFrom('medium' as const, 'high' as const),
    });
    const script = fc.uniqueArray(detection, { selector: ({ callIndex, fingerprint }) => `${callIndex} ${fingerprint}`, maxLength: 8 });
    fc.assert(
      fc.property(script, fc.integer({ min: 1, max: 4 }), (all, size) => {
        const found = all.toSorted((a, b) => a.callIndex - b.callIndex).map(({ callIndex, ...over }) => buildDetection(callIndex, over));
        const whole = plan(nothingKnown, found, { isComplete: true });
        const parts: ObservationPlan[] = [];
        for (let at = 0; at < found.length; at += size) parts.push(plan(applyPlans(...parts), found.slice(at, at + size)));
        const toRows = ({ observations }: KnownRows) => observations.map(({ row: { changedAtMs: _, ...row } }) => row);
        expect(toRows(applyPlans(...parts))).toEqual(toRows(applyPlans(whole)));
        expect(parts.flatMap(kinds)).toEqual(kinds(whole));
        const again = replay(applyPlans(whole), found);
        expect([again.saved, again.inserted, again.steps]).toEqual([[], [], []]);
      }),
    );
  });
});
