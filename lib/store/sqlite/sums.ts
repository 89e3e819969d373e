/**
 * Sums that no content can break: an integer sum of SQLite fails once it overflows. Whole numbers are added as floating
 * point, exact in any order up to 2^53.
 */

/** Largest sum that is told; more is no count of anything. */
const maxCount = String(Number.MAX_SAFE_INTEGER);

/** SQL of the sum of a count, null where none is known. */
export const sumOfCounts = (count: string): string => `CAST(min(sum(CAST(${count} AS REAL)), ${maxCount}) AS INTEGER)`;

const unitsPerUsd = '1e12';
const maxUsd = '1e9';

/** SQL of the sum of costs in US dollars. They are added as whole units, so that it does not depend on the order of responses. */
export const sumOfCosts = (costUsd: string): string => `sum(round(min(${costUsd}, ${maxUsd}) * ${unitsPerUsd})) / ${unitsPerUsd}`;
