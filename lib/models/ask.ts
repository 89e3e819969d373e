import type { LanguageModel } from 'ai';
import { AppError } from '../domain/errors.ts';
import { normalizeTexts } from '../domain/normalize-texts.ts';
import { parseRetryAfterMs } from '../domain/retry-after.ts';
import { printCount } from '../print/number.ts';
import { toOneLine } from '../print/one-line.ts';
import { printRedirectTarget } from '../print/redirect-target.ts';
import { redact } from '../redaction/redact.ts';
import type { ModelAccess } from './access.ts';
import type { AskModel, ModelFailure, ModelRequest } from './model-request.ts';

/** Before a failed request is repeated, unless the server says when. */
const pauseMs = 1_000;
/** Before other requests are tried where the server refuses the key or knows no such model. */
const restMs = 60_000;
const maxResponseBytes = 1_000_000;
const maxQuotedChars = 200;
/** Some servers leave the model's reasoning in front of the answer. */
const reasoning = /^\s*<think>[\s\S]*?(?:<\/think>|$)/u;

/** The body of a response. Fails with `too_large` beyond the limit. */
const readBody = async (body: ReadableStream<Uint8Array>): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxResponseBytes)
      throw new AppError(
        'too_large',
        `The response has more than ${printCount(maxResponseBytes)} bytes and was not read. Use another model, or limit the answers of this one on its server.`,
      );
    parts.push(new Uint8Array(part));
  }
  return new Blob(parts);
};

/** Follows no redirect, which could take the prompt and the key elsewhere, and reads no endless response. */
const makeFetch =
  ({ provider, baseUrl }: ModelAccess): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      const remedy = provider === 'openai' ? 'Set OPENAI_BASE_URL to the address that answers.' : 'Check the proxy of this network.';
      const target = printRedirectTarget(location, baseUrl);
      throw new AppError('forbidden', `HTTP ${response.status} redirect to ${target}. Redirects are not followed. ${remedy}`);
    }
    return new Response(response.body && (await readBody(response.body)), response);
  };

/** `withSchema`: whether an OpenAI-compatible server is given the schema, or only asked for JSON. */
const makeModel = async (access: ModelAccess, withSchema: boolean): Promise<LanguageModel> => {
  const { provider, model, key, baseUrl } = access;
  const shared = { apiKey: key, baseURL: baseUrl, fetch: makeFetch(access) };
  if (provider === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(shared)(model);
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ ...shared, name: 'openai', supportsStructuredOutputs: withSchema })(model);
};

/** Answer of a model, whatever it is, without its reasoning. Rejects as the SDK does if there is no answer. */
const send = async (
  access: ModelAccess,
  { instructions, prompt, answer, maxOutputTokens }: ModelRequest,
  withSchema: boolean,
  abortSignal: AbortSignal,
) => {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import('ai');
  globalThis.AI_SDK_LOG_WARNINGS = false;
  try {
    const { text, totalUsage } = await generateText({
      model: await makeModel(access, withSchema),
      system: instructions,
      prompt,
      output: Output.object({ schema: jsonSchema(answer.schema), name: answer.name }),
      // OpenAI's models know this limit by another name than the servers that are compatible with it.
      ...(access.provider === 'anthropic' && { maxOutputTokens }),
      maxRetries: 0,
      abortSignal,
    });
    return { text: normalizeTexts(text.replace(reasoning, '')), usage: totalUsage };
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    return { text: normalizeTexts(error.text?.replace(reasoning, '') ?? ''), usage: error.usage };
  }
};

const mayRetry = (status: number): boolean => status >= 500 || [408, 409, 425, 429].includes(status);

/** An error of the SDK about a request; null for any other, also where the SDK cannot be loaded. */
const toCallError = (error: unknown) =>
  import('ai').then(
    ({ APICallError }) => (APICallError.isInstance(error) ? error : null),
    () => null,
  );

const toFailure = async (error: unknown, { key }: ModelAccess, timeoutMs: number, nowMs: number): Promise<ModelFailure> => {
  // The same request would get the same response.
  if (error instanceof AppError) return { text: null, problem: error.message, retryInMs: null };
  const message = error instanceof Error ? error.message : String(error);
  const quoted = toOneLine(redact(key.length < 16 ? message : message.replaceAll(key, '[key]')), maxQuotedChars).replace(/[.!]$/u, '');
  const fail = (problem: string, retryInMs: number | null, rest: Partial<ModelFailure> = {}): ModelFailure => ({
    ...rest,
    text: null,
    problem: `${problem}: ${quoted}.`,
    retryInMs,
  });
  const call = await toCallError(error);
  if (!call) return fail('The request failed', pauseMs);
  const { statusCode: status, responseHeaders } = call;
  if (status === undefined) return fail('The connection failed', pauseMs);
  if (status < 300) return fail('The response cannot be read', pauseMs);
  if (!mayRetry(status)) return fail(`HTTP ${status}`, null, { status, restMs: [401, 403, 404].includes(status) ? restMs : 0 });
  const retryAfterMs = Math.max(parseRetryAfterMs(responseHeaders?.['retry-after'], nowMs) ?? 0, pauseMs);
  if (retryAfterMs <= Math.max(timeoutMs, pauseMs)) return fail(`HTTP ${status}`, retryAfterMs, { status });
  return fail(`HTTP ${status}, wait ${Math.ceil(retryAfterMs / 1_000)} s`, null, { status, restMs: retryAfterMs });
};

/**
 * Asks one model. A compatible server that refuses the schema (400, 422) is asked for JSON alone when the same request is sent again, and
 * from then on if it answers that.
 */
export const makeAskModel = ({ access, now }: { access: ModelAccess; now: () => number }): AskModel => {
  let takesSchema = true;
  const refused = new WeakSet<ModelRequest>();
  return async (request, { timeoutMs, signal }) => {
    signal?.throwIfAborted();
    // Node.js 20 may garbage-collect an `AbortSignal.timeout` inside `AbortSignal.any`, which then never fires.
    const stop = new AbortController();
    const abort = () => stop.abort();
    const timer = setTimeout(abort, timeoutMs);
    signal?.addEventListener('abort', abort);
    const withSchema = takesSchema && !refused.has(request);
    try {
      const answer = await send(access, request, withSchema, stop.signal);
      takesSchema = withSchema;
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      if (stop.signal.aborted) return { text: null, problem: `No answer within ${timeoutMs / 1_000} s.`, retryInMs: 0, isTimeout: true };
      const failure = await toFailure(error, access, timeoutMs, now());
      const isRefused = access.provider === 'openai' && withSchema && (failure.status === 400 || failure.status === 422);
      if (!isRefused) return failure;
      refused.add(request);
      return { ...failure, retryInMs: 0 };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };
};
