import type { AgentProcess, Session } from '../domain/session.ts';
import { computeLiveness, type Liveness } from '../session/live.ts';
import { findRunning } from '../sources/agent-process.ts';
import type { Store } from '../store/store.ts';

/** Whether each of some sessions goes on. Looks for the processes of their agents, all at once, only where those decide. */
export const findLiveness = async (
  store: Pick<Store, 'findAgentProcess'>,
  sessions: readonly Session[],
  nowMs: number,
): Promise<(session: Session) => Liveness> => {
  const agents = new Map<string, AgentProcess>();
  for (const session of sessions) {
    const agent = computeLiveness(session, null, nowMs) === 'silent' ? await store.findAgentProcess(session.id) : null;
    if (agent) agents.set(session.id, agent);
  }
  const running = findRunning([...agents.values()]);
  return (session) => {
    const agent = agents.get(session.id);
    return computeLiveness(session, agent ? (running.get(agent) ?? null) : null, nowMs);
  };
};
