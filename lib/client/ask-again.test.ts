import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { askAgain } from './ask-again.ts';

/** A server whose answers are held until they are let go; each tells what stood there when it was asked. */
const makeSlowServer = () => {
  const held: (() => void)[] = [];
  const server = {
    value: 1,
    asked: 0,
    ask: () => {
      server.asked += 1;
      const { value } = server;
      return new Promise<number>((resolve) => held.push(() => resolve(value)));
    },
    letGo: () => held.splice(0).forEach((answer) => answer()),
  };
  return server;
};

const watchQuery = (queryFn: () => Promise<number>) => {
  const client = new QueryClient();
  const observer = new QueryObserver(client, { queryKey: ['import', 'a'], queryFn, staleTime: Infinity });
  const stop = observer.subscribe(() => undefined);
  return { client, data: () => observer.getCurrentResult().data, stop };
};

test('a change while the first answer is on its way is asked for once that has come', async () => {
  const server = makeSlowServer();
  const { client, data, stop } = watchQuery(server.ask);
  server.value = 2;
  askAgain(client, ['import', 'a']);
  expect(server.asked).toBe(1);
  server.letGo();
  await expect.poll(() => server.asked).toBe(2);
  server.letGo();
  await expect.poll(data).toBe(2);
  stop();
});

test('a change while a later answer is on its way takes its place at once', async () => {
  const server = makeSlowServer();
  const { client, data, stop } = watchQuery(server.ask);
  server.letGo();
  await expect.poll(data).toBe(1);
  askAgain(client);
  await expect.poll(() => server.asked).toBe(2);
  server.value = 3;
  askAgain(client, ['import']);
  await expect.poll(() => server.asked).toBe(3);
  server.letGo();
  await expect.poll(data).toBe(3);
  expect(server.asked).toBe(3);
  stop();
});
