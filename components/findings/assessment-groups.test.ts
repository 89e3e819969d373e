import { describe, expect, it } from 'vitest';
import { computeOpenSteps, explainOtherGroup, findEarlier, findGroupAt, listStanding, toAssessmentGroups } from './assessment-groups.ts';
import { makeAssessment, buildFinding } from './build-finding.ts';

const loop = buildFinding({ subject: 'loop' });
const drift = buildFinding({ category: 'Scope Drift', subject: 'src', severity: 'caution' });
const groups = toAssessmentGroups([
  makeAssessment({ callIndex: 51, findings: [{ ...loop, standing: 'rises' }], ended: [drift], sentAtMs: 5 }),
  makeAssessment({ callIndex: 48, severity: 'caution', findings: [{ ...loop, severity: 'caution' }], atMs: 4 }),
  makeAssessment({ callIndex: 48, observer: 'drift', observerName: 'Drift Detector', severity: 'caution', findings: [drift] }),
  makeAssessment({ callIndex: 60, severity: 'info', findings: [], ended: [loop] }),
]);

describe('toAssessmentGroups', () => {
  it('puts what was said at one call together, oldest first, and counts what changed', () => {
    expect(groups.map(({ call, severity, sent, assessments }) => [call, severity, sent, assessments.length])).toEqual([
      [48, 'caution', false, 2],
      [51, 'warning', true, 1],
      [60, 'info', false, 1],
    ]);
    expect(groups[0]?.signs).toEqual({ new: 2, rises: 0, still: 0, eases: 0, gone: 0 });
    expect(groups[1]?.signs).toEqual({ new: 0, rises: 1, still: 0, eases: 0, gone: 1 });
  });
});

it('finds what is in force at a call', () => {
  expect([47, 48, 50, 51, 999].map((call) => findGroupAt(groups, call))).toEqual([-1, 0, 0, 1, 2]);
  expect(findGroupAt(groups, null)).toBe(2);
  expect(findGroupAt([], null)).toBe(-1);
});

it('says where nothing was said at the call that was asked for', () => {
  expect([null, 0, 48, 60].map((call) => explainOtherGroup(groups, call, null))).toEqual([null, null, null, null]);
  expect(explainOtherGroup(groups, 999, null)).toBe('There is no assessment at #999; showing #60.');
  expect(explainOtherGroup(groups, 50, 'Drift Detector')).toBe('There is no assessment by the Drift Detector at #50; showing #48.');
  expect(explainOtherGroup(groups, 47, null)).toBe('There is no assessment at #47; showing the state before the first.');
});

it('lists what others said before and still stands', () => {
  expect(listStanding(groups, 1).map(({ observer }) => observer)).toEqual(['drift']);
  expect(listStanding(groups, 0)).toEqual([]);
});

it('knows how severe a finding was before', () => {
  expect(findEarlier(groups, 1, 'stall', loop)).toEqual({ severity: 'caution', call: 48 });
  expect(findEarlier(groups, 0, 'stall', loop)).toBeNull();
});

it('counts what is open, by call', () => {
  const steps = computeOpenSteps([
    { fromCall: 1, assessedAt: [5, 6], endedAtCall: 9 },
    { fromCall: 7, assessedAt: [7], endedAtCall: null },
    { fromCall: 8, assessedAt: [9], endedAtCall: null },
  ]);
  expect(steps).toEqual([
    { call: 5, open: 1 },
    { call: 7, open: 2 },
  ]);
});
