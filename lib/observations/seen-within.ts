/** How long ago something was found last, in days, as lists are narrowed by it. */
export const daysBack = [1, 7, 30, 90] as const;

export const printSeenWithin = (days: number): string => (days === 1 ? 'Last day' : `Last ${days} days`);
