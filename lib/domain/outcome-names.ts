/**
 * Outcomes of a tool call, apart from their schema: readers of files know them without it. `error`: it ran and failed. `rejected`: a
 * person said no. `denied`: a rule, a hook, a classifier or the policy of a sandbox said no. `interrupted`: broken off. `running`: begun,
 * no end known. Only `error` counts as an error, and `unknown` is never shown as ok.
 */
export const outcomeNames = ['ok', 'error', 'rejected', 'denied', 'interrupted', 'running', 'unknown'] as const;
export type Outcome = (typeof outcomeNames)[number];

/** Whether a call was refused, by a person or by a rule: what it asks for did not happen. */
export const isRefused = (outcome: Outcome): boolean => outcome === 'rejected' || outcome === 'denied';
