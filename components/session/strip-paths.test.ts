import { describe, expect, it } from 'vitest';
import type { Outcome } from '@/lib/domain/outcome.ts';
import type { StripBar } from './strip-layout.ts';
import { computeBarPath, computeMarkPath } from './strip-paths.ts';

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
  },
});

describe('paths of the strip', () => {
  it('draws all bars of one outcome in one path', () => {
    const bars = [barOf(0, 'ok'), barOf(8, 'error'), barOf(16, 'ok', null)];
    expect(computeBarPath(bars, 'ok').match(/M/g)).toHaveLength(2);
    expect(computeBarPath(bars, 'rejected')).toBe('');
  });
  it('marks what is not fine, and does not pile marks up', () => {
    expect(computeMarkPath([barOf(0, 'ok')], 'ok')).toBe('');
    expect(computeMarkPath([barOf(0, 'error'), barOf(2, 'error'), barOf(8, 'error')], 'error').match(/M/g)).toHaveLength(2);
  });
});
