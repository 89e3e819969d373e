import { AppError } from '../../domain/errors.ts';
import { isHashId, sessionIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';

/**
 * The id of a session that is asked for by an id of ours, `family:native id`, or its own id. One that is not stored yet has the id that it
 * will be stored under; null if that cannot be known from a name.
 */
export const findSessionIdOf = async (store: Pick<Store, 'findSession'>, name: string): Promise<string | null> => {
  const stored = await store.findSession(name);
  if (stored) return stored.id;
  const colon = name.indexOf(':');
  if (colon > 0 && colon < name.length - 1) return sessionIdOf(name.slice(0, colon), name.slice(colon + 1));
  return isHashId(name) ? name : null;
};

/** The same; fails with `invalid_input` if it cannot be known. */
export const toSessionId = async (store: Pick<Store, 'findSession'>, name: string): Promise<string> => {
  const id = await findSessionIdOf(store, name);
  if (id === null)
    throw new AppError(
      'invalid_input',
      `Unknown session ${name}. If it is not in the archive yet, use agent:id, such as claude-code:${name}.`,
    );
  return id;
};
