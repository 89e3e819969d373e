import { hashId } from '../session/ids.ts';

/** Subjects that name nothing by themselves: such findings are the same only within a project, or within a session that has none. */
const generic: ReadonlySet<string> = new Set(['scope', 'error rate', '']);

/**
 * What tells an observation from others, in any session: of the same fingerprint are the same call, the same error, the same file.
 * `within`: the project, else the session, to which a subject that names nothing belongs.
 */
export type Identity = { observer: string; category: string | null; subject: string; within: string | null };

export const computeFingerprint = ({ observer, category, subject, within }: Identity): string =>
  hashId('observation', observer, category ?? '', subject, generic.has(subject) ? (within ?? '') : '');

/** Id of the observation of a fingerprint in a session; null: in none. */
export const observationIdOf = (sessionId: string | null, fingerprint: string): string => hashId(sessionId ?? '', fingerprint);
