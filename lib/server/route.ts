import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Endpoint } from '../contracts/index.ts';
import { AppError } from '../domain/errors.ts';
import { isNestedWithin, maxLevels } from '../domain/nesting.ts';
import { normalizeTexts } from '../domain/normalize-texts.ts';
import { findNearestName } from '../domain/nearest-name.ts';
import { parseJson } from '../domain/parse-json.ts';
import { listInputIssues, toInputProblems } from '../observations/input-problems.ts';
import { toOneLine } from '../print/one-line.ts';
import { redact, redactPlain, type Redacted } from '../redaction/redact.ts';
import { log, toLogFields } from './log.ts';
import { lengthHeader } from './own-headers.ts';
import { isAppError, problemType, toRetryHeaders, toHttpStatus, toProblem, toToolError } from './problem.ts';

export type RouteInput<E extends Endpoint> = {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  request: Request;
};

/** An endpoint, and what answers its requests. `params` are the decoded parameters of the path. */
export type Route<E extends Endpoint = Endpoint> = { endpoint: E; answer: (request: Request, params: unknown) => Promise<Response> };

type TextEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodString>;

/** A route for each of some endpoints, under the same names. */
export type RoutesOf<Endpoints extends Record<string, Endpoint>> = { [Name in keyof Endpoints]: Route<Endpoints[Name]> };

const maxJsonBytes = 1024 * 1024;
/** Maximum nesting of bodies, above that of metadata, which has its own limit. */
const maxBodyLevels = maxLevels + 10;

const makeRoute = <E extends Endpoint>(
  endpoint: E,
  respond: (input: RouteInput<E>, headers: Record<string, string>) => Promise<Response>,
): Route<E> => ({
  endpoint,
  answer: (request, params) => answer(request, async (headers) => respond(await readInput(endpoint, request, params), headers)),
});

/**
 * Makes a route from an endpoint. Its schemas validate the input and encode the output; errors become problem+json with a request id.
 * Unexpected errors are logged without exposing their message.
 */
export const toRoute = <E extends Endpoint>(endpoint: E, handle: (input: RouteInput<E>) => Promise<z.output<E['response']>>): Route<E> =>
  makeRoute(endpoint, async (input, headers) => {
    const value = await handle(input);
    if (endpoint.status === 204) return new Response(null, { status: 204, headers });
    return toJson(z.encode(endpoint.response, value), endpoint.status, headers);
  });

/** The same for an answer that leaves the archive (docs/redaction.md), so that it has no secrets. */
export const toRedactedRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (input: RouteInput<E>) => Promise<Redacted<z.output<E['response']>>>,
): Route<E> => toRoute(endpoint, handle);

/** Makes a route that answers a stream of server-sent events. */
export const toEventRoute = <E extends Endpoint>(endpoint: E, open: (input: RouteInput<E>) => ReadableStream<Uint8Array>): Route<E> =>
  makeRoute(
    endpoint,
    async (input, headers) =>
      new Response(input.request.method === 'HEAD' ? null : open(input), {
        headers: { ...headers, 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
      }),
  );

/** Makes a route that returns Markdown. */
export const toMarkdownRoute = <E extends TextEndpoint>(
  endpoint: E,
  handle: (input: RouteInput<E>) => Promise<Redacted<string>>,
): Route<E> =>
  makeRoute(
    endpoint,
    async (input, headers) =>
      new Response(await handle(input), { headers: { ...headers, 'content-type': 'text/markdown; charset=utf-8' } }),
  );

/** Makes a route that returns an image of a type that its bytes have. Nothing of it is kept: the record may be deleted. */
export const toImageRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (input: RouteInput<E>) => Promise<{ mediaType: string; bytes: Uint8Array }>,
): Route<E> =>
  makeRoute(endpoint, async (input, headers) => {
    const { mediaType, bytes } = await handle(input);
    return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-type': mediaType } });
  });

