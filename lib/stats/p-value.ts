/** A computed probability as a p-value, in (0, 1]: none is 0, though the smallest are below what a number can hold. */
export const toPValue = (computed: number): number => Math.min(1, Math.max(Number.MIN_VALUE, computed));
