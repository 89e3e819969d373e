import * as z from 'zod';

/** Outcome of a tool call. `rejected` was refused by a person and is not an error; `unknown` is never shown as ok. */
export const outcome = z.enum(['ok', 'error', 'rejected', 'interrupted', 'running', 'unknown']);
export type Outcome = z.infer<typeof outcome>;

/** Source of an outcome. */
export const outcomeSource = z.enum(['flag', 'exit_code', 'text', 'missing_result', 'none']);
export type OutcomeSource = z.infer<typeof outcomeSource>;
