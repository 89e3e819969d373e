import type { ReviewerDefinition } from '../../domain/bundle.ts';
import type { Observation, ObservationDraft } from '../../domain/observation.ts';
import type { ReviewExchange, ReviewFinding } from '../../domain/review.ts';
import type { Session } from '../../domain/session.ts';
import type { ReportedObservation } from '../../observations/detection.ts';
import { toReportedObservation } from '../../observations/reported.ts';
import { matchFindings, toFindingFingerprint } from '../../reviewers/match.ts';
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
  const matched = matchFindings(
    findings,
    known.map(({ id, fingerprint, state, content, severity, sourceRef, category }) => ({
      id,
      fingerprint,
      state,
      content,
      severity,
      sourceRef,
      category,
    })),
    root,
  );
  const reported: ReportedObservation[] = [];
  const placed: ReviewFinding[] = [];
  for (const [at, finding] of findings.entries()) {
    const { content, severity, sourceRef, metadata } = finding;
    const same = known.find(({ id }) => id === matched[at]);
    const recordId = await findRecordId(store, session.id, sourceRef);
    const within = session.project ?? session.id;
    const draft: ObservationDraft = {
      observer: reviewer.id,
      content,
      severity,
      sourceType: toSourceType(reviewer, recordId),
      sourceRef: recordId ?? sourceRef,
      metadata: {
        ...reviewer.metadata,
        ...metadata,
        fingerprint: same?.fingerprint ?? toFindingFingerprint({ reviewerId: reviewer.id, within, finding, root }),
      },
    };
    const one = toReportedObservation({ draft, sessionId: session.id, atMs, observerName: reviewer.name });
    reported.push(one);
    placed.push({ ...finding, observationId: same?.id ?? one.id, isNew: same === undefined });
  }
  return { reported, findings: placed };
};

/** Observations that a reviewer calls fixed, with its reasons. */
export const toResolutions = (reviewer: ReviewerDefinition, { resolved }: ReviewExchange) =>
  resolved.map(({ observationId, reason }) => ({ observationId, by: reviewer.id, note: reason }));
