import type { Observation } from '../domain/observation.ts';

/** Suggestion by the reporter; null if there is none. */
export const findSuggestion = ({ metadata: { suggestion } }: Pick<Observation, 'metadata'>): string | null =>
  typeof suggestion === 'string' && suggestion.trim() !== '' ? suggestion : null;
