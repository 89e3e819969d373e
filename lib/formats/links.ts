import type { Drafts } from './format.ts';

/** Joins a call to the session that it started, once among the drafts that are at hand; a session starts no other than another. */
export const addLink = (out: Drafts, session: string, nativeCallId: string | null, childNativeId: string | null): void => {
  if (nativeCallId === null || childNativeId === null || childNativeId === session) return;
  const isKnown = out.links.some(
    (link) =>
      link.session === session && link.nativeCallId === nativeCallId && 'childNativeId' in link && link.childNativeId === childNativeId,
  );
  if (!isKnown) out.links.push({ session, nativeCallId, childNativeId });
};
