import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../lib/domain/errors.ts';
import { lengthHeader, markChecked } from '../lib/server/own-headers.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import { isAppError, problemType, toProblem, toRetryHeaders } from '../lib/server/problem.ts';
import { checkRequest, cookieName, findTokenInUrl, isToken, toCookieValue, type Policy } from './check-request.ts';
import { securityHeaders, toContentSecurityPolicy } from './security-headers.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const refuse = (response: ServerResponse, error: unknown) => {
  const problem = toProblem(error, randomUUID());
  if (problem.status === 500) log('error', 'request', { requestId: problem.requestId, ...toLogFields(error) });
  if (response.headersSent) return void response.destroy();
  // The rest of a refused body is not read.
  response.writeHead(problem.status, {
    'content-type': problemType,
    'x-request-id': problem.requestId,
    connection: 'close',
    ...toRetryHeaders(problem),
    ...(problem.status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(isAppError(error) && typeof error.details.allow === 'string' && { allow: error.details.allow }),
  });
  response.end(JSON.stringify(problem));
};

/** Turns `?token=` into a cookie and the address without it. */
const letIn = (url: string, token: string, response: ServerResponse) => {
  const target = new URL(url, 'http://localhost');
  target.searchParams.delete('token');
  response.writeHead(303, {
    location: target.pathname.replace(/^\/+/, '/') + target.search,
    'set-cookie': `${cookieName}=${toCookieValue(token)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`,
  });
  response.end();
};

const pageMethods = ['GET', 'HEAD'];

/** No page takes anything else. In development, Next.js itself does, below `/_next` and `/__nextjs`. */
const refusePageMethod = (method: string, url: string, isDevelopment: boolean): void => {
  if (pageMethods.includes(method) || (isDevelopment && url.startsWith('/_'))) return;
  throw new AppError('method_not_allowed', `Pages only answer GET and HEAD, not ${method}. The API is below /api.`, {
    allow: pageMethods.join(', '),
  });
};

/** Takes away what Next.js would read as a request from its own scripts on a page, which it redirects or answers by itself. */
const dropPageHeaders = (headers: IncomingHttpHeaders): void => {
  for (const name of Object.keys(headers)) if (name === 'rsc' || name.startsWith('next-')) Reflect.deleteProperty(headers, name);
};

/** Names the length that a route gave as Next.js does not let it. */
const restoreLength = (response: ServerResponse): void => {
  const { writeHead } = response;
  response.writeHead = (...given: unknown[]) => {
    const length = response.getHeader(lengthHeader);
    response.removeHeader(lengthHeader);
    if (length !== undefined) response.setHeader('content-length', length);
    Reflect.apply(writeHead, response, given);
    return response;
  };
};

/**
 * Checks a request and sets its headers before it is answered. A request is given up when its body stalls for `stalledBodyMs`; the answer, and
 * event streams, may take as long as they need.
 */
export const makeHttpHandler = (
  policy: Policy,
  answer: Handler,
  { isDevelopment = false, stalledBodyMs = 60_000 } = {},
): RequestListener => {
  const checked = new WeakMap<Socket, Promise<boolean>>();
  /** Each connection is looked up once. */
  const isOwn = (socket: Socket): Promise<boolean> => {
    const own = checked.get(socket) ?? policy.isOwnPeer?.(socket) ?? Promise.resolve(true);
    checked.set(socket, own);
    return own;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request;
    const csp = toContentSecurityPolicy(randomBytes(16).toString('base64'), isDevelopment);
    for (const [name, value] of Object.entries({ ...securityHeaders, 'content-security-policy': csp })) response.setHeader(name, value);
    // Next takes the nonce of its scripts from the request.
    headers['content-security-policy'] = csp;
    delete headers['content-security-policy-report-only'];
    if (!(await isOwn(request.socket)))
      throw new AppError(
        'forbidden',
        'This server only answers to the user who runs it. To let others in, start it with OBSERVATORY_TOKEN.',
      );
    const token = policy.token === null ? null : findTokenInUrl(url);
    if (token !== null && method === 'GET' && isToken(token, policy)) letIn(url, token, response);
    else {
      const part = checkRequest({ method, url, headers, port: request.socket.localPort }, policy);
      if (part === 'api') dropPageHeaders(headers);
      else refusePageMethod(method, url, isDevelopment);
      markChecked(headers);
      restoreLength(response);
      await answer(request, response);
    }
  };

  return (request, response) => {
    response.setTimeout(stalledBodyMs, () => {
      if (!request.complete) request.destroy();
    });
    handle(request, response).catch((error: unknown) => refuse(response, error));
  };
};
