import { Agent, get, type IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { startServer, type RunningServer } from '../e2e/start-server.ts';

/** Runs a task against the built server. */
export async function withServer<Result>(
  options: { folder: string; args?: string[] },
  task: (server: RunningServer) => Promise<Result>,
): Promise<Result> {
  const server = await startServer(options);
  try {
    return await task(server);
  } finally {
    await server.stop();
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Over one connection that stays open, as a browser asks; `fetch` alone takes a fifth of a millisecond more. */
export const getJson = async <Answer>(url: string): Promise<Answer> => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => get(url, { agent }, resolve).on('error', reject));
  if (response.statusCode !== 200) throw new Error(`GET ${url}: ${response.statusCode} ${await text(response)}`);
  return (await json(response)) as Answer;
};

/** Id of the session with the most records. */
export async function longestSession(url: string): Promise<string> {
  const { items } = await getJson<{ items: { id: string; toolCalls: number }[] }>(`${url}/api/sessions?sort=calls&limit=1`);
  if (!items[0]) throw new Error('there are no sessions');
  return items[0].id;
}
