import { describe, expect, it } from 'vitest';
import { printLabeled, printPrecision } from './triage-words.ts';

const none = { before: 0, after: 0, both: 0 };

describe('what triage says of an observer', () => {
  it('is its precision with its interval, or that there is none', () => {
    const triage = {
      observer: 'stall',
      fixed: 33,
      falsePositive: 8,
      precision: { rate: 33 / 41, low: 0.6599, high: 0.8976 },
      synthetic: false,
    };
    expect(printPrecision(triage)).toBe('Precision 80 % (66 to 90), 33 fixed and 8 false positives of 41 labeled');
    expect(printPrecision({ ...triage, fixed: 0, falsePositive: 1, precision: { rate: 0, low: 0, high: 0.7935 } })).toBe(
      'Precision 0 % (0 to 79), 0 fixed and 1 false positive of 1 labeled',
    );
    expect(printPrecision({ ...triage, synthetic: true })).toMatch(/labeled, all of demo data$/u);
    const unlabeled = { observer: 'stall', fixed: 0, falsePositive: 0, precision: null, synthetic: false };
    expect(printPrecision(unlabeled)).toBe('Precision unknown: nothing labeled fixed or false positive yet');
  });
});

describe('what a trial says of what is labeled', () => {
  it.each([
    [
      { before: 33, after: 31, both: 31 },
      { before: 8, after: 2, both: 2 },
      'Of 41 labeled: 31 of 33 fixed are still found, 6 of 8 false positives are gone.',
    ],
    [{ before: 1, after: 1, both: 1 }, none, 'Of 1 labeled: 1 of 1 fixed is still found.'],
    [none, { before: 1, after: 0, both: 0 }, 'Of 1 labeled: 1 of 1 false positive is gone.'],
    [
      { before: 2, after: 3, both: 1 },
      { before: 1, after: 2, both: 1 },
      'Of 3 labeled: 1 of 2 fixed are still found, 0 of 1 false positive is gone, 2 fixed and 1 false positive would also be found.',
    ],
    [none, { before: 0, after: 2, both: 0 }, 'Of labeled observations, 2 false positives would also be found.'],
    [none, none, 'These observers find nothing that was labeled fixed or false positive.'],
  ])('%j and %j', (fixed, falsePositive, words) => {
    expect(printLabeled({ fixed, falsePositive })).toBe(words);
  });
});
