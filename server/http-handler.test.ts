import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { makeHttpHandler } from './http-handler.ts';

let server: http.Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const policy = { host: '127.0.0.1', token: null };

const listen = async (...given: Parameters<typeof makeHttpHandler>): Promise<number> => {
  server = http.createServer(makeHttpHandler(...given)).listen(0, '127.0.0.1');
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
