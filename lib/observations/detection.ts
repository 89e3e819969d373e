import { toSeverity } from '../domain/to-severity.ts';
import { clipText } from '../print/cut-text.ts';
import type { AssessmentSeverity, Finding, Standing, Waste } from '../domain/assessment.ts';
import {
  maxContentChars,
  maxSourceRefChars,
  maxTitleChars,
  type ObservationDraft,
  type ObservationEvidence,
  type ObservationSeverity,
  type ObservationState,
  type Resolution,
} from '../domain/observation.ts';
import { computeFindingFingerprint, observationIdOf } from './fingerprint.ts';

/** A finding that people triage, at the call at which it was assessed. */
export type Detection = {
  observationId: string;
  fingerprint: string;
  observer: string;
  observerName: string;
  category: string;
  title: string;
  content: string;
  severity: ObservationSeverity;
  /** Id of the call, which is that of its record. */
  sourceRef: string;
  metadata: Record<string, unknown>;
  evidence: ObservationEvidence;
  /** Of this time that it stands, as far as it has come. */
  waste: Waste | null;
  /** `new` begins; all else goes on with what began last. */
  standing: Standing;
  callId: string;
  callIndex: number;
  /** By the record; else when it was assessed, and `isTimed` is false. */
  atMs: number;
  isTimed: boolean;
};

/** An observation that was told, by a reviewer, an agent, a person or a file of them. */
export type ReportedObservation = {
  id: string;
  sessionId: string | null;
  fingerprint: string;
  /** As people read it; the draft's is the id where it is one of the observers of calls. */
  observerName: string;
  title: string;
  category: string | null;
  draft: ObservationDraft;
  /** When it was found; else when it was told of, and `isTimed` is false. */
  atMs: number;
  isTimed: boolean;
  /** Where it stood, if that is told. `sinceMs`: when it was last known to come to stand there; null: no time is told. */
  given: { state: ObservationState; acknowledgedAtMs: number | null; resolution: Resolution | null; sinceMs: number | null } | null;
};

/** Null: it is no matter for people. */
export const toObservationSeverity = (severity: AssessmentSeverity): ObservationSeverity | null =>
  severity === 'info' ? null : toSeverity(severity);

type Assessed = {
  sessionId: string;
  observer: string;
  observerName: string;
  callId: string;
  callIndex: number;
  atMs: number | null;
  findings: readonly Finding[];
  suggestions: readonly string[];
};

/** What of an assessment is triaged: its findings of caution and warning, no longer than an import takes them. `nowMs` stands for a time that no record tells. */
export const toDetections = (assessment: Assessed, project: string | null, nowMs: number): Detection[] =>
  assessment.findings.flatMap((finding) => {
    const severity = toObservationSeverity(finding.severity);
    if (severity === null) return [];
    const { sessionId, observer, observerName, callId, callIndex, atMs, suggestions } = assessment;
    const fingerprint = computeFindingFingerprint(observer, finding, { project, sessionId });
    return [
      {
        observationId: observationIdOf(sessionId, fingerprint),
        fingerprint,
        observer,
        observerName,
        category: finding.category,
        title: clipText(finding.title, maxTitleChars),
        // An observation says something: one without a description says its title.
        content: clipText(finding.description || finding.title || finding.category || observerName, maxContentChars),
        severity,
        sourceRef: clipText(callId, maxSourceRefChars),
        metadata: { category: finding.category, ...(suggestions[0] !== undefined && { suggestion: suggestions[0] }) },
        evidence: { text: finding.evidence, calls: finding.calls, callCount: finding.callCount, records: finding.records },
        waste: finding.waste,
        standing: finding.standing,
        callId,
        callIndex,
        atMs: atMs ?? nowMs,
        isTimed: atMs !== null,
      },
    ];
  });
