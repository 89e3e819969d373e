import type { ObservedCall, Trait } from './observed-call.ts';

const excuses: ReadonlySet<Trait> = new Set(['outage', 'checks', 'finds_nothing', 'awaits']);

/** Whether a call ran to its end, as far as that is known: a share of failed calls is of these. */
export const hasRun = ({ outcome, resultId }: ObservedCall): boolean =>
  outcome === 'ok' || outcome === 'error' || (outcome === 'unknown' && resultId !== null);

/** A failure of the agent: not of a service, not of what is under test, not the answer of a search, and not one to wait on. */
export const isFault = ({ outcome, traits }: ObservedCall): boolean =>
  outcome === 'error' && (traits.length === 0 || !traits.some((trait) => excuses.has(trait)));

/**
 * Whether a call ends failures in a row. Findings of a check, refused calls, calls that were not made and results of calls that run on are
 * neither failures nor successes. A check that passes is a success, and so is a result that nothing calls a failure.
 */
export const endsRun = ({ outcome, traits, resultId }: ObservedCall): boolean =>
  outcome === 'ok' ||
  (outcome === 'unknown' && resultId !== null && !traits.includes('runs')) ||
  (outcome === 'error' && traits.includes('finds_nothing'));
