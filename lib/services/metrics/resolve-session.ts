import { sessionIdOfName } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';

/**
 * The id of a session that is given as ours, or as `family:nativeId`. One that is not in the archive gets the id that it will have, so that
 * what is stored for it is found once it is imported.
 */
export const resolveSession = async (store: Store, given: string): Promise<string> =>
  (await store.findSession(given))?.id ?? sessionIdOfName(given);
