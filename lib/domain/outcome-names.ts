/** Outcomes of a tool call, apart from their schema: readers of files know them without it. `rejected` was refused by a person and is not an error; `unknown` is never shown as ok. */
export const outcomeNames = ['ok', 'error', 'rejected', 'interrupted', 'running', 'unknown'] as const;
export type Outcome = (typeof outcomeNames)[number];
