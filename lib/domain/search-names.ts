import { recordKinds } from './record-kinds.ts';

/** What can be found: records by their kind, and observations. A call that holds its own result counts as a result. */
export const searchKinds = [...recordKinds, 'observation'] as const;

/** Conditions whose values are names in the archive. */
export const listedFields = ['tool', 'project', 'agent', 'model', 'session'] as const;

export const maxSavedQueryChars = 2_000;
