import { setTimeout } from 'node:timers/promises';
import { makeClaudeLines, toFile } from './claude-lines.ts';

/** Answers to requests: how often each status came, and the time of each request in milliseconds. */
export type Answers = { statuses: Record<number, number>; tookMs: number[] };

/** Asks one request after the other, at least `everyMs` apart, until `stop`. */
export const keepAsking = (ask: (count: number) => Promise<Response>, everyMs = 20): { stop(): Promise<Answers> } => {
  const answers: Answers = { statuses: {}, tookMs: [] };
  const over = new AbortController();
  const asking = (async () => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const startedAt = performance.now();
      const response = await ask(count);
      await response.arrayBuffer();
      const tookMs = performance.now() - startedAt;
      answers.tookMs.push(tookMs);
      answers.statuses[response.status] = (answers.statuses[response.status] ?? 0) + 1;
      await setTimeout(Math.max(0, everyMs - tookMs));
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await asking;
      return answers;
    },
  };
};

export const postJson = (url: string, body: unknown): Promise<Response> => fetch(url, { method: 'POST', body: JSON.stringify(body) });

/** Reports a call of a running agent. */
export const postCall = (url: string, session: string, count: number): Promise<Response> =>
  postJson(`${url}/api/sessions/${encodeURIComponent(session)}/tool-calls`, {
    calls: [{ id: `call-${count}`, name: 'Bash', input: { command: `step ${count}` }, result: 'done' }],
  });

export const postTool = (url: string, body: unknown): Promise<Response> => postJson(`${url}/api/tools/observations`, body);

/** Acknowledges an observation, reopens it, and so on. */
export const postTriage = (url: string, observationId: string, count: number): Promise<Response> =>
  postTool(url, { operation: count % 2 === 0 ? 'acknowledge' : 'reopen', observation_id: observationId });

/** A session file of about this many bytes, of calls and their results. */
export const makeLargeFile = (sessionId: string, bytes: number): string => {
  const talk = makeClaudeLines({ sessionId });
  const lines = [talk.prompt('Build it')];
  for (let [size, count] = [0, 0]; size < bytes; count += 1) {
    const added = [
      talk.call(`c${count}`, 'Bash', { command: `make part-${count}` }),
      talk.result(`c${count}`, `part ${count} `.repeat(60)),
    ];
    size += added.join('\n').length;
    lines.push(...added);
  }
  return toFile(...lines);
};
