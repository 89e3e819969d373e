import { recordKinds } from './record-kinds.ts';

/**
 * What can be found: records by their kind, observations, and summaries of turns. A call that holds its own result counts as a result.
 * Summaries repeat what records say, so they are found only where their kind is asked for.
 */
export const searchKinds = [...recordKinds, 'observation', 'summary'] as const;

/** Conditions whose values are names in the archive. */
export const listedFields = ['tool', 'project', 'agent', 'model', 'session'] as const;

export const maxSavedQueryChars = 2_000;
