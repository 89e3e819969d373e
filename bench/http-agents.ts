import * as z from 'zod';
import { importText, sendJson } from '../e2e/start-server.ts';
import { armName } from '../lib/domain/experiment.ts';
import type { AgentTransport } from '../db/demo/agents/simulate-agents.ts';

const retrieved = z.object({ experiment: z.object({ arm: armName }).nullable() });

/** Agents that reach a running server at `url` as any agent does: over HTTP. */
export const makeHttpAgents = (url: string): AgentTransport => ({
  retrieve: async ({ sessionName, turnIdx, prompt, project }) => {
    const answer = await sendJson(url, 'POST', '/api/retrieve', { prompt, project, session_id: sessionName, turn_idx: turnIdx });
    return retrieved.parse(answer).experiment?.arm ?? null;
  },
  importTranscript: async (name, text) => {
    await importText(url, name, text);
  },
  reportOutcome: async ({ sessionName, turnIdx, completed }) => {
    await sendJson(url, 'POST', '/api/turns/outcome', { session_id: sessionName, turn_idx: turnIdx, completed });
  },
});
