import * as z from 'zod';

/**
 * How a turn ended. `answered` is not solved: an answer followed its last call. `open`: no end is recorded yet. `taken_back`: the person
 * went back to before it, so that it counts in tokens and cost only. `unknown`: its records do not say.
 */
export const turnEndings = ['answered', 'interrupted', 'refused', 'service_error', 'usage_limit', 'open', 'taken_back', 'unknown'] as const;
export const turnEnded = z.enum(turnEndings);
export type TurnEnded = z.infer<typeof turnEnded>;
