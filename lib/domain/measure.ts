import * as z from 'zod';

type Range = readonly [min: number, max: number];

/** Accepted ranges of numbers from outside: a file, a model or an agent may send anything. Sums over a whole archive stay exact. */
export const ranges = {
  /** Tokens, calls, lines, bytes. */
  count: [0, 1e12],
  usd: [0, 1e9],
  /** As far as the year 9999 is from the year 0. */
  durationMs: [0, 1e15],
  score: [-1e9, 1e9],
  exitCode: [-(2 ** 31), 2 ** 32 - 1],
} as const satisfies Record<string, Range>;

/** The number, or null: what is out of range was not measured. */
export const toMeasured = (value: unknown, [min, max]: Range): number | null =>
  typeof value === 'number' && value >= min && value <= max ? value : null;

const within = ([min, max]: Range) => z.number().min(min).max(max);
const wholeWithin = ([min, max]: Range) => z.int().min(min).max(max);

/** As it comes in. */
export const given = {
  count: wholeWithin(ranges.count),
  usd: within(ranges.usd),
  durationMs: within(ranges.durationMs),
  score: within(ranges.score),
  exitCode: wholeWithin(ranges.exitCode),
};

/** Stored numbers, including sums. Numbers that an older version stored out of range become unknown. */
export const known = {
  count: z.int().min(0).nullable().catch(null),
  amount: z.number().min(0).nullable().catch(null),
};
