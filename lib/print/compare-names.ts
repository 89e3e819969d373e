const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Order of names as people read them: `reviewer-2` before `reviewer-10`, whatever their case. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);
