import type { Finding } from '../domain/assessment.ts';
import { hashId } from '../session/ids.ts';

/** Subjects of findings stored without a scope that mean something only within a project. */
const projectSubjects: ReadonlySet<string> = new Set(['scope', 'error rate']);

/**
 * What tells an observation from others: of the same fingerprint are the same call, the same error, the same file. `within`: the project
 * or session in which alone the subject means the same thing; null: it does in every session.
 */
export type Identity = { observer: string; category: string | null; subject: string; within: string | null };

export const computeFingerprint = ({ observer, category, subject, within }: Identity): string =>
  hashId('observation', observer, category ?? '', subject, within ?? '');

type Found = Pick<Finding, 'category' | 'subject' | 'subjectScope'>;

/** Fingerprint of what an observer found in a session. An empty subject names nothing, so it never groups beyond the project. */
export const computeFindingFingerprint = (
  observer: string,
  { category, subject, subjectScope }: Found,
  { project, sessionId }: { project: string | null; sessionId: string },
): string => {
  const isArchiveWide = subject !== '' && (subjectScope ? subjectScope === 'archive' : !projectSubjects.has(subject));
  return computeFingerprint({ observer, category, subject, within: isArchiveWide ? null : (project ?? sessionId) });
};

/** Id of the observation of a fingerprint in a session; null: in none. */
export const observationIdOf = (sessionId: string | null, fingerprint: string): string => hashId(sessionId ?? '', fingerprint);
