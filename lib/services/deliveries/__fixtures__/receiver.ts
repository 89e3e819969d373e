import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { path?: string; headers: http.IncomingHttpHeaders; body: string };
export type Respond = (response: http.ServerResponse, received: Received) => void;

/** Another side on this machine, which remembers what was posted and answers as `respond` says. */
export const openReceiver = async (respond: Respond, port = 0) => {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one = { path: request.url, headers: request.headers, body: Buffer.concat(parts).toString() };
      received.push(one);
      respond(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // Listening on a port of the system, it has one.
  const { port: own } = server.address() as AddressInfo;
  return {
    received,
    port: own,
    url: `http://127.0.0.1:${own}/hook`,
    /** Ids of deliveries in the order in which they came. */
    ids: () => received.map(({ headers }) => headers['x-observatory-delivery']),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

export const answer =
  (status: number, headers: http.OutgoingHttpHeaders = {}, text = ''): Respond =>
  (response) =>
    void response.writeHead(status, headers).end(text);
