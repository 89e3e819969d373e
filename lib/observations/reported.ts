import type { ObservationDraft } from '../domain/observation.ts';
import { isHashId } from '../session/ids.ts';
import { computeFingerprint, observationIdOf } from './fingerprint.ts';
import { toOneLine } from '../print/one-line.ts';
import { clipBetweenSecrets } from '../redaction/cut-between-secrets.ts';
import type { ReportedObservation } from './detection.ts';

const maxTitleChars = 80;

type Reported = {
  draft: ObservationDraft;
  /** Null if reported without a session. */
  sessionId: string | null;
  atMs: number;
  /** False if the time is only the report time. */
  isTimed?: boolean;
  /** The draft's, unless they are given. */
  observerName?: string;
  title?: string;
  given?: ReportedObservation['given'];
};

/** The first sentence of the first line with text. */
export const toTitle = (content: string): string => {
  const line = content.trimStart().split(/[\n\r]/u, 1)[0] ?? '';
  const sentence = /^.+?[.!?](?=\s+\p{Lu})/u.exec(line)?.[0] ?? line;
  return clipBetweenSecrets(toOneLine(sentence.replace(/(?<!\.)\.\s*$/u, ''), Infinity), maxTitleChars);
};

const findText = (metadata: Record<string, unknown>, name: string): string | null => {
  const value = metadata[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Separates it from another observer's observation with the same fingerprint. */
export const toSeparate = (reported: ReportedObservation): ReportedObservation => {
  const { sessionId, category, draft } = reported;
  const subject = JSON.stringify(['named', reported.fingerprint]);
  const fingerprint = computeFingerprint({ observer: draft.observer, category, subject, within: null });
  return { ...reported, id: observationIdOf(sessionId, fingerprint), fingerprint };
};

/**
 * A reported observation in stored form. Observations are the same across sessions if observer, category, content and source are equal,
 * or if `metadata.fingerprint` is: one of ours is used as is (for its own observer, see `toApart`), any other text becomes the subject.
 */
export const toReportedObservation = ({
  draft,
  sessionId,
  atMs,
  isTimed = true,
  observerName,
  title,
  given = null,
}: Reported): ReportedObservation => {
  const { fingerprint: _, ...metadata } = draft.metadata;
  const category = findText(metadata, 'category');
  const key = findText(draft.metadata, 'fingerprint');
  const subject = JSON.stringify(key === null ? ['told', draft.content, draft.sourceRef] : ['named', key]);
  const fingerprint =
    key !== null && isHashId(key) ? key : computeFingerprint({ observer: draft.observer, category, subject, within: null });
  return {
    id: observationIdOf(sessionId, fingerprint),
    sessionId,
    fingerprint,
    observerName: observerName ?? draft.observer,
    title: title ?? toTitle(draft.content),
    category,
    draft: { ...draft, metadata: key === null ? draft.metadata : metadata },
    atMs,
    isTimed,
    given,
  };
};
