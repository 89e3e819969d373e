import { AppError } from '../domain/errors.ts';
import { ownPrefix } from '../domain/session-names.ts';
import type { SessionStore } from '../store/session-store.ts';

const minPrefix = 8;
const minOwnPrefix = 6;
const maxSessions = 200;
const maxListed = 10;

/**
 * Ids of the sessions that a name may mean: a session id or a prefix of it (6 characters or more), `family:nativeId`, or the agent's id or
 * a prefix of it (8 characters or more). Empty if there is none.
 */
export const listSessionIds = async (store: SessionStore, name: string): Promise<string[]> => {
  const session = await store.findSession(name);
  if (session) return [session.id];
  if (name.length < minOwnPrefix) return [];
  const native = name.length < minPrefix ? { named: [], begun: [] } : await listNative(store, name);
  return native.named.length > 0
    ? native.named
    : [...new Set([...native.begun, ...(ownPrefix.test(name) ? await store.listIdsFrom(name) : [])])];
};

/** The only session of `listSessionIds`; null if there is none. Throws `invalid_input` with the candidates if there are several. */
export const findSessionId = async (store: SessionStore, name: string): Promise<string | null> => {
  const ids = await listSessionIds(store, name);
  if (ids.length > 1) {
    const listed = ids.slice(0, maxListed).join(', ');
    const more = ids.length > maxListed ? ` and ${ids.length - maxListed} more` : '';
    throw new AppError('invalid_input', `${ids.length} sessions match ${name}. Use a full id or a longer prefix: ${listed}${more}.`);
  }
  return ids[0] ?? null;
};

/** Ids of sessions whose native id equals the name or starts with it. */
const listNative = async (store: SessionStore, name: string): Promise<{ named: string[]; begun: string[] }> => {
  const { items, nextCursor } = await store.listSessions({ q: name, includeChildren: true }, 'started', true, {
    cursor: null,
    limit: maxSessions,
  });
  const idsOf = (some: typeof items) => some.map(({ id }) => id);
  return {
    named: idsOf(items.filter(({ nativeId }) => nativeId === name)),
    // With more than one page of matches, another could also start this way.
    begun: nextCursor === null ? idsOf(items.filter(({ nativeId, relation }) => nativeId.startsWith(name) && relation !== 'subagent')) : [],
  };
};
