import { hashId } from '../session/ids.ts';

/** Subjects that name nothing outside of their project: such findings are the same only within it, or within a session that has none. */
const isLocal = (subject: string): boolean => subject === '' || /^(?:scope|error rate)(?: |$)/u.test(subject);

/** Subjects of one call that fails in one way: it is the same thing whichever observer found it, as whatever category. */
const isRefusal = (subject: string): boolean => subject.startsWith('call ');

/**
 * What tells an observation from others, in any session: the same call, the same error and the same file have the same fingerprint.
 * `within`: the project, else the session, to which a subject belongs that names nothing outside of it.
 */
export type Identity = { observer: string; category: string | null; subject: string; within: string | null };

export const computeFingerprint = ({ observer, category, subject, within }: Identity): string =>
  isRefusal(subject)
    ? hashId('observation', '', '', subject, '')
    : hashId('observation', observer, category ?? '', subject, isLocal(subject) ? (within ?? '') : '');

/** Id of the observation of a fingerprint in a session; null: in none. */
export const observationIdOf = (sessionId: string | null, fingerprint: string): string => hashId(sessionId ?? '', fingerprint);
