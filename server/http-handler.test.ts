import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { explainUnreadable } from './explain-unreadable.ts';
import { makeHttpHandler } from './http-handler.ts';

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const policy = { host: '127.0.0.1', token: null };

const listen = async (...given: Parameters<typeof makeHttpHandler>): Promise<number> => {
  const server = http.createServer(makeHttpHandler(...given)).listen(0, '127.0.0.1');
  explainUnreadable(server);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

it('gives up a request whose body stalls, but not one that it works on', async () => {
  const port = await listen(
    policy,
    async (request, response) => {
      await request.resume().toArray();
      await setTimeout(600);
      response.end('done');
    },
    { stalledBodyMs: 200 },
  );
  const stalled = net.connect(port, '127.0.0.1');
  stalled.write('POST /api/x HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n\r\nhalf');
  const began = performance.now();
  stalled.resume();
  await once(stalled, 'close');
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(await (await fetch(`http://127.0.0.1:${port}/api/x`, { method: 'POST', body: 'whole' })).text()).toBe('done');
});

it('looks once at who connects, and refuses anybody else', async () => {
  let looks = 0;
  const isOwnPeer = () => Promise.resolve((looks += 1) === 1);
  const port = await listen({ ...policy, isOwnPeer }, (_, response) => Promise.resolve(void response.end('welcome')));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (through: http.Agent | false) => {
    const [response] = (await once(http.get({ port, host: '127.0.0.1', agent: through }), 'response')) as [http.IncomingMessage];
    const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
    return [response.statusCode, text];
  };
  expect([await ask(agent), await ask(agent)]).toEqual([
    [200, 'welcome'],
    [200, 'welcome'],
  ]);
  expect(await ask(false)).toEqual([403, expect.stringContaining('only answers to the user who runs it')]);
  expect(looks).toBe(2);
  agent.destroy();
});

it('takes the headers with which pages ask for parts of themselves from requests to the API', async () => {
  const port = await listen(policy, (request, response) => Promise.resolve(void response.end(JSON.stringify(request.headers))));
  const ask = async (place: string) => {
    const headers = { RSC: '1', 'Next-Router-Prefetch': '1', 'next-action': '\u009b31m', 'next-url': '/', accept: '*/*' };
    return (await fetch(`http://127.0.0.1:${port}${place}`, { headers })).json() as Promise<Record<string, string>>;
  };
  expect(Object.keys(await ask('/api/health')).filter((name) => /^(?:rsc|next|accept$)/u.test(name))).toEqual(['accept']);
  expect(await ask('/sessions')).toMatchObject({ rsc: '1', 'next-router-prefetch': '1' });
});

it('answers pages to nothing but GET and HEAD', async () => {
  const ask = async (place: string, method: string, isDevelopment = false) => {
    const port = await listen(policy, (_, response) => Promise.resolve(void response.end('welcome')), { isDevelopment });
    const response = await fetch(`http://127.0.0.1:${port}${place}`, { method });
    return [response.status, response.headers.get('allow')];
  };
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect(await ask('/sessions', method)).toEqual([405, 'GET, HEAD']);
  expect(await ask('/__nextjs_original-stack-frames', 'POST')).toEqual([405, 'GET, HEAD']);
  expect(await ask('/__nextjs_original-stack-frames', 'POST', true)).toEqual([200, null]);
  for (const [place, method] of [
    ['/sessions', 'GET'],
    ['/sessions', 'HEAD'],
    ['/api/imports', 'POST'],
  ] as const)
    expect(await ask(place, method)).toEqual([200, null]);
});

/** Answer of a server to a text, until it closes the connection. */
const sendRaw = async (port: number, text: string): Promise<string> => {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(text);
  return Buffer.concat((await socket.toArray()) as Buffer[]).toString();
};

it('says what is wrong with what is no request', async () => {
  const port = await listen(policy, (_, response) => Promise.resolve(void response.end('welcome')));
  const host = 'host: 127.0.0.1\r\n';
  const unknown = await sendRaw(port, `FROBNICATE /api/health HTTP/1.1\r\n${host}\r\n`);
  expect(unknown).toMatch(
    /^HTTP\/1\.1 405 Method Not Allowed\r\ncontent-type: application\/problem\+json; charset=utf-8\r\nallow: GET, HEAD,/u,
  );
  expect(JSON.parse(unknown.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    status: 405,
    title: 'Method not allowed',
    code: 'method_not_allowed',
    detail: 'Unknown method. This server supports GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE.',
  });
  expect(await sendRaw(port, 'hello\r\n\r\n')).toContain('"code":');
  expect(await sendRaw(port, `GET / HTTP/1.1\r\n${host}no colon\r\n\r\n`)).toContain('The request is not valid HTTP.');
  expect(await sendRaw(port, `GET / HTTP/1.1\r\n${host}x: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 Request Header Fields Too Large.*have more than 16384 bytes/su,
  );
  // On a connection that was used before, too.
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`GET / HTTP/1.1\r\n${host}\r\n`);
  await once(socket, 'data');
  socket.write('FROBNICATE / HTTP/1.1\r\n\r\n');
  expect(Buffer.concat((await socket.toArray()) as Buffer[]).toString()).toContain('Unknown method.');
});
