import type { Parameters } from 'fast-check';

const given = process.env['FUZZ_RUNS'];
const seed = process.env['FUZZ_SEED'];

/** Whether `FUZZ_RUNS` asks for a long run. */
const isLongRun = given !== undefined;

/**
 * How often to try a property: `runs` times with the same values each time, or `FUZZ_RUNS` times with new ones. A failure prints its
 * seed; `FUZZ_SEED` tries that one again.
 */
export const fuzz = <T>(runs: number): Parameters<T> => ({
  numRuns: given === undefined ? runs : Number(given),
  ...(seed !== undefined ? { seed: Number(seed) } : given === undefined ? { seed: 1 } : {}),
});

/** Time limit of a test of `fuzz`; a long run has none. */
export const fuzzTimeout = (ms: number): number => (isLongRun ? 0 : ms);
