import { describe, expect, it } from 'vitest';
import { findProblem, printBounds, printChange, toTriggerWords, type Parameter } from './observer-words.ts';

const base: Parameter = {
  name: 'window_size',
  description: '',
  type: 'integer',
  nullable: false,
  choices: null,
  least: 2,
  leastExcluded: false,
  most: 10_000,
};
const share: Parameter = { ...base, name: 'rate', type: 'number', least: 0, leastExcluded: true, most: 1 };
const off = { every_n_calls: null, after_consecutive_errors: null, every_n_seconds: null, on_every_call: false, on_turn_end: false };

describe('words of observers', () => {
  it('tell bounds, and hold a value against them', () => {
    expect([printBounds(base), printBounds(share), printBounds({ ...base, least: null, most: null })]).toEqual([
      '2 to 10,000',
      'over 0, at most 1',
      '',
    ]);
    expect([2, 10_000].map((value) => findProblem(base, value))).toEqual([null, null]);
    for (const value of [1, 10_001, 2.5, '', '3', null, Number.NaN])
      expect(findProblem(base, value), String(value)).toBe('A whole number, 2 to 10,000.');
    expect([findProblem(share, 0), findProblem(share, 0.01), findProblem(share, 1)]).toEqual(['A number, over 0, at most 1.', null, null]);
    expect([findProblem({ ...base, nullable: true }, null), findProblem({ ...base, type: 'choice', choices: ['a'] }, 'b')]).toEqual([
      null,
      'One of a.',
    ]);
  });

  it('tell when an observer runs', () => {
    expect(toTriggerWords(off)).toBe('Never runs: no condition set.');
    expect(toTriggerWords({ ...off, every_n_calls: 0 })).toBe('Never runs: no condition set.');
    expect(toTriggerWords({ ...off, every_n_calls: 10, after_consecutive_errors: 1 })).toBe(
      'Runs every 10 calls, or after 1 failed call in a row.',
    );
    expect(toTriggerWords({ ...off, every_n_calls: 10, on_every_call: true })).toBe('Runs at every call.');
  });

  it('tell a change with the name of its observer', () => {
    const preset = { trigger: off, parameters: { window_size: 20 } };
    const kind = {
      id: 'stall',
      name: 'Stall Detector',
      version: 1,
      description: '',
      parameters: [base],
      offByDefault: null,
      presets: { default: preset, reference: null },
      entry: null,
      found: [],
      triage: { observer: 'stall', fixed: 0, falsePositive: 0, precision: null, synthetic: false },
    };
    const reported = (field: string, before: unknown, after: unknown) => printChange({ observer: 'stall', field, before, after }, [kind]);
    expect(reported('parameters.window_size', undefined, 12)).toBe('Stall Detector: window size 20 → 12');
    expect(reported('enabled', true, false)).toBe('Stall Detector: on → off');
    expect(reported('output_path', 'a_b/c.md', 'd_e.md')).toBe('Stall Detector: file a_b/c.md → d_e.md');
    expect(reported('trigger', undefined, off)).toBe('Stall Detector: when it runs');
    expect(printChange({ observer: null, field: 'still_after_calls', before: 25, after: 3 }, [])).toBe(
      'Feedback: still after calls 25 → 3',
    );
  });
});
