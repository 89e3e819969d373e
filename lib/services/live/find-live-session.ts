import { AppError } from '../../domain/errors.ts';
import type { LiveCalls } from '../../domain/live-call.ts';
import { sessionIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';

/** The session of a live report, stored or not. */
export type LiveSession = { sessionId: string; family: string; nativeId: string };

/**
 * Finds the session by an id of ours or `family:native id`; one that is not stored yet needs its family and native id, from either.
 * Fails with `invalid_input` where they are missing or say another session.
 */
export const findLiveSession = async (store: Store, id: string, reported: LiveCalls['session']): Promise<LiveSession> => {
  const [stored] = await store.findSessionRows([id]);
  if (stored) return { sessionId: stored.id, family: stored.family, nativeId: stored.nativeId };
  const colon = id.indexOf(':');
  const family = reported.family ?? (colon > 0 ? id.slice(0, colon) : undefined);
  if (family === undefined) {
    throw new AppError(
      'invalid_input',
      `Unknown session ${id}. To create it, use family:native id (such as claude-code:${id}) or set session.family.`,
    );
  }
  const nativeId = reported.nativeId ?? (id.startsWith(`${family}:`) ? id.slice(family.length + 1) : id);
  const sessionId = sessionIdOf(family, nativeId);
  const isSame = id === sessionId || id === nativeId || id === `${family}:${nativeId}`;
  if (nativeId === '' || !isSame) {
    throw new AppError('invalid_input', `The URL has session ${id}, but session.family and session.nativeId are ${family}:${nativeId}.`);
  }
  return { sessionId, family, nativeId };
};
