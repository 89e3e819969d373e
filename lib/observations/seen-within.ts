/** Choices of the filter on last detection, in days. */
export const daysBack = [1, 7, 30, 90] as const;

export const printSeenWithin = (days: number): string => (days === 1 ? 'Last day' : `Last ${days} days`);
