import { setImmediate, setTimeout } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';

const maxAttempts = 60;
/** The first attempts follow each other at once; each later one waits a millisecond longer. */
const eagerAttempts = 5;

/**
 * Reads, plans and applies again until nothing came in between (null). Each failed attempt means that another writer got on. Fails
 * with `store_busy`, which names the `subject` that is written to, after 60 of them.
 */
export const untilApplied = async <Result>(
  attempt: (failures: number) => Promise<Result | null>,
  subject = 'observations',
): Promise<Result> => {
  for (let failures = 0; failures < maxAttempts; failures += 1) {
    const result = await attempt(failures);
    if (result !== null) return result;
    await (failures < eagerAttempts ? setImmediate() : setTimeout(failures));
  }
  throw new AppError('store_busy', `Other processes keep changing the same ${subject}. Try again.`);
};
