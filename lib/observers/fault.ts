import type { ObservedCall } from './observed-call.ts';

/** A failure of the agent: not of a service, not of what is under test, and not the answer of a search. */
export const isFault = ({ outcome, traits }: ObservedCall): boolean =>
  outcome === 'error' &&
  (traits.length === 0 || !(traits.includes('outage') || traits.includes('checks') || traits.includes('finds_nothing')));
