import { AppError } from '../lib/domain/errors.ts';
import type { SessionStore } from '../lib/store/session-store.ts';
import { findSessionId } from '../lib/services/find-session-id.ts';

/** Session id for a name as accepted by `findSessionId`. Fails with `not_found` and `problem`. */
export const getSessionId = async (store: SessionStore, name: string, problem = `There is no session ${name}.`): Promise<string> => {
  const id = await findSessionId(store, name);
  if (id === null) throw new AppError('not_found', problem);
  return id;
};
