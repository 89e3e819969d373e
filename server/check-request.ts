import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import os from 'node:os';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../lib/domain/errors.ts';
import { maxBodyBytes } from '../lib/services/imports/spool.ts';

/** `isOwnPeer`: required of each connection if it is there. */
export type Policy = { host: string; token: string | null; isOwnPeer?: (socket: Socket) => Promise<boolean> };
/** `port`: at which the request arrived. */
export type RequestFacts = { method: string; url: string; headers: IncomingHttpHeaders; port?: number };

export const cookieName = 'observatory';
const everywhere = new Set(['0.0.0.0', '::']);
const local = new Set(['127.0.0.1', 'localhost', '::1']);
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const writingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** For the header `Allow`. */
export const allMethods = [...readingMethods, ...writingMethods].join(', ');

const hash = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: string, wanted: string) => timingSafeEqual(hash(given), hash(wanted));

/** Cookie value: proves the token without containing it. */
export const toCookieValue = (token: string): string => hash(`cookie\0${token}`).toString('hex');

/** A URL parser takes more, such as `user@host` and `host/path`. */
const plainHost = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/iu;

/** Null for anything but a host with or without a port. */
const toHostname = (authority: string): string | null => {
  const url = `http://${authority}`;
  return plainHost.test(authority) && URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : null;
};

/** Only known hosts are accepted, against DNS rebinding. */
const isOurHost = (authority: string | undefined, { host }: Policy): boolean => {
  const name = authority === undefined ? null : toHostname(authority);
  if (name === null) return false;
  if (local.has(name) || name === host.toLowerCase()) return true;
  return everywhere.has(host) && (isIP(name) !== 0 || name === os.hostname().toLowerCase());
};

/** An address at which the server answers. */
const toOwnUrl = ({ host }: Policy, port: number | undefined): string => {
  const name = everywhere.has(host) ? '127.0.0.1' : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}${port === undefined ? '' : `:${port}`}`;
};

/** As browsers tell it; other clients do not. */
const isOwnSite = ({ headers }: RequestFacts): boolean => ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']);

/** This server speaks HTTP. Behind a proxy that adds TLS, pages come from https, and their browser says that they are of the same origin. */
const isOwnOrigin = (request: RequestFacts): boolean => {
  if (!isOwnSite(request)) return false;
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) return true;
  const schemes = site === 'same-origin' ? ['http', 'https'] : ['http'];
  return URL.canParse(origin) && schemes.some((scheme) => new URL(origin).origin === new URL(`${scheme}://${host}`).origin);
};

const hasToken = ({ headers }: RequestFacts, token: string): boolean => {
  const [, bearer] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (bearer !== undefined) return isSame(bearer, token);
  const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return cookies.some((pair) => pair.startsWith(`${cookieName}=`) && isSame(pair.slice(cookieName.length + 1), toCookieValue(token)));
};

/** Token in the URL, for opening a link in the browser. */
export const findTokenInUrl = (url: string): string | null =>
  URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').searchParams.get('token') : null;

export const isToken = (given: string, { token }: Policy): boolean => token !== null && isSame(given, token);

/** The path of a URL, without `..`; null if it cannot be decoded: routing fails on it. */
const toPath = (url: string): string | null => {
  try {
    return url.startsWith('/') ? decodeURIComponent(new URL(`http://localhost${url}`).pathname) : null;
  } catch {
    return null;
  }
};

/** Whether the API answers a path. Next.js takes repeated slashes for one. */
const isApi = (path: string): boolean => /^\/+api(?:\/|$)/u.test(path);

/** Throws an AppError if a request must be refused before routing. Returns which part of the product answers it. */
export const checkRequest = (request: RequestFacts, policy: Policy): 'api' | 'page' => {
  const { method, headers } = request;
  if (!isOurHost(headers.host, policy)) {
    const given = headers.host === undefined ? 'requests without a Host header' : `the host ${headers.host}`;
    throw new AppError('forbidden', `This server does not accept ${given}. Open it as ${toOwnUrl(policy, request.port)}.`);
  }
  if (!readingMethods.has(method) && !writingMethods.has(method)) {
    throw new AppError('method_not_allowed', `Method ${method} is not supported.`, { allow: allMethods });
  }
  const path = toPath(request.url);
  if (path === null) {
    throw new AppError('invalid_input', 'The URL path must start with / and its % escapes must be UTF-8.');
  }
  if (policy.token !== null && !hasToken(request, policy.token)) {
    throw new AppError('unauthorized', 'Send the token as `Authorization: Bearer …`, or open the page once with ?token=….');
  }
  if (!readingMethods.has(method) && !isOwnOrigin(request)) {
    throw new AppError('forbidden', 'Only pages of this server may make changes.');
  }
  // Nor read: a page of another site learns from the time that an answer takes, and what it asks for is logged. It may link to a page.
  const part = isApi(path) ? 'api' : 'page';
  if (!isOwnSite(request) && (part === 'api' || headers['sec-fetch-mode'] !== 'navigate')) {
    throw new AppError('forbidden', 'Pages of other sites may only link to pages of this server.');
  }
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) {
    throw new AppError('too_large', `The body has ${headers['content-length']} bytes; the maximum is ${maxBodyBytes}.`);
  }
  return part;
};
