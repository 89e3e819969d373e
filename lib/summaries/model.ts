import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelUse, Summarizer, SummaryTexts, TurnToSummarize } from '../domain/summary.ts';
import type { ModelAccess } from '../models/access.ts';
import { makeAskModel } from '../models/ask.ts';
import { makeLimit } from '../models/limit.ts';
import { addUsage, noSpend } from '../models/usage.ts';
import { limitRating } from './confidence.ts';
import { readAnswer, type ModelTexts } from './model-answer.ts';
import { toModelRequest } from './model-prompt.ts';

const defaultTimeoutMs = 30_000;
const attempts = 2;

type Deps = {
  access: ModelAccess;
  /** Gives the signals, and all texts where the model fails. */
  extractive: Summarizer;
  /** Requests at a time, of all turns together. */
  concurrency: number;
  /** Characters of a turn that are sent. */
  budget: number;
  now: () => number;
  /** Timeout of one attempt. */
  timeoutMs?: number;
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
};

/** Why a model gave no summary, from what each attempt said. */
const describeFailures = (failures: readonly string[]): string => {
  const [first = '', second] = failures;
  if (second === undefined) return first;
  return first === second ? `Both attempts failed. ${first}` : `First attempt: ${first} Second attempt: ${second}`;
};

/**
 * Summarizes turns with a model, in two attempts of 30 seconds. Where both fail, the extractive summary is given, with the reason. Rejects
 * only when it is aborted, or the extractive summarizer rejects.
 */
export const makeModelSummarizer = ({
  access,
  extractive,
  concurrency,
  budget,
  now,
  timeoutMs = defaultTimeoutMs,
  wait = (ms, signal) => sleep(ms, undefined, { signal }),
}: Deps): Summarizer => {
  const limit = makeLimit(concurrency);
  const ask = makeAskModel({ access, now });
  /** Until when the server is left alone, and why. */
  let resting = { untilMs: 0, reason: '' };

  const askTwice = async (turn: TurnToSummarize, signal: AbortSignal | undefined): Promise<{ texts: ModelTexts | null; use: ModelUse }> => {
    let use: ModelUse = { ...noSpend(access.model), left_out: null, failure: null, rated: null };
    if (now() < resting.untilMs)
      return { texts: null, use: { ...use, failure: `Not asked, because the request before failed: ${resting.reason}` } };
    const { request, leftOut } = toModelRequest(turn, budget);
    const given = turn.records.find(({ kind }) => kind === 'prompt')?.text ?? '';
    const failures: string[] = [];
    use = { ...use, left_out: leftOut };
    for (;;) {
      const answer = await ask(request, { timeoutMs, signal });
      use = { ...use, calls: use.calls + 1 };
      if (answer.usage) use = addUsage(use, answer.usage);
      const { texts, problem } = answer.text === null ? { texts: null, problem: answer.problem } : readAnswer(answer.text, given);
      if (texts !== null) return { texts, use };
      failures.push(problem);
      // A useless answer is asked for once more at once.
      const { retryInMs, restMs } = answer.text === null ? answer : { retryInMs: 0, restMs: 0 };
      if (restMs) resting = { untilMs: now() + restMs, reason: problem };
      if (retryInMs === null || failures.length === attempts) return { texts: null, use: { ...use, failure: describeFailures(failures) } };
      if (retryInMs > 0) await wait(retryInMs, signal);
    }
  };

  return {
    summarize: async (turn, signal): Promise<SummaryTexts> => {
      const { texts, use } = await limit(() => askTwice(turn, signal), signal);
      const chosen = await extractive.summarize(turn, signal);
      if (texts === null) return { ...chosen, method: 'fallback', model: use };
      const { signals, verification } = chosen;
      const rated = texts.confidence_level;
      const limited = { ...texts, confidence_level: limitRating(rated, signals) };
      return { ...limited, method: 'model', sentences: [], signals, verification, model: { ...use, rated } };
    },
  };
};
