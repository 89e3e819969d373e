import { describe, expect, it } from 'vitest';
import { applyPlans, buildReported, buildUnit, nothingKnown } from './__fixtures__/rows.ts';
import { planReported, separateReported } from './plan-reported.ts';
import { planTriage } from './plan-triage.ts';
import type { KnownRows } from './rows.ts';

const request = { by: 'mira', changeId: 'change', nowMs: 9_000 };
const resolve = (known: KnownRows, reason: 'fixed' | 'false_positive', atMs: number) =>
  planTriage(
    known.observations.map(({ row }) => buildUnit(row)),
    { action: 'resolve', reason, note: null, by: 'ada', atMs, changeId: 'act' },
  ).plan;

describe('planReported', () => {
  it('sees the same again in one request, and counts each', () => {
    const again = buildReported({ atMs: 2_000 });
    const { plan, fates } = planReported([buildReported(), again], nothingKnown, request);
    expect(fates).toEqual([
      { id: 'thing', fate: 'created' },
      { id: 'thing', fate: 'updated' },
    ]);
    expect(plan.inserted).toMatchObject([{ seen: 2, firstSeenMs: 1_000, lastSeenMs: 2_000, version: 1 }]);
    expect(plan.steps.map(({ kind, by }) => `${kind} ${by}`)).toEqual(['create mira']);
  });

  it.each([
    ['fixed', 1_500, 'regressed'],
    ['fixed', 2_500, 'fixed'],
    ['false_positive', 1_500, 'false_positive'],
  ] as const)('leaves what was %s at %i and is reported at 2,000 as %s', (reason, atMs, state) => {
    const first = planReported([buildReported()], nothingKnown, request).plan;
    const closed = resolve(applyPlans(first), reason, atMs);
    const again = planReported([buildReported({ atMs: 2_000 })], applyPlans(first, closed), request).plan;
    expect(applyPlans(first, closed, again).observations[0]?.row.state).toBe(state);
  });

  it('takes over a given state that is younger, once', () => {
    const resolution = { reason: 'fixed' as const, note: 'done', by: 'eve', atMs: 1_600 };
    const given = { state: 'fixed' as const, acknowledgedAtMs: null, resolution, sinceMs: 1_600 };
    const first = planReported([buildReported({ given })], nothingKnown, request).plan;
    expect(first.inserted).toMatchObject([{ state: 'fixed', resolvedBy: 'eve', resolvedAtMs: 1_600, resolutionNote: 'done' }]);
    const known = applyPlans(first);
    expect(planReported([buildReported({ given })], known, request).fates).toEqual([{ id: 'thing', fate: 'unchanged' }]);
    const older = { ...given, state: 'wont_fix' as const, sinceMs: 1_500 };
    expect(planReported([buildReported({ given: older })], known, request).plan.saved).toEqual([]);
    const younger = { ...older, sinceMs: 1_700 };
    expect(planReported([buildReported({ given: younger })], known, request).plan.saved).toMatchObject([{ row: { state: 'wont_fix' } }]);
  });

  it('keeps one apart that names the fingerprint of another observer, known or in the same request', () => {
    const stranger = buildReported({ draft: { ...buildReported().draft, observer: 'Stranger' } });
    const apart = separateReported([stranger], new Map([['thing', 'Reviewer']]))[0]?.fingerprint;
    expect(apart).not.toBe('thing');
    const fingerprints = separateReported([buildReported(), stranger, stranger], new Map()).map(({ fingerprint }) => fingerprint);
    expect(fingerprints).toEqual(['thing', apart, apart]);
  });
});
