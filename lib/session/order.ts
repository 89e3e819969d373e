/** A record's place in its session, compared element by element: carried-forward time in ms, line, block. */
export type OrderKey = readonly [orderMs: number, line: number, block: number];

/** Negative where `a` comes first; 0 for the same place. */
export const compareOrder = (a: OrderKey, b: OrderKey): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
