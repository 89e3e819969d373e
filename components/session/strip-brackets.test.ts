import { describe, expect, it } from 'vitest';
import { computeFindingMarks } from '@/components/findings/finding-marks.ts';
import { makeEpisode, buildFinding } from '@/components/findings/build-finding.ts';
import { computeBrackets, computeFindingsHeight, countLanes, findBracketAt, laneHeight } from './strip-brackets.ts';
import type { StripLayout } from './strip-layout.ts';

const layoutOf = (calls: number, width: number): StripLayout => ({
  width,
  gaps: [],
  turns: [],
  lanes: [],
  bars: Array.from({ length: calls }, (_, at) => ({
    x: (at * width) / calls,
    width: width / calls,
    tick: {
      firstCall: at + 1,
      lastCall: at + 1,
      outcome: 'ok',
      inherited: false,
      takenBack: false,
      durationMs: 1,
      name: 'Bash',
      summary: '',
      turnIdx: 0,
      atMs: null,
      recordId: `${at}`,
    },
  })),
});
const marksOf = (...spans: [from: number, to: number, severity?: 'warning' | 'caution'][]) =>
  computeFindingMarks(
    spans.map(([from, to, severity = 'warning']) =>
      makeEpisode({ finding: buildFinding({ calls: [from, to], callCount: 5, severity }), fromCall: from, toCall: to }),
    ),
  );

describe('computeBrackets', () => {
  it('spans the calls of a finding with its words', () => {
    const { brackets, more } = computeBrackets(layoutOf(100, 1000), marksOf([45, 51]), 1);
    expect(brackets).toMatchObject([{ lane: 0, x: 440, end: 509, label: 'Loop ×5' }]);
    expect(more).toBeNull();
  });

  it('takes a second lane where two overlap, the worst above', () => {
    const { brackets } = computeBrackets(layoutOf(100, 1000), marksOf([40, 60, 'caution'], [45, 51]), 2);
    expect(brackets.map(({ lane, mark }) => [lane, mark.severity])).toEqual([
      [0, 'warning'],
      [1, 'caution'],
    ]);
  });

  it('counts at the right what finds no room, and never draws one over another', () => {
    const marks = marksOf(...Array.from({ length: 30 }, (_, at): [number, number] => [at + 40, at + 44]));
    const { brackets, more } = computeBrackets(layoutOf(100, 1000), marks, 2);
    expect(brackets.length + (more?.marks.length ?? 0)).toBe(30);
    for (const a of brackets) for (const b of brackets) if (a !== b && a.lane === b.lane) expect(a.to < b.from || b.to < a.from).toBe(true);
  });

  it('says no words on a small screen, and stays inside the strip', () => {
    const { brackets } = computeBrackets(layoutOf(100, 360), marksOf([99, 100]), 1);
    expect(brackets[0]).toMatchObject({ label: null });
    expect(brackets[0]?.to).toBeLessThanOrEqual(360);
  });
});

it('takes as many lanes as there are findings, at most two; on a phone always one, so that none that arrives moves anything', () => {
  expect([0, 1, 2, 9].map((findings) => countLanes(findings, false))).toEqual([0, 1, 2, 2]);
  expect([0, 1, 9].map((findings) => countLanes(findings, true))).toEqual([1, 1, 1]);
  expect([0, 1, 2].map(computeFindingsHeight)).toEqual([0, laneHeight + 3, 2 * laneHeight + 3]);
});

it('finds what is under a point', () => {
  const brackets = computeBrackets(layoutOf(100, 1000), marksOf([45, 51]), 1);
  expect(findBracketAt(brackets, 450, 5)?.map(({ from }) => from)).toEqual([45]);
  expect(findBracketAt(brackets, 200, 5)).toBeNull();
});
