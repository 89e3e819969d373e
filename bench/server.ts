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

export async function getJson<Answer>(url: string): Promise<Answer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`GET ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Id of the session with the most records. */
export async function longestSession(url: string): Promise<string> {
  const { items } = await getJson<{ items: { id: string; toolCalls: number }[] }>(`${url}/api/sessions?sort=calls&limit=1`);
  if (!items[0]) throw new Error('there are no sessions');
  return items[0].id;
}
