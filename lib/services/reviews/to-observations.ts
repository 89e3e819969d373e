import type { ReviewerDefinition } from '../../domain/bundle.ts';
import type { Observation, ObservationDraft } from '../../domain/observation.ts';
import type { ReviewExchange, ReviewFinding } from '../../domain/review.ts';
import type { Session } from '../../domain/session.ts';
import type { ReportedObservation } from '../../observations/detection.ts';
import { toReportedObservation } from '../../observations/reported.ts';
import { toFindingFingerprint } from '../../reviewers/finding-fingerprint.ts';
import { matchFindings } from '../../reviewers/match.ts';
import type { Store } from '../../store/store.ts';

type Of = {
  reviewer: ReviewerDefinition;
  session: Session;
  findings: readonly ReviewFinding[];
  /** Observations of the reviewer in the session, in any state. */
  known: readonly Observation[];
  /** Folder that paths are below; null: not known. */
  root: string | null;
  atMs: number;
};

const messagePlace = /^(?:message\s*)?#?(\d{1,7})$/iu;

/** The record that a finding names by its message's number; null: it names none. */
const findRecordId = async (store: Pick<Store, 'listRecords'>, sessionId: string, sourceRef: string | null): Promise<string | null> => {
  const number = messagePlace.exec(sourceRef?.trim() ?? '')?.[1];
  if (number === undefined) return null;
  const [record] = await store.listRecords(sessionId, Number(number) - 1, 1, 0);
  return record?.id ?? null;
};

const toSourceType = ({ watch }: ReviewerDefinition, recordId: string | null): ObservationDraft['sourceType'] => {
  if (recordId !== null) return 'conversation';
  const kinds = new Set(watch.map(({ type }) => type));
  return kinds.size > 1 ? 'mixed' : kinds.has('files') ? 'file' : 'conversation';
};

/** Findings of a reviewer as reports of observations: those that word a known one anew are the same one, found again. */
export const toObservations = async (
  store: Pick<Store, 'listRecords'>,
  { reviewer, session, findings, known, root, atMs }: Of,
): Promise<{ reported: ReportedObservation[]; findings: ReviewFinding[] }> => {
  const placed = await Promise.all(
    findings.map(async (finding) => {
      const recordId = await findRecordId(store, session.id, finding.sourceRef);
      const { category } = finding.metadata;
      const sourceRef = recordId ?? finding.sourceRef;
      return { ...finding, recordId, sourceRef, category: typeof category === 'string' ? category : null };
    }),
  );
  const matched = matchFindings(placed, known, root);
  const taken = new Set(known.map(({ fingerprint }) => fingerprint));
  const review = { reviewer: reviewer.id, root, within: session.project ?? session.id };
  const reported = placed.map((finding, at) => {
    const { content, severity, sourceRef, recordId } = finding;
    const fingerprint = matched[at]?.fingerprint ?? toFindingFingerprint(finding, review, taken);
    taken.add(fingerprint);
    const metadata = { ...reviewer.metadata, ...finding.metadata, fingerprint };
    const sourceType = toSourceType(reviewer, recordId);
    const draft: ObservationDraft = { observer: reviewer.id, content, severity, sourceType, sourceRef, metadata };
    return toReportedObservation({ draft, sessionId: session.id, atMs, observerName: reviewer.name });
  });
  const made = findings.map((finding, at) => ({
    ...finding,
    observationId: matched[at]?.id ?? reported[at]?.id ?? null,
    isNew: !matched[at],
  }));
  return { reported, findings: made };
};

/** Observations that a reviewer calls fixed, with its reasons. */
export const toResolutions = (reviewer: ReviewerDefinition, { resolved }: ReviewExchange) =>
  resolved.map(({ observationId, reason }) => ({ observationId, by: reviewer.id, note: reason }));
