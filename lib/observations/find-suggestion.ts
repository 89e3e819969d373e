import type { Observation } from '../domain/observation.ts';

/** What is to be done about it, by who told it; null: nothing was said. */
export const findSuggestion = ({ metadata: { suggestion } }: Pick<Observation, 'metadata'>): string | null =>
  typeof suggestion === 'string' && suggestion.trim() !== '' ? suggestion : null;
