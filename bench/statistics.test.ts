import { expect, it } from 'vitest';
import { isMet, printFigure, type Figure } from './figure.ts';
import { measureCoverage } from './statistics-coverage.ts';
import { measureFalseStops, measurePower } from './statistics-experiments.ts';

/** The printed figures beyond their limit by more than `slack`, in their unit: what chance adds in a small simulation. */
const listMissed = (figures: readonly Figure[], slack: number): string[] =>
  figures.filter((figure) => !isMet({ ...figure, limit: figure.limit + (figure.atMost ? slack : -slack) })).map(printFigure);

it('seldom stops an experiment without effect, in a small simulation', () => {
  expect(listMissed(measureFalseStops(40), 7)).toEqual([]);
});

it('covers the truth about as often as promised, in a small simulation', () => {
  expect(listMissed(measureCoverage(200, { oneOf: 5 }), 4)).toEqual([]);
});

it('finds an effect about as often as promised, in a small simulation', () => {
  expect(listMissed(measurePower(60), 10)).toEqual([]);
});
