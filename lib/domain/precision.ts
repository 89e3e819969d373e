import * as z from 'zod';

/** Label of a group from triage; `synthetic` for demo data. */
export type GroupLabel = { fingerprint: string; observer: string; label: 'fixed' | 'false_positive'; synthetic: boolean };

/** Labels of an observer's groups: right (fixed) and wrong (false positive). */
export const observerPrecision = z.object({
  observer: z.string(),
  fixed: z.int(),
  falsePositive: z.int(),
  /** Wilson 95% interval; null without labels. */
  precision: z.object({ rate: z.number(), low: z.number(), high: z.number() }).nullable(),
  /** All labels come from demo data. */
  synthetic: z.boolean(),
});
export type ObserverPrecision = z.infer<typeof observerPrecision>;
