import type { Outcome } from '../domain/outcome.ts';

/** From fine to bad: several calls together show the last of these that is among them. A refused call is no failure. */
export const outcomesByWeight: readonly Outcome[] = ['ok', 'unknown', 'running', 'rejected', 'denied', 'interrupted', 'error'];

/** The outcome that stands for several; `unknown` for none. */
export const computeWorstOutcome = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.reduce<Outcome | null>(
    (worst, outcome) => (worst === null || outcomesByWeight.indexOf(outcome) > outcomesByWeight.indexOf(worst) ? outcome : worst),
    null,
  ) ?? 'unknown';

/** At most `max` outcomes in order: beyond that each stands for several neighbours, and the worst wins. */
export const computeBars = (outcomes: readonly Outcome[], max: number): Outcome[] => {
  if (outcomes.length <= max) return [...outcomes];
  return Array.from({ length: max }, (_, bar) =>
    computeWorstOutcome(outcomes.slice(Math.floor((bar * outcomes.length) / max), Math.floor(((bar + 1) * outcomes.length) / max))),
  );
};
