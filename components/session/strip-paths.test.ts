import { describe, expect, it } from 'vitest';
import type { Outcome } from '@/lib/domain/outcome.ts';
import type { StripBar } from './strip-layout.ts';
import { chooseMarked, computeBarPath, computeMarkPath } from './strip-paths.ts';

const barOf = (x: number, outcome: Outcome, durationMs: number | null = 1000): StripBar => ({
  x,
  width: 8,
  tick: {
    firstCall: 1,
    lastCall: 1,
    outcome,
    durationMs,
    name: 'Bash',
    summary: '',
    turnIdx: 0,
    atMs: null,
    recordId: 'r',
    inherited: false,
    takenBack: false,
  },
});

describe('paths of the strip', () => {
  it('draws all bars of one outcome in one path', () => {
    const bars = [barOf(0, 'ok'), barOf(8, 'error'), barOf(16, 'ok', null)];
    expect(computeBarPath(bars, 'ok').match(/M/g)).toHaveLength(2);
    expect(computeBarPath(bars, 'rejected')).toBe('');
  });
  it('draws a bar in the middle of its place, where its playhead is', () => {
    expect(computeBarPath([{ ...barOf(100, 'ok'), width: 160 }], 'ok')).toMatch(/^M170 .*h20V/u);
  });
  it('marks what is not fine, and the worst where marks would overlap', () => {
    expect(chooseMarked([barOf(0, 'ok')])).toEqual([]);
    const bars = [barOf(0, 'rejected'), barOf(2, 'error'), barOf(8, 'error'), barOf(11, 'unknown'), barOf(20, 'interrupted')];
    const marked = chooseMarked(bars);
    expect(marked.map((bar) => bar.x)).toEqual([2, 20, 11]);
    expect(computeMarkPath(marked, 'error').match(/M/g)).toHaveLength(1);
    expect(chooseMarked([barOf(0, 'error'), barOf(7.5, 'error')])).toHaveLength(2);
    expect(computeMarkPath(marked, 'rejected')).toBe('');
  });
});
