import * as z from 'zod';
import { outcomeNames, type Outcome } from './outcome-names.ts';

export const outcome = z.enum(outcomeNames);
export type { Outcome };

/** Source of an outcome. */
export const outcomeSource = z.enum(['flag', 'exit_code', 'text', 'missing_result', 'none']);
export type OutcomeSource = z.infer<typeof outcomeSource>;