/** Makes a route that streams lines. An error before the first line is a problem response; later, the stream aborts. */
export const toLinesRoute = <E extends TextEndpoint>(
  endpoint: E,
  handle: (input: RouteInput<E>) => AsyncIterable<Redacted<string>>,
): Route<E> =>
  makeRoute(endpoint, async (input, headers) => {
    const stream = await openStream(input.request, handle(input));
    return new Response(stream, { headers: { ...headers, 'content-type': 'application/jsonl; charset=utf-8' } });
  });

/** Makes a route that streams a file for the browser to save. Fails as a stream of lines does. */
export const toFileRoute = <E extends TextEndpoint>(
  endpoint: E,
  handle: (
    input: RouteInput<E>,
  ) => Promise<{ fileName: string; mediaType: string; bytes?: number; parts: AsyncIterable<Redacted<string> | Uint8Array> }>,
): Route<E> =>
  makeRoute(endpoint, async (input, headers) => {
    const { fileName, mediaType, bytes, parts } = await handle(input);
    const stream = await openStream(input.request, parts);
    return new Response(stream, {
      headers: {
        ...headers,
        'content-type': mediaType,
        'accept-ranges': 'none',
        ...(bytes !== undefined && { [lengthHeader]: String(bytes) }),
        'content-disposition': `attachment; filename="${fileName}"`,
      },
    });
  });

/** Makes a route of a tool, with errors in the tool's format: `{ status: 'error', error, … }` with details. */
export const toToolRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (input: RouteInput<E>) => Promise<Redacted<z.output<E['response']>>>,
): Route<E> => ({
  endpoint,
  answer: (request, params) =>
    answer(request, async (headers) => {
      const { status, body } = await answerTool(async () =>
        z.encode(endpoint.response, await handle(await readInput(endpoint, request, params))),
      );
      return toJson(body, status, { ...headers, ...toRetryHeaders({ status }) });
    }),
});

