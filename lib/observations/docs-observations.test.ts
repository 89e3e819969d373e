import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { observationSeverity, observationState, resolutionReason, triageAction } from '../domain/observation.ts';
import { makeObservation } from './__fixtures__/make-observation.ts';
import { toReason, toReturned, toStep } from './lifecycle.ts';
import { toSeedForm } from './seed-form.ts';

const text = readFileSync(new URL('../../docs/observations.md', import.meta.url), 'utf8');

/** Cells of the table whose head begins so. */
const tableOf = (head: string): string[][] => {
  const rows =
    text
      .slice(text.indexOf(`| ${head} |`))
      .split('\n\n', 1)[0]
      ?.split('\n') ?? [];
  return rows.slice(2).map((row) => row.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$|`/gu, '')));
};

/** Result of an action in a state, for all reasons other than the state: `the reason` if each reason becomes the new state. */
const say = (state: (typeof observationState.options)[number], action: (typeof triageAction.options)[number]): string => {
  const steps = resolutionReason.options
    .filter((reason) => reason !== state)
    .map((reason) => ({ reason, ...toStep(state, action, reason) }));
  if (steps.every(({ to, reason }) => to === reason)) return 'the reason';
  const [step] = steps;
  if (!step || step.to !== null) return step?.to ?? '';
  const why = 'refused' in step ? step.refused : null;
  return why === null ? 'no change' : `refused: ${why.replace('It is resolved. R', 'r').replace(/\.$/u, '')}`;
};

describe('docs/observations.md', () => {
  it('tells the life cycle as it is', () => {
    expect(tableOf('state')).toEqual(
      observationState.options.map((state) => [state, ...triageAction.options.map((action) => say(state, action))]),
    );
    for (const state of observationState.options) {
      const reason = toReason(state);
      if (reason) expect(toStep(state, 'resolve', reason)).toEqual({ to: null, refused: null });
    }
  });

  it('tells what comes of one that is found again', () => {
    const rows = tableOf('resolved as');
    expect(rows.map(([reason]) => reason)).toEqual(resolutionReason.options);
    for (const [at, state] of resolutionReason.options.entries()) {
      const { to, kind } = toReturned({ state, atMs: 1 }, 2);
      expect(rows[at]?.[2]).toMatch(kind === null ? /^stays closed/u : new RegExp(`^${to}`, 'u'));
    }
  });

  it('names the fields of a line in their order, and the severities', () => {
    const form = toSeedForm(makeObservation());
    expect(tableOf('field').map(([field]) => field)).toEqual(Object.keys(form));
    expect(tableOf('field').find(([field]) => field === 'severity')?.[1]).toBe(observationSeverity.options.join(', '));
  });
});
