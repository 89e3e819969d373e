import * as z from 'zod';
import { contracts, type Endpoint, type EndpointName, type Endpoints } from '../contracts/index.ts';
import { conflictDetails } from '../domain/triage.ts';
import { ClientError } from './client-error.ts';

/** A problem response (RFC 9457), parsed leniently, because a proxy's error page lacks these fields. */
const problem = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  code: z.string().optional(),
  requestId: z.string().optional(),
  /** For a conflict: the current state. */
  changed: conflictDetails.shape.changed.optional().catch(undefined),
  changeId: z.string().optional().catch(undefined),
});
type Problem = z.output<typeof problem>;

/** The error for an answer with a failing status. `retryAfter`: the header, in seconds. */
export const toClientError = (status: number, text: string, requestId: string | null, retryAfter: string | null = null): ClientError => {
  let reported: Problem = {};
  try {
    const parsed = problem.safeParse(JSON.parse(text));
    if (parsed.success) reported = parsed.data;
  } catch {
    // Not JSON: the status is all that is known.
  }
  const message = reported.detail ?? reported.title ?? `The server answered ${status}.`;
  return new ClientError(status, message, {
    code: reported.code ?? `http_${status}`,
    requestId: reported.requestId ?? requestId,
    changed: reported.changed,
    changeId: reported.changeId,
    retryAfterMs: retryAfter !== null && /^\d{1,4}$/u.test(retryAfter) ? Number(retryAfter) * 1_000 : null,
  });
};

/** Response of an endpoint. */
export type Answer<Name extends EndpointName> = z.output<Endpoints[Name]['response']>;

const endpoints = new Map(
  Object.values(contracts)
    .flatMap((subject) => Object.values<Endpoint>(subject))
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);

type TextAnswer = { status: number; text: string; requestId: string | null; retryAfter: string | null };

/** Reads an answer by its contract. Throws ClientError, with the server's own message when there is one. */
export const readAnswer = <Name extends EndpointName>(name: Name, answer: TextAnswer): Answer<Name> => {
  const endpoint = endpoints.get(name);
  if (!endpoint) throw new TypeError(`There is no endpoint ${name}.`);
  const { status, text, requestId, retryAfter } = answer;
  if (status < 200 || status > 299) throw toClientError(status, text, requestId, retryAfter);
  if (endpoint.transport === 'markdown' || endpoint.transport === 'jsonl') return text as Answer<Name>;
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
  // The schema is the endpoint's own; its output type is lost in the map.
  return parsed.data as Answer<Name>;
};
