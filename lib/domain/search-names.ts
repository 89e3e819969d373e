import { recordKinds } from './record-kinds.ts';

/**
 * Searchable items: records by their kind, observations, and summaries of turns. A call that holds its own result counts as a result.
 * Summaries repeat the words of records, so only a search for their kind finds them.
 */
export const searchKinds = [...recordKinds, 'observation', 'summary'] as const;

/** Conditions whose values are names in the archive. */
export const listedFields = ['tool', 'project', 'agent', 'model', 'session'] as const;

export const maxSavedQueryChars = 2_000;
