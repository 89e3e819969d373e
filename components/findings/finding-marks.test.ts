import { describe, expect, it } from 'vitest';
import { computeFindingMarks, computeTurnSeverities, findNextFinding, listCitedCalls, printFindingLabel } from './finding-marks.ts';
import { makeEpisode, makeFinding } from './make-finding.ts';

const loop = makeEpisode({ finding: makeFinding({ calls: [45, 46, 48, 49, 51], callCount: 5 }), fromCall: 48, toCall: 51 });
const drift = makeEpisode({
  finding: makeFinding({ category: 'Scope Drift', severity: 'caution', calls: [39, 41] }),
  fromCall: 41,
  toCall: 60,
});

describe('computeFindingMarks', () => {
  it('goes from the first call that a finding rests on to the last, in order', () => {
    const marks = computeFindingMarks([loop, drift]);
    expect(marks.map(({ from, to, saidAt, label }) => [from, to, saidAt, label])).toEqual([
      [39, 41, 41, 'Drift'],
      [45, 51, 48, 'Loop ×5'],
    ]);
    expect(listCitedCalls(marks)).toEqual([39, 41, 45, 46, 48, 49, 51]);
  });

  it('rests on where it was said when no call is cited', () => {
    const [mark] = computeFindingMarks([makeEpisode({ finding: makeFinding({ calls: [], callCount: 0 }), fromCall: 7, toCall: 9 })]);
    expect([mark?.from, mark?.to]).toEqual([7, 9]);
  });
});

it('names what it knows and cuts what it does not', () => {
  expect(printFindingLabel({ category: 'Error Cascade', callCount: 6 })).toBe('Errors ×6');
  expect(printFindingLabel({ category: 'x'.repeat(40), callCount: 2 })).toBe(`${'x'.repeat(23)}…`);
});

it('walks from finding to finding', () => {
  const marks = computeFindingMarks([loop, drift]);
  expect(findNextFinding(marks, 0, 1)).toBe(39);
  expect(findNextFinding(marks, 39, 1)).toBe(45);
  expect(findNextFinding(marks, 45, 1)).toBeNull();
  expect(findNextFinding(marks, 45, -1)).toBe(39);
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
