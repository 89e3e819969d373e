import type { Finding } from '../domain/assessment.ts';
import { hashId } from '../session/ids.ts';

/** Subjects of findings without a stored scope that apply only within a project. */
const projectSubjects: ReadonlySet<string> = new Set(['scope', 'error rate']);

/** Subjects of one failing call: the same problem whichever observer or category detected it. */
const isRefusal = (subject: string): boolean => subject.startsWith('call ');

/**
 * Fingerprint of an observation: the same call, error or file gives the same fingerprint. `within`: the project or session that limits
 * the subject; null if it means the same everywhere.
 */
export type Identity = { observer: string; category: string | null; subject: string; within: string | null };

export const computeFingerprint = ({ observer, category, subject, within }: Identity): string =>
  hashId('observation', observer, category ?? '', subject, within ?? '');

type Found = Pick<Finding, 'category' | 'subject' | 'subjectScope'>;

/** Fingerprint of a detection. An empty subject never groups beyond the project. */
export const computeFindingFingerprint = (
  observer: string,
  { category, subject, subjectScope }: Found,
  { folderName, sessionId }: { folderName: string | null; sessionId: string },
): string => {
  if (isRefusal(subject)) return computeFingerprint({ observer: '', category: null, subject, within: null });
  const isArchiveWide = subject !== '' && (subjectScope ? subjectScope === 'archive' : !projectSubjects.has(subject));
  return computeFingerprint({ observer, category, subject, within: isArchiveWide ? null : (folderName ?? sessionId) });
};

/** Id of the observation with a fingerprint in a session; null for reports without a session. */
export const observationIdOf = (sessionId: string | null, fingerprint: string): string => hashId(sessionId ?? '', fingerprint);
