export type StoreLimits = {
  /** Larger selections are changed in parts of `triagedPart`, so that others can read and write in between. */
  triagedAtOnce: number;
  triagedPart: number;
  /** Of the deliveries that were sent, over all sinks, so many of the newest are kept. */
  keptSent: number;
};

export const defaultStoreLimits: StoreLimits = { triagedAtOnce: 10_000, triagedPart: 2_000, keptSent: 10_000 };
