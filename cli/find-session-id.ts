import { AppError } from '../lib/domain/errors.ts';
import type { SessionStore } from '../lib/store/store.ts';

const leastStart = 8;
const most = 200;

/**
 * Our id of the session that is named by it, by `family:nativeId`, by the agent's own id alone or by how that begins (8
 * characters or more); null for none. Throws `invalid_input` when several are named so.
 */
export const findSessionId = async (store: SessionStore, name: string): Promise<string | null> => {
  const session = await store.findSession(name);
  if (session) return session.id;
  if (name.length < leastStart) return null;
  const { items, nextCursor } = await store.listSessions({ q: name, includeChildren: true }, 'started', true, {
    cursor: null,
    limit: most,
  });
  const named = items.filter(({ nativeId }) => nativeId === name);
  const begun = items.filter(({ nativeId, relation }) => nativeId.startsWith(name) && relation !== 'subagent');
  // Of more than a window full, another may begin alike.
  const found = named.length > 0 || nextCursor !== null ? named : begun;
  if (found.length > 1) {
    const ids = found.slice(0, 5).map(({ id }) => id);
    throw new AppError('invalid_input', `${found.length} sessions are named ${name}. Give the id of one: ${ids.join(', ')}.`);
  }
  return found[0]?.id ?? null;
};
