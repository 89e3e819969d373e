import * as z from 'zod';

/** What people and agents called a group; `synthetic`: one of demo data. */
export type GroupLabel = { fingerprint: string; observer: string; label: 'fixed' | 'false_positive'; synthetic: boolean };

/** Of one observer: how often triage said that it was right (fixed) and wrong (false positive), by groups. */
export const observerPrecision = z.object({
  observer: z.string(),
  fixed: z.int(),
  falsePositive: z.int(),
  /** Null without a label. 95 % by Wilson. */
  precision: z.object({ rate: z.number(), low: z.number(), high: z.number() }).nullable(),
  /** Of demo data: there is no label of anything else. */
  synthetic: z.boolean(),
});
export type ObserverPrecision = z.infer<typeof observerPrecision>;
