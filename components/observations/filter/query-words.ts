import type { ObservationState } from '@/lib/domain/observation.ts';
import { views } from './views.ts';

/** Words for several statuses, in tokens of the query: those that are not done, and those that are. */
export const stateWordsOf: Readonly<Record<string, readonly ObservationState[]>> = {
  unresolved: ['open', 'regressed', 'acknowledged'],
  resolved: views.find(({ id }) => id === 'resolved')?.states ?? [],
};

export const printSent = (sent: boolean): 'yes' | 'no' => (sent ? 'yes' : 'no');

/** Whether statuses leave room for what is resolved; none of them: all. */
export const mayBeResolved = (states: readonly ObservationState[]): boolean =>
  states.length === 0 || states.some((state) => stateWordsOf.resolved?.includes(state));

/** Statuses with those that are resolved, where they leave no room for any. */
export const toWithResolved = (states: readonly ObservationState[]): ObservationState[] =>
  mayBeResolved(states) ? [...states] : [...states, ...(stateWordsOf.resolved ?? [])];
