import * as z from 'zod';
import { armName } from '../lib/domain/experiment.ts';
import type { AgentTransport } from '../db/demo/agents/simulate-agents.ts';

const retrieved = z.object({ experiment: z.object({ arm: armName }).nullable() });

/** Sends JSON to a server; fails with its answer if it is not 2xx. */
export const sendJson = async (url: string, method: 'POST' | 'GET', place: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${url}${place}`, {
    method,
    headers: { origin: url, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${await response.text()}`);
  return response.json();
};

/** Agents that reach a running server at `url` as any agent does: over HTTP. */
export const makeHttpAgents = (url: string): AgentTransport => ({
  retrieve: async ({ sessionName, turnIdx, prompt, project }) => {
    const answer = await sendJson(url, 'POST', '/api/retrieve', { prompt, project, session_id: sessionName, turn_idx: turnIdx });
    return retrieved.parse(answer).experiment?.arm ?? null;
  },
  importTranscript: async (name, text) => {
    const response = await fetch(`${url}/api/imports?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/octet-stream', origin: url },
    });
    if (!response.ok) throw new Error(`Import of ${name}: ${response.status} ${await response.text()}`);
  },
  reportOutcome: async ({ sessionName, turnIdx, completed }) => {
    await sendJson(url, 'POST', '/api/turns/outcome', { session_id: sessionName, turn_idx: turnIdx, completed });
  },
});
