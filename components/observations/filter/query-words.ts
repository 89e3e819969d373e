import type { ObservationState } from '@/lib/domain/observation.ts';
import { attention, views } from './views.ts';

/** Words for several statuses, in tokens of the query: those that are worked on, and those that are done. */
export const stateWordsOf: Readonly<Record<string, readonly ObservationState[]>> = {
  unresolved: attention.states,
  resolved: views.find(({ id }) => id === 'resolved')?.states ?? [],
};
