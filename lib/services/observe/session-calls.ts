import { AppError } from '../../domain/errors.ts';
import type { Session } from '../../domain/session.ts';
import type { Store } from '../../store/store.ts';

export const getSession = async (store: Store, id: string): Promise<Session> => {
  const session = await store.findSession(id);
  if (!session) throw new AppError('not_found', `There is no session ${id}. It was not imported, or it was deleted.`);
  return session;
};

/** The requested call, by default the newest. Fails with `invalid_input` if there is no call with that number. */
export const getCall = async (store: Store, sessionId: string, at: number | undefined): Promise<number> => {
  const last = await store.countToolCalls(sessionId);
  if (at === undefined) return last;
  if (at > last) throw new AppError('invalid_input', `There is no call ${at}. The last call of this session is ${last}.`);
  return at;
};
