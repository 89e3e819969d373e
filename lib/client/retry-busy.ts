import { ClientError } from './client-error.ts';

/** An import keeps the database busy at most for moments. */
const maxRetries = 5;

/** After a network failure it is unknown whether a change was made, so only what found the database busy is tried again. */
export const isRetried = (failures: number, error: unknown): boolean =>
  error instanceof ClientError && error.isBusy && failures < maxRetries;

/** Delay that the server asks for, else 1, 2, 4 seconds and so on. */
export const toRetryDelayMs = (failures: number, error: unknown): number =>
  (error instanceof ClientError ? error.retryAfterMs : null) ?? 1_000 * 2 ** failures;

/** Asks the server, and again while it is too busy and `signal` has not aborted. Fails as `ask` does. */
export const retryBusy = async <T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isRetried(failures, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, toRetryDelayMs(failures, error)));
      if (signal?.aborted) throw error;
    }
  }
};
