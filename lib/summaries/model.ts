import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageModel } from 'ai';
import { parseRetryAfterMs } from '../domain/retry-after.ts';
import type { ModelUse, Summarizer, SummaryTexts, TurnToSummarize } from '../domain/summary.ts';
import { redact } from '../redaction/redact.ts';
import { makeLimit } from './limit.ts';
import type { ModelAccess } from './model-access.ts';
import { readAnswer, toLine, type ModelTexts } from './model-answer.ts';
import { addUsage, describeFailures, type Usage } from './model-use.ts';
import { answerSchema, instructions, toModelPrompt } from './model-prompt.ts';

const defaultTimeoutMs = 30_000;
const attempts = 2;
/** Before a failed request is repeated, unless the server says when. */
const pauseMs = 1_000;
/** Before other turns are tried where the server refuses the key or knows no such model. */
const restMs = 60_000;
const maxOutputTokens = 4_000;
const maxResponseBytes = 1_000_000;
const maxQuotedChars = 200;

/** Why an attempt gave no texts, as a sentence. `retryInMs`: when another one may; null: none will for this turn. */
type Failure = {
  texts: null;
  usage?: Usage;
  problem: string;
  retryInMs: number | null;
  status?: number;
  /** For how long the server refuses other turns, too. */
  restMs?: number;
};
type Attempt = { texts: ModelTexts; usage: Usage | undefined } | Failure;

const limitBytes = (): TransformStream<Uint8Array, Uint8Array> => {
  let bytes = 0;
  return new TransformStream({
    transform: (part, controller) => {
      bytes += part.byteLength;
      if (bytes > maxResponseBytes) controller.error(new Error(`The response has more than ${maxResponseBytes} bytes.`));
      else controller.enqueue(part);
    },
  });
};

/** Follows no redirect, which could take the turn and the key elsewhere, and reads no endless response. */
const safeFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  return new Response(response.body?.pipeThrough(limitBytes()) ?? null, response);
};

/** `withSchema`: whether an OpenAI-compatible server is given the schema, or only asked for JSON. */
const makeModel = async ({ provider, model, key, baseUrl }: ModelAccess, withSchema: boolean): Promise<LanguageModel> => {
  const shared = { apiKey: key, baseURL: baseUrl, fetch: safeFetch };
  if (provider === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(shared)(model);
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ ...shared, name: 'openai', supportsStructuredOutputs: withSchema })(model);
};

/** What a model answered, whatever it is. Rejects as the SDK does where it answered nothing. */
const request = async (access: ModelAccess, withSchema: boolean, prompt: string, abortSignal: AbortSignal) => {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import('ai');
  globalThis.AI_SDK_LOG_WARNINGS = false;
  try {
    const { text, totalUsage } = await generateText({
      model: await makeModel(access, withSchema),
      system: instructions,
      prompt,
      output: Output.object({ schema: jsonSchema(answerSchema), name: 'summary' }),
      // OpenAI's models know this limit by another name than the servers that are compatible with it.
      ...(access.provider === 'anthropic' && { maxOutputTokens }),
      maxRetries: 0,
      abortSignal,
    });
    return { text, usage: totalUsage };
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    return { text: error.text ?? '', usage: error.usage };
  }
};

const mayRetry = (status: number): boolean => status >= 500 || [408, 409, 425, 429].includes(status);

/** An error of the SDK about a request; null for any other, also where the SDK cannot be loaded. */
const toCallError = (error: unknown) =>
  import('ai').then(
    ({ APICallError }) => (APICallError.isInstance(error) ? error : null),
    () => null,
  );

const toFailure = async (error: unknown, { key }: ModelAccess, timeoutMs: number, nowMs: number): Promise<Failure> => {
  const message = error instanceof Error ? error.message : String(error);
  const quoted = toLine(redact(key.length < 16 ? message : message.replaceAll(key, '[key]')), maxQuotedChars).replace(/[.!]$/u, '');
  const fail = (problem: string, retryInMs: number | null, rest: Partial<Failure> = {}): Failure => ({
    ...rest,
    texts: null,
    problem: `${problem}: ${quoted}.`,
    retryInMs,
  });
  const call = await toCallError(error);
  if (!call) return fail('The request failed', pauseMs);
  const { statusCode: status, responseHeaders } = call;
  if (status === undefined) return fail('The connection failed', pauseMs);
  if (status < 300) return fail('The response cannot be read', pauseMs);
  if (!mayRetry(status)) return fail(`HTTP ${status}`, null, { status, restMs: [401, 403, 404].includes(status) ? restMs : 0 });
  const retryAfterMs = parseRetryAfterMs(responseHeaders?.['retry-after'], nowMs) ?? pauseMs;
  if (retryAfterMs <= Math.max(timeoutMs, pauseMs)) return fail(`HTTP ${status}`, retryAfterMs, { status });
  return fail(`HTTP ${status}, wait ${Math.ceil(retryAfterMs / 1_000)} s`, null, { status, restMs: retryAfterMs });
};

