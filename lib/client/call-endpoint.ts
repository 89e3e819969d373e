import type { z } from 'zod';
import type { EndpointName, Endpoints } from '../contracts/index.ts';
import { ClientError } from './client-error.ts';
import { refuseIfLost } from './connection.ts';
import type { Answer } from './read-answer.ts';
import { untilSchemasAreReleased } from './schema-hold.ts';

export type EndpointInput<Name extends EndpointName> = {
  params?: z.input<Endpoints[Name]['params']>;
  query?: z.input<Endpoints[Name]['query']>;
  body?: z.input<Endpoints[Name]['body']>;
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

const split = (name: EndpointName): { method: string; path: string } => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path };
};

/** The address of an endpoint; undefined and null query values are left out. */
export const toEndpointUrl = <Name extends EndpointName>(name: Name, { params, query }: EndpointInput<Name>): string =>
  fillPath(split(name).path, params) + toQueryText(query);

/** Requests of at most this many characters are completed even if the page is left meanwhile; browsers keep 64 kB of them at a time. */
const maxKeptAlive = 16_000;

/**
 * Calls an endpoint. Query values are wire strings or numbers; instants in the answer are epoch milliseconds. The contracts that answers
 * are read by are loaded with the first answer, so that pages whose data came with them show it before.
 */
export const callEndpoint = async <Name extends EndpointName>(name: Name, input: EndpointInput<Name> = {}): Promise<Answer<Name>> => {
  const { method } = split(name);
  const headers: Record<string, string> = input.body === undefined ? {} : { 'content-type': 'application/json' };
  const json = input.body === undefined ? null : JSON.stringify(input.body);
  let response: Response | undefined;
  try {
    response = await fetch(toEndpointUrl(name, input), {
      method,
      headers,
      body: input.form ?? json,
      signal: input.signal ?? null,
      keepalive: method !== 'GET' && !input.form && (json?.length ?? 0) <= maxKeptAlive,
    });
    const { status, headers: answered } = response;
    const [requestId, retryAfter] = [answered.get('x-request-id'), answered.get('retry-after')];
    const answer = { status, text: await response.text(), requestId, retryAfter };
    await untilSchemasAreReleased();
    const { readAnswer } = await import('./read-answer.ts');
    return readAnswer(name, answer);
  } catch (cause) {
    if (cause instanceof ClientError || input.signal?.aborted) throw cause;
    const isRefused = method !== 'GET' && !response && refuseIfLost();
    const message = isRefused
      ? 'The server is not responding, so this was not carried out. Is it still running?'
      : 'The server is not responding. Is it still running?';
    throw new ClientError(null, message, { code: 'network' }, { cause });
  }
};
