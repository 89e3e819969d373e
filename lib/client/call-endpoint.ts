import type { z } from 'zod';
import type { Endpoint } from '../contracts/index.ts';
import { ClientError, toClientError } from './client-error.ts';
import { refuseIfLost } from './connection.ts';

export type EndpointInput<E extends Endpoint> = {
  params?: z.input<E['params']>;
  query?: z.input<E['query']>;
  body?: z.input<E['body']>;
  /** Sent as multipart instead of a JSON body. */
  form?: FormData;
  signal?: AbortSignal;
};

const fillPath = (path: string, params: unknown): string =>
  path.replace(/\[(\w+)\]/g, (_, name: string) => {
    const value: unknown = params !== null && typeof params === 'object' ? Reflect.get(params, name) : undefined;
    if (typeof value !== 'string' || value === '') throw new TypeError(`The path ${path} needs ${name}.`);
    return encodeURIComponent(value);
  });

const toQueryText = (query: unknown): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
};

/** The address of an endpoint; undefined and null query values are left out. */
export const toEndpointUrl = <E extends Endpoint>(endpoint: E, { params, query }: EndpointInput<E>): string =>
  fillPath(endpoint.path, params) + toQueryText(query);

type TextAnswer = { status: number; text: string; requestId: string | null; retryAfter: string | null };

/** Reads an answer by its contract. Throws ClientError, with the server's own message when there is one. */
export const parseAnswer = <E extends Endpoint>(endpoint: E, answer: TextAnswer): z.output<E['response']> => {
  const { status, text, requestId, retryAfter } = answer;
  if (status < 200 || status > 299) throw toClientError(status, text, requestId, retryAfter);
  if (endpoint.transport === 'markdown' || endpoint.transport === 'jsonl') return text as z.output<E['response']>;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new ClientError(status, 'The server’s response is not JSON.', { code: 'bad_response', requestId }, { cause });
  }
  const parsed = endpoint.response.safeParse(json);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    const where = first ? ` (${first.path.join('.')}: ${first.message})` : '';
    throw new ClientError(status, `The server’s response has an unexpected shape${where}.`, { code: 'bad_response', requestId });
  }
  // `response` is E's own schema; its output type is lost through the constraint on Endpoint.
  return parsed.data as z.output<E['response']>;
};

/** Requests of at most this many characters are completed even if the page is left meanwhile; browsers keep 64 kB of them at a time. */
const maxKeptAlive = 16_000;

/** Calls an endpoint of the table. Query values are wire strings or numbers; instants in the answer are epoch milliseconds. */
export const callEndpoint = async <E extends Endpoint>(endpoint: E, input: EndpointInput<E> = {}): Promise<z.output<E['response']>> => {
  let response: Response;
  const headers: Record<string, string> = { accept: endpoint.transport === 'markdown' ? 'text/markdown' : 'application/json' };
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  const json = input.body === undefined ? null : JSON.stringify(input.body);
  try {
    response = await fetch(toEndpointUrl(endpoint, input), {
      method: endpoint.method,
      headers,
      body: input.form ?? json,
      signal: input.signal ?? null,
      keepalive: endpoint.method !== 'GET' && !input.form && (json?.length ?? 0) <= maxKeptAlive,
    });
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    const isRefused = endpoint.method !== 'GET' && refuseIfLost();
    const message = isRefused
      ? 'The server is not responding, so this was not carried out. Is it still running?'
      : 'The server is not responding. Is it still running?';
    throw new ClientError(null, message, { code: 'network' }, { cause });
  }
  const text = await response.text();
  const { status, headers: answered } = response;
  return parseAnswer(endpoint, { status, text, requestId: answered.get('x-request-id'), retryAfter: answered.get('retry-after') });
};
