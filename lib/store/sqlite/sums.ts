import { instantRange } from '../../domain/instant.ts';
import { ranges } from '../../domain/measure.ts';

/**
 * Sums that no content can break: an integer sum of SQLite fails once it overflows. A number out of range is unknown (known-values.ts), and
 * adds nothing. Whole numbers are added as floating point, exact in any order up to 2^53.
 */

type Kind = keyof typeof known;
const known = { ...ranges, instant: instantRange, flag: [0, 1] };

/** SQL of a stored number, null where it is not known. */
export const toKnown = (kind: Kind, value: string): string =>
  `CASE WHEN ${value} BETWEEN ${known[kind][0]} AND ${known[kind][1]} THEN ${value} END`;

/** SQL of a stored number that must be known: the nearest that it can be. */
export const toNearest = (kind: Kind, value: string): string => `max(${known[kind][0]}, min(${known[kind][1]}, ${value}))`;

/** SQL of the sum of a count, null where none is known. */
export const sumOfCounts = (count: string): string => `CAST(sum(CAST(${toKnown('count', count)} AS REAL)) AS INTEGER)`;

const unitsPerUsd = '1e12';

/** SQL of the sum of costs in US dollars. They are added as whole units, so that it does not depend on the order of responses. */
export const sumOfCosts = (costUsd: string): string => `sum(round(${toKnown('usd', costUsd)} * ${unitsPerUsd})) / ${unitsPerUsd}`;