/** Null for HEAD, which the route of GET answers: it fails as that does, and reads no more than the first part. */
const openStream = async (request: Request, parts: AsyncIterable<string | Uint8Array>): Promise<ReadableStream<Uint8Array> | null> => {
  const encoder = new TextEncoder();
  const toBytes = (part: string | Uint8Array) => (typeof part === 'string' ? encoder.encode(part) : part);
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (request.method === 'HEAD') {
    await iterator.return?.();
    return null;
  }
  return new ReadableStream({
    start: (controller) => (first.done === true ? controller.close() : controller.enqueue(toBytes(first.value))),
    pull: async (controller) => {
      const next = await iterator.next().catch((error: unknown) => {
        log('error', 'stream', { url: redact(request.url), ...toLogFields(error) });
        throw new Error('The rest of this answer could not be read.');
      });
      if (next.done === true) controller.close();
      else controller.enqueue(toBytes(next.value));
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
};

/** Answers an error that no route answers. */
export const answerError = (error: unknown): Promise<Response> =>
  answer(null, async () => {
    throw error;
  });

/** Answers what no endpoint does. */
export const answerMissing = (request: Request): Promise<Response> =>
  answer(request, async () => {
    const { pathname } = new URL(request.url);
    throw new AppError('not_found', `There is no endpoint ${request.method} ${toOneLine(pathname, 200)}. GET /api/openapi.json lists all.`);
  });

/** Answers a path of endpoints that have other methods. */
export const answerMethod = async (request: Request, methods: readonly string[]): Promise<Response> => {
  const allow = methods.join(', ');
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  const response = await answer(request, async () => {
    const { pathname } = new URL(request.url);
    throw new AppError('method_not_allowed', `${toOneLine(pathname, 200)} has no method ${request.method}. Use one of: ${allow}.`);
  });
  response.headers.set('allow', allow);
  return response;
};

const answerTool = async (make: () => Promise<unknown>): Promise<{ status: number; body: unknown }> => {
  try {
    return { status: 200, body: await make() };
  } catch (error) {
    const body = toToolError(error);
    if (!body) throw error;
    return { status: toHttpStatus(error), body: redactPlain(body) };
  }
};

const toJson = (value: unknown, status: number, headers: Record<string, string>): Response => {
  const bytes = Buffer.from(JSON.stringify(value));
  const own = { 'content-type': 'application/json; charset=utf-8', [lengthHeader]: String(bytes.byteLength) };
  return new Response(bytes, { status, headers: { ...own, ...headers } });
};

const answer = async (request: Request | null, make: (headers: Record<string, string>) => Promise<Response>): Promise<Response> => {
  const requestId = randomUUID();
  const headers = { 'x-request-id': requestId, 'cache-control': 'no-store' };
  try {
    return await make(headers);
  } catch (error) {
    // Nobody reads this answer any more, and nothing is wrong.
    const isGone = request?.signal.aborted === true && !isAppError(error);
    const problem = toProblem(isGone ? new AppError('cancelled', 'The request was ended by who sent it.') : error, requestId);
    if (problem.status === 500)
      log('error', 'request', { requestId, method: request?.method, url: request && redact(request.url), ...toLogFields(error) });
    return toJson(problem, problem.status, { ...headers, ...toRetryHeaders(problem), 'content-type': problemType });
  }
};

const readInput = async <E extends Endpoint>(endpoint: E, request: Request, params: unknown): Promise<RouteInput<E>> => {
  const query = normalizeTexts(Object.fromEntries(new URL(request.url).searchParams));
  requireKnown('query', endpoint.query, query);
  const body = endpoint.body instanceof z.ZodNull ? null : await readJson(request, endpoint);
  requireKnown('body', endpoint.body, body);
  return {
    params: parsePart<E['params']>('path', endpoint.params, normalizeTexts(params)),
    query: parsePart<E['query']>('query', endpoint.query, query),
    body: parsePart<E['body']>('body', endpoint.body, body),
    request,
  };
};

/** Unknown names are errors: a misspelled filter would match everything, and a misspelled setting change nothing. */
const requireKnown = (part: 'query' | 'body', schema: z.ZodType, given: unknown): void => {
  if (!(schema instanceof z.ZodObject) || typeof given !== 'object' || given === null || Array.isArray(given)) return;
  const [known, names] = [Object.keys(schema.shape), Object.keys(given)];
  const unknown = names.filter((name) => !known.includes(name)).slice(0, maxNamesListed);
  if (unknown.length === 0) return;
  const reported = unknown.map((name) => toOneLine(`${part}.${name}`, maxNameChars)).join(', ');
  const free = known.filter((name) => !names.includes(name));
  const meant = new Set(unknown.flatMap((name) => findNearestName(name, free) ?? []));
  const question = meant.size === 0 ? '' : ` Did you mean ${[...meant].join(', ')}?`;
  const takes = known.length === 0 ? 'Nothing is expected there' : `Valid: ${known.join(', ')}`;
  throw new AppError('invalid_input', `${reported}: unknown.${question} ${takes}.`);
};

const maxNamesListed = 5;
const maxNameChars = 80;

const parsePart = <S extends z.ZodType>(part: string, schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', toInputProblems(part, listInputIssues(schema, value, parsed.error.issues)));
};

/** Announced size, for the message. */
const describeAnnouncedBytes = (request: Request): string => {
  const said = request.headers.get('content-length');
  return said === null ? '' : ` (it has ${said})`;
};

const readJson = async (request: Request, { maxBodyBytes = maxJsonBytes, anyDepth, method, path }: Endpoint): Promise<unknown> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBodyBytes)
      throw new AppError(
        'too_large',
        `The JSON body of ${method} ${path} exceeds ${maxBodyBytes} bytes${describeAnnouncedBytes(request)}. Send several smaller requests.`,
      );
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const value = parseBody(text, anyDepth === true, `${method} ${path}`);
  if (anyDepth !== true && !isNestedWithin(value, maxBodyLevels)) throw tooDeep(`${method} ${path}`);
  return value;
};

const tooDeep = (place: string): AppError =>
  new AppError('invalid_input', `The body of ${place} has lists and objects nested more than ${maxBodyLevels} levels deep.`);

const parseBody = (text: string, anyDepth: boolean, place: string): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof AppError) throw !anyDepth && error.details.what === 'levels' ? tooDeep(place) : error;
    throw new AppError('invalid_input', 'The body is not valid JSON.');
  }
};
