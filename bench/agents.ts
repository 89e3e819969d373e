import { inFolder } from './archive.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { withServer } from './server.ts';

const rounds = 400;

type Call = { id: string; name: string; input: object; result: string };
const toCall = (n: number): Call => ({ id: `c${n}`, name: 'Bash', input: { command: `step ${n}` }, result: `done with ${n}` });

const post = async (url: string, id: string, calls: readonly Call[]): Promise<number> => {
  const body = JSON.stringify({ calls });
  const began = performance.now();
  const response = await fetch(`${url}/api/sessions/${id}/tool-calls`, { method: 'POST', body });
  const answer = (await response.json()) as { added?: number };
  if (answer.added !== calls.length) throw new Error(`${id}: ${response.status} ${JSON.stringify(answer)}`);
  return performance.now() - began;
};

/** One call per request, once the session has this many. */
const measureAt = async (url: string, known: number): Promise<Figure[]> => {
  const id = `bench:${known}`;
  for (let n = 0; n < known; n += 1_000) {
    await post(
      url,
      id,
      Array.from({ length: Math.min(1_000, known - n) }, (_, more) => toCall(n + more)),
    );
  }
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await post(url, id, [toCall(known + round)]));
  const name = `one live call, at call ${known.toLocaleString('en')}`;
  return [atMost(`${name}: median`, quantile(times, 0.5), 15, 'ms'), atMost(`${name}: 95 %`, quantile(times, 0.95), 15, 'ms')];
};

/** Bar 4: what a running agent waits for its answer, and 100 of them at once. */
export const measureAgents = (full: boolean): Promise<Figure[]> =>
  inFolder((folder) =>
    withServer({ folder }, async ({ url }) => {
      const figures = [...(await measureAt(url, 100)), ...(await measureAt(url, full ? 100_000 : 10_000))];
      const began = performance.now();
      const report = async (agent: number) => {
        for (let n = 0; n < 100; n += 1) await post(url, `agent:${agent}`, [toCall(n)]);
      };
      await Promise.all(Array.from({ length: 100 }, (_, agent) => report(agent)));
      return [...figures, atMost('100 agents at once, 100 calls each', (performance.now() - began) / 1_000, 60, 's')];
    }),
  );
