import type { AskModel, ModelAnswer, ModelFailure, ModelRequest } from './model-request.ts';
import { addUsage, noSpend, type ModelSpend } from './usage.ts';

const maxAttempts = 4;
/** Before the second attempt; twice as long before each one after it. */
const firstWaitMs = 1_000;
/** Random part of a wait, so that requests that failed together do not come back together. */
const jitter = 0.5;

type Deps = {
  ask: AskModel;
  /** Its name, for the price. */
  model: string;
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
};

/**
 * Asks a model in at most four attempts that take `timeoutMs` together, with longer and longer waits between them, and never before the
 * server allows it. `spend` is that of all attempts. Rejects only when it is aborted.
 */
export const askWithRetries = async (
  { ask, model, now, random, wait }: Deps,
  request: ModelRequest,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<{ answer: ModelAnswer | ModelFailure; spend: ModelSpend }> => {
  const deadlineMs = now() + timeoutMs;
  const problems = new Set<string>();
  let spend = noSpend(model);
  for (;;) {
    const answer = await ask(request, { timeoutMs: deadlineMs - now(), signal });
    spend = { ...spend, calls: spend.calls + 1 };
    if (answer.usage) spend = addUsage(spend, answer.usage);
    if (answer.text !== null) return { answer, spend };
    const { retryInMs, isTimeout, problem } = answer;
    // The last attempt had only what the others left of the time.
    problems.add(isTimeout ? `No answer within ${timeoutMs / 1_000} s.` : problem);
    const fail = (...more: string[]) => {
      const all = [...problems, ...more].join(' ');
      return { answer: { ...answer, problem: spend.calls === 1 ? all : `${spend.calls} attempts failed. ${all}` }, spend };
    };
    if (retryInMs === null || isTimeout || spend.calls === maxAttempts) return fail();
    // An attempt that may follow at once is not a repetition: the server knows no schemas, or asks for it.
    const waitMs = retryInMs === 0 ? 0 : Math.max(retryInMs, firstWaitMs * 2 ** (spend.calls - 1)) * (1 + jitter * random());
    if (now() + waitMs >= deadlineMs) return fail(`Its ${timeoutMs / 1_000} s leave no time for another attempt.`);
    if (waitMs > 0) await wait(waitMs, signal);
  }
};
