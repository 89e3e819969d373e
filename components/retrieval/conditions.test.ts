import { describe, expect, it } from 'vitest';
import { listConditionProblems } from './conditions.ts';

describe('conditions on turns', () => {
  it('are those of a search that turns have', () => {
    expect(listConditionProblems('since:84d agent:claude-code -project:x has:finding')).toEqual([]);
    expect(listConditionProblems('')).toEqual([]);
  });

  it('names words and fields that turns do not have, at their place', () => {
    expect(listConditionProblems('lock since:7d kind:prompt').map(({ start, end }) => [start, end])).toEqual([
      [0, 4],
      [14, 25],
    ]);
    expect(listConditionProblems('since:soon')[0]?.message).toContain('must be a date');
  });
});
