import { AppError } from '../../domain/errors.ts';
import { refuseSecrets } from '../refuse-secrets.ts';
import { isMarkedEnded } from '../../session/live.ts';
import type { Store } from '../../store/store.ts';
import { getSession } from '../observe/session-calls.ts';
import { toRequest } from './to-request.ts';

type Deps = { store: Store; now: () => number };

/** Searches that people keep, and what they say about sessions: stars, notes, and that one has ended. */
export const makeSavedSearches = ({ store, now }: Deps) => ({
  listSaved: async () => ({ searches: await store.listSavedSearches() }),
  /** Saves a query under a name; replaces what was saved under the id. Fails where the query has a problem or a secret, which a marker in its place would not find. */
  save: async (id: string, { name, query }: { name: string; query: string }) => {
    toRequest(query, now());
    refuseSecrets({ name, query }, 'searches are saved as they are. Take it out; its first letters with a * find it, too.');
    const saved = { id, name, query, savedAtMs: now() };
    await store.putSavedSearch(saved);
    return saved;
  },
  deleteSaved: async (id: string) => {
    if (!(await store.deleteSavedSearch(id))) throw new AppError('not_found', `There is no saved search ${id}.`);
    return { deleted: true as const };
  },
  setStarred: async (id: string, isStarred: boolean) => {
    const session = await getSession(store, id);
    const starredAtMs = isStarred ? (session.starredAtMs ?? now()) : null;
    await store.setStarred(session.id, starredAtMs);
    return { starredAtMs };
  },
  /**
   * From then on the session and its subagents are not live, and their open calls are not waited for. Marking it again keeps the first time,
   * unless something came since. Fails with `conflict` where the mark of a subagent is that of the session that started it.
   */
  setMarkedEnded: async (id: string, isEnded: boolean) => {
    const session = await getSession(store, id);
    const markedEndedAtMs = isEnded ? (isMarkedEnded(session) ? session.markedEndedAtMs : now()) : null;
    if (markedEndedAtMs === session.markedEndedAtMs) return { markedEndedAtMs };
    const starter = session.relation === 'subagent' && session.parentId !== null ? await store.findSession(session.parentId) : null;
    if (!isEnded && starter && isMarkedEnded({ ...session, markedEndedAtMs: starter.markedEndedAtMs }))
      throw new AppError('conflict', 'This subagent ended with the session that started it. Take the mark of that session back.');
    await store.recomputeAggregates(await store.setMarkedEnded(session.id, markedEndedAtMs));
    return { markedEndedAtMs };
  },
  /** A blank note removes what was there. Fails where it has a secret. */
  setNote: async (id: string, text: string) => {
    refuseSecrets({ note: text }, 'notes are saved as they are. Take it out.');
    const session = await getSession(store, id);
    const note = text.trim() === '' ? null : text.trim();
    await store.setNote(session.id, note);
    return { note };
  },
});
