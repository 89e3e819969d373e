import { expect, it } from 'vitest';
import { checkRequest, findTokenInUrl, toCookieValue, type Policy } from './check-request.ts';

const open: Policy = { host: '127.0.0.1', token: null };
const guarded: Policy = { host: '0.0.0.0', token: 'a-token-of-many-letters' };
const check =
  (policy: Policy, headers: Record<string, string>, method = 'GET') =>
  () =>
    checkRequest({ method, url: '/', headers }, policy);

it.each(['/', '/sessions/%E2%82%AC?q=%', '//a'])('takes the address %s', (url) => {
  expect(() => checkRequest({ method: 'GET', url, headers: { host: 'localhost' } }, open)).not.toThrow();
});

it.each(['*', '', 'http://[', 'http://evil.example/api/health', '/api/sessions/%', '/sessions/%ff'])('refuses the address %s', (url) => {
  const request = { method: 'GET', url, headers: { host: 'localhost' } };
  expect(() => checkRequest(request, open)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  expect(findTokenInUrl(url)).toBeNull();
});

it.each(['127.0.0.1:1', 'localhost:2', '[::1]:3', 'LOCALHOST'])('answers to %s', (host) => {
  expect(check(open, { host })).not.toThrow();
});

it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '192.168.0.1', '', 'a b'])('does not answer to %s', (host) => {
  expect(check(open, { host })).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

it.each([
  ...['evil.example@127.0.0.1', 'evil.example:a@127.0.0.1:1', '127.0.0.1/x', '127.0.0.1?x', '127.0.0.1#x', '127.0.0.1\\x', '%6cocalhost'],
  ...['127.0.0.1:99999', '127.0.0.1:', '127.0.0.1:1:2', 'localhost,evil.example', ' localhost', 'localhost\t', '[::1', '[::1]x'],
])('takes nothing but a host and its port: %j', (host) => {
  expect(check(open, { host })).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:4317'],
  ['0.0.0.0', 'http://127.0.0.1:4317'],
  ['::1', 'http://[::1]:4317'],
  ['192.168.0.1', 'http://192.168.0.1:4317'],
])('says at which address it answers where it listens on %s', (host, url) => {
  const ask = (headers: Record<string, string>) => () =>
    checkRequest({ method: 'GET', url: '/', headers, port: 4317 }, { host, token: null });
  expect(ask({ host: 'evil.example' })).toThrow(`This server does not accept the host evil.example. Open it as ${url}.`);
  expect(ask({})).toThrow(`This server does not accept requests without a Host header. Open it as ${url}.`);
});

it('tells its API from its pages', () => {
  const partOf = (url: string) => checkRequest({ method: 'GET', url, headers: { host: 'localhost' } }, open);
  for (const url of ['/api', '/api/sessions?a=b', '//api/sessions', '/x/../api/', '/%61pi/health']) expect(partOf(url), url).toBe('api');
  for (const url of ['/', '/apis', '/sessions', '/x/api/', '/API/health']) expect(partOf(url), url).toBe('page');
});

it('refuses methods that no route can have', () => {
  expect(check(open, { host: 'localhost' }, 'TRACE')).toThrow(expect.objectContaining({ code: 'method_not_allowed' }));
});

it('lets only its own pages write', () => {
  const host = 'localhost:1';
  expect(check(open, { host, origin: 'http://localhost:1' }, 'POST')).not.toThrow();
  expect(check(open, { host }, 'POST')).not.toThrow();
  for (const origin of ['null', 'http://localhost:2', 'https://localhost:1', 'http://evil.example']) {
    expect(check(open, { host, origin }, 'DELETE')).toThrow(expect.objectContaining({ code: 'forbidden' }));
  }
  expect(check(open, { host, 'sec-fetch-site': 'same-site' }, 'PUT')).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

it('lets pages write that come from a proxy which adds TLS', () => {
  const host = '192.168.0.1';
  const from = (headers: Record<string, string>) => {
    const authorization = 'Bearer a-token-of-many-letters';
    return check(guarded, { host, authorization, ...headers }, 'POST');
  };
  expect(from({ origin: `https://${host}`, 'sec-fetch-site': 'same-origin' })).not.toThrow();
  // A page of another server on this host, at the port for TLS.
  for (const site of ['cross-site', 'none'])
    expect(from({ origin: `https://${host}`, 'sec-fetch-site': site })).toThrow(expect.objectContaining({ code: 'forbidden' }));
  expect(from({ origin: `https://${host}` })).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

it('lets pages of other sites link to its pages, and not use its API', () => {
  const from = (site: string, url: string, mode: string) => () =>
    checkRequest({ method: 'GET', url, headers: { host: 'localhost:1', 'sec-fetch-site': site, 'sec-fetch-mode': mode } }, open);
  expect(from('cross-site', '/sessions', 'navigate')).not.toThrow();
  expect(from('same-origin', '/api/watched/preview?path=/', 'cors')).not.toThrow();
  expect(from('same-origin', '/_next/static/a.js', 'no-cors')).not.toThrow();
  for (const site of ['cross-site', 'same-site']) {
    for (const url of ['/api/watched/preview?path=/', '/x/../api/sessions', '/api/./sessions', '/%61pi/sessions'])
      expect(from(site, url, 'navigate'), url).toThrow(expect.objectContaining({ code: 'forbidden' }));
    for (const url of ['/_next/image?url=%0a&w=64&q=75', '/sessions', '/icon.svg'])
      expect(from(site, url, 'no-cors'), url).toThrow(expect.objectContaining({ code: 'forbidden' }));
  }
});

it('asks for the token where others can reach it', () => {
  const host = '192.168.0.1:1';
  expect(check(guarded, { host })).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  expect(check(guarded, { host, authorization: 'Bearer wrong' })).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  expect(check(guarded, { host, authorization: 'Bearer a-token-of-many-letters' })).not.toThrow();
  expect(check(guarded, { host, cookie: `a=b; observatory=${toCookieValue('a-token-of-many-letters')}` })).not.toThrow();
  expect(check(guarded, { host: 'evil.example', authorization: 'Bearer a-token-of-many-letters' })).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  );
});

it('refuses a body over 4 GB by what it announces', () => {
  expect(check(open, { host: 'localhost', 'content-length': String(4 * 1024 ** 3 + 1) }, 'POST')).toThrow(
    expect.objectContaining({ code: 'too_large' }),
  );
});
