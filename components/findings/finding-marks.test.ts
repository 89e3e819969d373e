import { describe, expect, it } from 'vitest';
import {
  computeFindingMarks,
  computeTurnSeverities,
  findNextFinding,
  findObservationId,
  listCitedCalls,
  toMarkAsOf,
} from './finding-marks.ts';
import { makeAssessment, makeEpisode, buildFinding } from './build-finding.ts';

const loop = makeEpisode({ finding: buildFinding({ calls: [45, 46, 48, 49, 51], callCount: 5 }), fromCall: 48, toCall: 51 });
const drift = makeEpisode({
  finding: buildFinding({ category: 'Scope Drift', severity: 'caution', calls: [39, 41] }),
  label: 'Drift',
  countsCalls: false,
  fromCall: 41,
  toCall: 60,
});

describe('computeFindingMarks', () => {
  it('goes from the first call that a finding rests on to the last, in order', () => {
    const marks = computeFindingMarks([loop, drift]);
    expect(marks.map(({ from, to, reportedAt, label }) => [from, to, reportedAt, label])).toEqual([
      [39, 41, 41, 'Drift'],
      [45, 51, 48, 'Loop ×5'],
    ]);
    expect(listCitedCalls(marks)).toEqual([39, 41, 45, 46, 48, 49, 51]);
  });

  it('rests on where it was said when no call is cited', () => {
    const [mark] = computeFindingMarks([makeEpisode({ finding: buildFinding({ calls: [], callCount: 0 }), fromCall: 7, toCall: 9 })]);
    expect([mark?.from, mark?.to]).toEqual([7, 9]);
  });
});

it('labels a finding as its observer defines it, in little room', () => {
  const labelOf = (episode: Parameters<typeof makeEpisode>[0]) => computeFindingMarks([makeEpisode(episode)])[0]?.label;
  expect(labelOf({ label: 'Errors', finding: buildFinding({ calls: [1, 2, 3, 4, 5, 6] }) })).toBe('Errors ×6');
  expect(labelOf({ label: 'Errors', finding: buildFinding({ calls: [1] }) })).toBe('Errors');
  expect(labelOf({ label: 'x'.repeat(40), countsCalls: false })).toBe(`${'x'.repeat(23)}…`);
});

it('walks from finding to finding', () => {
  const marks = computeFindingMarks([loop, drift]);
  const next = (key: string | null, call: number, direction: 1 | -1) => findNextFinding(marks, { key, call }, direction)?.from ?? null;
  expect(next(null, 0, 1)).toBe(39);
  expect(next(null, 39, 1)).toBe(45);
  expect(next(null, 45, 1)).toBeNull();
  expect(next(null, 45, -1)).toBe(39);
  expect(next('gone-3', 45, -1)).toBe(39);
});

it('visits each finding once, in order, where several begin at one call', () => {
  const at = (over: Parameters<typeof makeEpisode>[0], calls: number[]) => makeEpisode({ ...over, finding: buildFinding({ calls }) });
  const marks = computeFindingMarks([
    at({ observer: 'stall', fromCall: 5 }, [3, 4, 5]),
    at({ observer: 'stall', fromCall: 5 }, [3, 5]),
    at({ observer: 'error_cascade', fromCall: 6 }, [3, 4, 6]),
    at({ observer: 'drift', fromCall: 9 }, [9]),
  ]);
  const walk = (direction: 1 | -1): string[] => {
    const visited: string[] = [];
    let here: { key: string | null; call: number } = { key: null, call: direction === 1 ? 0 : Infinity };
    for (let mark = findNextFinding(marks, here, direction); mark; mark = findNextFinding(marks, here, direction)) {
      visited.push(mark.key);
      here = { key: mark.key, call: mark.from };
    }
    return visited;
  };
  expect(walk(1)).toEqual(['error_cascade-6', 'stall-5', 'stall-5.2', 'drift-9']);
  expect(walk(-1)).toEqual(walk(1).toReversed());
});

it('is at a call what its observer last said by then', () => {
  const early = buildFinding({ calls: [45, 46, 48], severity: 'caution' });
  const whole = { ...loop, assessedAt: [48, 51], sentAt: [48, 51], endedAtCall: 60 };
  const [mark] = computeFindingMarks([whole]);
  if (!mark) throw new Error('There is no mark.');
  const assessments = [
    makeAssessment({ callIndex: 48, findings: [buildFinding({ category: 'Cycle' }), early] }),
    makeAssessment({ callIndex: 49, observer: 'drift', findings: [whole.finding] }),
    makeAssessment({ callIndex: 51, findings: [whole.finding] }),
  ];
  expect(toMarkAsOf(mark, assessments, 47)).toBe(mark);
  const then = toMarkAsOf(mark, assessments, 50);
  expect([then.key, then.label, then.severity, then.from, then.to]).toEqual([mark.key, 'Loop ×3', 'caution', 45, 48]);
  expect(then.episode).toMatchObject({ assessedAt: [48], sentAt: [48], endedAtCall: null, finding: early });
  expect(toMarkAsOf(mark, assessments, 60)).toEqual(mark);
});

it('gives each turn the severities of what begins in it', () => {
  const marks = computeFindingMarks([loop, drift]);
  const turns = [
    { turnIdx: 0, firstCall: 1 },
    { turnIdx: 2, firstCall: 38 },
    { turnIdx: 3, firstCall: 80 },
  ];
  expect([...computeTurnSeverities(marks, turns)]).toEqual([[2, ['warning', 'caution']]]);
});

it('knows the observation of what an observer found', () => {
  const episodes = [
    { ...loop, observationId: null },
    { ...loop, observationId: 'o1' },
    { ...drift, observationId: 'o2' },
  ];
  expect(findObservationId(episodes, loop.observer, { ...loop.finding, calls: [90], title: 'Said otherwise' })).toBe('o1');
  expect(findObservationId(episodes, loop.observer, { ...loop.finding, subject: 'another' })).toBeNull();
  expect(findObservationId(episodes, 'another', loop.finding)).toBeNull();
});
