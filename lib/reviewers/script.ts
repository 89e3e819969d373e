import * as z from 'zod';
import type { AskModel, ModelAnswer, ModelFailure, ModelRequest } from '../models/model-request.ts';
import { estimateTokens, type Usage } from '../models/usage.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import { printPath } from '../print/key-path.ts';
import { toKeyProblems } from '../yaml/to-key-problems.ts';

/** Reviewers that have no answers of their own. */
const anyReviewer = '*';
/** Before a failed request is repeated, as with a model. */
const pauseMs = 1_000;

const count = z.int().min(0).max(10_000_000);
const scriptedAnswer = z
  .strictObject({
    /** Name of a reviewer; `*`: all that are not named. */
    reviewer: z.string().min(1).max(200).default(anyReviewer),
    /** Answer of the model: a text as it is, all else as JSON. */
    answer: z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
    /** Instead of an answer: an HTTP status, no answer in time, or a response that cannot be read. */
    fail: z.literal([429, 500, 'timeout', 'garbage'], { error: 'must be 429, 500, timeout or garbage' }).optional(),
    delay_ms: z.int().min(0).max(600_000).default(0),
    /** How often it is given before the next one. */
    times: z.int().min(1).max(1_000).default(1),
    /** Counted by the length of the texts unless it is given. */
    usage: z.strictObject({ input_tokens: count, output_tokens: count }).optional(),
  })
  .refine(({ answer, fail }) => (answer === undefined) !== (fail === undefined), { error: 'Give either answer or fail' });
type ScriptedAnswer = z.output<typeof scriptedAnswer>;

const reviewScript = z.strictObject(
  { answers: z.array(scriptedAnswer).min(1).max(10_000) },
  { error: ({ code }) => (code === 'invalid_type' ? 'A script has the key answers, with a list' : undefined) },
);
/** Answers of a model that is played, in the order in which they are given. */
export type ReviewScript = z.output<typeof reviewScript>;

/** `line` is 1-based; `key` is empty where no key is at fault. */
export type ScriptProblem = { line: number | null; key: string; message: string };

/** Reads scripted answers from YAML or JSON. Never throws. */
export const parseScript = (text: string): { script: ReviewScript; problems: [] } | { script: null; problems: ScriptProblem[] } => {
  const yaml = parseYaml(text);
  if ('problems' in yaml) return { script: null, problems: yaml.problems.map((problem) => ({ ...problem, key: '' })) };
  const parsed = reviewScript.safeParse(yaml.value);
  if (parsed.success) return { script: parsed.data, problems: [] };
  const problems = parsed.error.issues
    .flatMap((issue) => toKeyProblems(reviewScript, issue))
    .map(({ path, message }) => ({ line: yaml.findLine(path), key: printPath(path), message }));
  return { script: null, problems };
};

/** The tokens of an exchange. */
const toUsage = ({ usage }: ScriptedAnswer, { instructions, prompt }: ModelRequest, text: string): Usage => ({
  inputTokens: usage?.input_tokens ?? estimateTokens(instructions + prompt),
  inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined },
  outputTokens: usage?.output_tokens ?? estimateTokens(text),
});

const answerWith = (scripted: ScriptedAnswer, request: ModelRequest): ModelAnswer | ModelFailure => {
  const { answer, fail } = scripted;
  if (fail === 'garbage') return { text: null, problem: 'The response cannot be read, as the script says.', retryInMs: pauseMs };
  if (typeof fail === 'number') return { text: null, problem: `HTTP ${fail}, as the script says.`, status: fail, retryInMs: pauseMs };
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return { text, usage: toUsage(scripted, request, text) };
};

type Deps = {
  script: ReviewScript;
  /** Rejects when it is aborted. */
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
};

/**
 * Plays the model of every reviewer by its name, as a script says: each reviewer gets its answers in their order, and the last one again
 * and again. Nothing is sent.
 */
export const makeScriptedModels = ({ script: { answers }, wait }: Deps): ((reviewer: string) => AskModel) => {
  const given = new Map<string, number>();
  const takeNext = (reviewer: string): ScriptedAnswer | null => {
    const own = answers.filter((one) => one.reviewer === reviewer);
    const all = own.length > 0 ? own : answers.filter((one) => one.reviewer === anyReviewer);
    const before = given.get(reviewer) ?? 0;
    given.set(reviewer, before + 1);
    let until = 0;
    return all.find(({ times }) => (until += times) > before) ?? all.at(-1) ?? null;
  };
  return (reviewer) =>
    async (request, { timeoutMs, signal }) => {
      signal?.throwIfAborted();
      const next = takeNext(reviewer);
      if (next === null) return { text: null, problem: `The script has no answer for ${reviewer}, and none for *.`, retryInMs: null };
      const isLate = next.fail === 'timeout' || next.delay_ms > timeoutMs;
      await wait(isLate ? timeoutMs : next.delay_ms, signal);
      if (isLate) return { text: null, problem: `No answer within ${timeoutMs / 1_000} s.`, retryInMs: 0, isTimeout: true };
      return answerWith(next, request);
    };
};
