import type { Session } from '../domain/session.ts';
import { computeLiveness, type Liveness } from '../session/live.ts';
import { isSameProcess } from '../sources/agent-process.ts';
import type { Store } from '../store/store.ts';

/** Whether a session goes on. Looks for the process of its agent only where that decides. */
export const findLiveness = async (store: Pick<Store, 'findAgentProcess'>, session: Session, nowMs: number): Promise<Liveness> => {
  const liveness = computeLiveness(session, null, nowMs);
  const agent = liveness === 'silent' ? await store.findAgentProcess(session.id) : null;
  return agent ? computeLiveness(session, isSameProcess(agent), nowMs) : liveness;
};
