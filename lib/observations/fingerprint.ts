import { hashId } from '../session/ids.ts';

/** Subjects that name nothing by themselves: such findings are the same only within a project. */
const generic: ReadonlySet<string> = new Set(['scope', 'error rate', '']);

/** What tells an observation from others, in any session: of the same fingerprint are the same call, the same error, the same file. */
export type Identity = { observer: string; category: string | null; subject: string; project: string | null };

export const computeFingerprint = ({ observer, category, subject, project }: Identity): string =>
  hashId('observation', observer, category ?? '', subject, generic.has(subject) ? (project ?? '') : '');

/** Id of the observation of a fingerprint in a session; null: in none. */
export const observationIdOf = (sessionId: string | null, fingerprint: string): string => hashId(sessionId ?? '', fingerprint);
