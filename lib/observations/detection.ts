import { toSeverity } from '../domain/to-severity.ts';
import { clipBetweenSecrets } from '../redaction/cut-between-secrets.ts';
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
  /** Waste of this occurrence so far. */
  waste: Waste | null;
  /** `new` starts an occurrence; anything else continues the last one. */
  standing: Standing;
  callId: string;
  callIndex: number;
  /** From the record; otherwise the time of the assessment, and `isTimed` is false. */
  atMs: number;
  isTimed: boolean;
};

/** An observation reported by a reviewer, an agent, a person or an imported file. */
export type ReportedObservation = {
  id: string;
  sessionId: string | null;
  fingerprint: string;
  /** Display name; the draft has the id if it is an observer. */
  observerName: string;
  title: string;
  category: string | null;
  draft: ObservationDraft;
  /** When it was found; otherwise when it was reported, and `isTimed` is false. */
  atMs: number;
  isTimed: boolean;
  /** Reported state, if any. `sinceMs`: when it was last known to enter that state; null if unknown. */
  given: { state: ObservationState; acknowledgedAtMs: number | null; resolution: Resolution | null; sinceMs: number | null } | null;
};

/** Null if it is not triaged. */
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

/**
 * Detections in an assessment: findings of caution and warning, with texts cut to the import limits. `nowMs` replaces times that no
 * record has.
 */
export const toDetections = (assessment: Assessed, folderName: string | null, nowMs: number): Detection[] =>
  assessment.findings.flatMap((finding) => {
    const severity = toObservationSeverity(finding.severity);
    if (severity === null) return [];
    const { sessionId, observer, observerName, callId, callIndex, atMs, suggestions } = assessment;
    const fingerprint = computeFindingFingerprint(observer, finding, { folderName, sessionId });
    return [
      {
        observationId: observationIdOf(sessionId, fingerprint),
        fingerprint,
        observer,
        observerName,
        category: finding.category,
        title: clipBetweenSecrets(finding.title, maxTitleChars),
        // The description must not be empty; use the title.
        content: clipBetweenSecrets(finding.description || finding.title || finding.category || observerName, maxContentChars),
        severity,
        sourceRef: clipBetweenSecrets(callId, maxSourceRefChars),
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
