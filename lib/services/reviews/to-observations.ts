import type { ReviewerDefinition } from '../../domain/bundle.ts';
import type { Observation, ObservationDraft } from '../../domain/observation.ts';
import type { ReviewExchange, ReviewFinding } from '../../domain/review.ts';
import type { Session } from '../../domain/session.ts';
import type { ReportedObservation } from '../../observations/detection.ts';
import { toReportedObservation } from '../../observations/reported.ts';
import { locate, mayBeSamePlace } from '../../reviewers/evidence.ts';
import { toFindingFingerprint } from '../../reviewers/finding-fingerprint.ts';
import { matchFindings } from '../../reviewers/match.ts';
import type { Store } from '../../store/store.ts';

type Of = {
  reviewer: ReviewerDefinition;
  session: Session;
  findings: readonly ReviewFinding[];
  /** Observations of the reviewer in the session, in any state. */
  known: readonly Observation[];
  /** Whether the host sent the conversation, so that numbers of messages are not those of the archive. */
  hasMessages: boolean;
  /** Folder that paths are below; null: not known. */
  root: string | null;
  atMs: number;
};

const messagePlace = /^(?:message\s*)?#?(\d{1,7})$/iu;

/** The record that a finding names by its message's number; null: it names none of the archive. */
const findRecordId = async (
  store: Pick<Store, 'listRecords'>,
  { reviewer, session: { id: sessionId }, hasMessages }: Of,
  sourceRef: string | null,
): Promise<string | null> => {
  const number = messagePlace.exec(sourceRef?.trim() ?? '')?.[1];
  if (number === undefined || hasMessages || !reviewer.watch.some(({ type }) => type === 'conversation')) return null;
  const [record] = await store.listRecords(sessionId, Number(number) - 1, 1, 0);
  return record?.id ?? null;
};

const toSourceType = ({ watch }: ReviewerDefinition, recordId: string | null): ObservationDraft['sourceType'] => {
  if (recordId !== null) return 'conversation';
  const kinds = new Set(watch.map(({ type }) => type));
  return kinds.size > 1 ? 'mixed' : kinds.has('files') ? 'file' : 'conversation';
};

type Placed = ReviewFinding & { category: string | null; code: string | null };

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The known observation that each finding is: what the reviewer itself calls the same, in the same file; of the rest, by its words. */
const matchAll = <Finding extends Placed>(
  findings: readonly Finding[],
  observations: readonly Observation[],
  root: string | null,
): Map<Finding, Observation> => {
  const known = observations.map((one) => ({ ...one, code: toText(one.metadata.code) }));
  const matches = new Map<Finding, Observation>();
  const isFree = (one: Observation): boolean => ![...matches.values()].includes(one);
  for (const finding of findings) {
    const named = known.find(({ id }) => id === finding.observationId);
    if (named && isFree(named) && mayBeSamePlace(locate(finding, root), locate(named, root))) matches.set(finding, named);
  }
  const rest = findings.filter((finding) => !matches.has(finding));
  for (const [at, match] of matchFindings(rest, known.filter(isFree), root).entries()) {
    const finding = rest[at];
    if (finding && match) matches.set(finding, match);
  }
  return matches;
};

/** Findings of a reviewer as reports of observations: those that word a known one anew are the same one, found again. */
export const toObservations = async (
  store: Pick<Store, 'listRecords'>,
  of: Of,
): Promise<{ reported: ReportedObservation[]; findings: ReviewFinding[] }> => {
  const { reviewer, session, findings, known, root, atMs } = of;
  const placed = await Promise.all(
    findings.map(async (finding) => {
      const recordId = await findRecordId(store, of, finding.sourceRef);
      const { category, code } = finding.metadata;
      const sourceRef = recordId ?? finding.sourceRef;
      return { ...finding, recordId, sourceRef, category: toText(category), code: toText(code) };
    }),
  );
  const matches = matchAll(placed, known, root);
  const taken = new Set(known.map(({ fingerprint }) => fingerprint));
  const review = { reviewer: reviewer.id, root, within: session.folderName ?? session.id };
  const reported = placed.map((finding) => {
    const { content, severity, sourceRef, recordId } = finding;
    const fingerprint = matches.get(finding)?.fingerprint ?? toFindingFingerprint(finding, review, taken);
    taken.add(fingerprint);
    const metadata = { ...reviewer.metadata, ...finding.metadata, fingerprint };
    const sourceType = toSourceType(reviewer, recordId);
    const draft: ObservationDraft = { observer: reviewer.id, content, severity, sourceType, sourceRef, metadata };
    return toReportedObservation({ draft, sessionId: session.id, atMs, observerName: reviewer.name });
  });
  const made = findings.map((finding, at) => {
    const same = placed[at] && matches.get(placed[at]);
    return { ...finding, observationId: same?.id ?? reported[at]?.id ?? null, isNew: !same };
  });
  return { reported, findings: made };
};

/** Observations that a reviewer calls fixed, with its reasons. */
export const toResolutions = (reviewer: ReviewerDefinition, { resolved }: ReviewExchange) =>
  resolved.map(({ observationId, reason }) => ({ observationId, by: reviewer.id, note: reason }));
