import { sessionIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';

/**
 * The id of a session that is given as ours, or as `family:nativeId`. One that is not in the archive gets the id that it will have, so that
 * what is stored for it is found once it is imported.
 */
export const resolveSession = async (store: Store, given: string): Promise<string> => {
  const found = await store.findSession(given);
  if (found) return found.id;
  const colon = given.indexOf(':');
  return colon > 0 ? sessionIdOf(given.slice(0, colon), given.slice(colon + 1)) : given;
};