type Deps = {
  access: ModelAccess;
  /** Gives the signals, and all texts where the model fails. */
  extractive: Summarizer;
  /** Requests at a time, of all turns together. */
  concurrency: number;
  /** Characters of a turn that are sent. */
  budget: number;
  now: () => number;
  /** Of one attempt. */
  timeoutMs?: number;
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
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
  let takesSchema = true;
  /** Until when the server is left alone, and why. */
  let resting = { untilMs: 0, reason: '' };

  /** One attempt. Rejects only when it is aborted. */
  const ask = async (withSchema: boolean, prompt: string, given: string, signal: AbortSignal | undefined): Promise<Attempt> => {
    signal?.throwIfAborted();
    // Node.js 20 may garbage-collect an `AbortSignal.timeout` inside `AbortSignal.any`, which then never fires.
    const stop = new AbortController();
    const abort = () => stop.abort();
    const timer = setTimeout(abort, timeoutMs);
    signal?.addEventListener('abort', abort);
    try {
      const { text, usage } = await request(access, withSchema, prompt, stop.signal);
      const { texts, problem } = readAnswer(text, given);
      return problem === null ? { texts, usage } : { texts, usage, problem, retryInMs: 0 };
    } catch (error) {
      signal?.throwIfAborted();
      if (!stop.signal.aborted) return await toFailure(error, access, timeoutMs, now());
      return { texts: null, problem: `No answer within ${timeoutMs / 1_000} s.`, retryInMs: 0 };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };

  const askTwice = async (turn: TurnToSummarize, signal: AbortSignal | undefined): Promise<{ texts: ModelTexts | null; use: ModelUse }> => {
    const none = { input_tokens: null, output_tokens: null, cost_usd: null, left_out: null, failure: null };
    let use: ModelUse = { model: access.model, calls: 0, ...none };
    if (now() < resting.untilMs)
      return { texts: null, use: { ...use, failure: `Not asked, because the request before failed: ${resting.reason}` } };
    const { prompt, leftOut } = toModelPrompt(turn, budget);
    const given = turn.records.find(({ kind }) => kind === 'prompt')?.text ?? '';
    const failures: string[] = [];
    let withSchema = takesSchema;
    use = { ...use, left_out: leftOut };
    for (;;) {
      use = { ...use, calls: use.calls + 1 };
      const attempt = await ask(withSchema, prompt, given, signal);
      if (attempt.usage) use = addUsage(use, attempt.usage);
      if (attempt.texts) {
        takesSchema = withSchema;
        return { texts: attempt.texts, use };
      }
      failures.push(attempt.problem);
      if (attempt.restMs) resting = { untilMs: now() + attempt.restMs, reason: attempt.problem };
      // Some compatible servers know no schemas: they are asked for JSON, which the instructions describe.
      const isRefused = access.provider === 'openai' && withSchema && (attempt.status === 400 || attempt.status === 422);
      if (isRefused) withSchema = false;
      const retryInMs = isRefused ? 0 : attempt.retryInMs;
      if (retryInMs === null || failures.length === attempts) return { texts: null, use: { ...use, failure: describeFailures(failures) } };
      if (retryInMs > 0) await wait(retryInMs, signal);
    }
  };

  return {
    summarize: async (turn, signal): Promise<SummaryTexts> => {
      const { texts, use } = await limit(() => askTwice(turn, signal), signal);
      const chosen = await extractive.summarize(turn, signal);
      if (texts === null) return { ...chosen, method: 'fallback', model: use };
      return { ...texts, method: 'model', sentences: [], signals: chosen.signals, model: use };
    },
  };
};
