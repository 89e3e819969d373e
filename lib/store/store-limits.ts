export type StoreLimits = {
  /** Larger selections are changed in parts of `triagedPart`, so that others can read and write in between. */
  triagedAtOnce: number;
  triagedPart: number;
  /** How many deliveries are kept that were sent: the newest, over all sinks. */
  keptSent: number;
};

export const defaultStoreLimits: StoreLimits = { triagedAtOnce: 10_000, triagedPart: 2_000, keptSent: 10_000 };
