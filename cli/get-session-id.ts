import { AppError } from '../lib/domain/errors.ts';
import type { SessionStore } from '../lib/store/session-store.ts';
import { findSessionId } from './find-session-id.ts';

/** Our id of the session that is named as `findSessionId` takes it. Fails with `not_found`; `problem` says what is not there. */
export const getSessionId = async (store: SessionStore, name: string, problem = `There is no session ${name}.`): Promise<string> => {
  const id = await findSessionId(store, name);
  if (id === null) throw new AppError('not_found', problem);
  return id;
};
