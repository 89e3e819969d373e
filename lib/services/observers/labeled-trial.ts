import type { Trial } from '../../domain/trial.ts';
import type { AssessmentDraft } from '../../observers/observer-set.ts';
import { computeFindingFingerprint } from '../../observations/fingerprint.ts';
import { toObservationSeverity } from '../../observations/detection.ts';
import type { ObservationStore } from '../../store/observation-store.ts';

type Labels = Awaited<ReturnType<ObservationStore['listLabels']>>;
export type TrialSide = 'before' | 'after';

/** Counts which labeled groups each of two configurations detects. Findings below the severity for triage are ignored. */
export const makeLabeledTrial = (labels: Labels) => {
  const labelOf = new Map(labels.map(({ fingerprint, label }) => [fingerprint, label === 'fixed' ? 'fixed' : 'falsePositive'] as const));
  const found = { before: new Set<string>(), after: new Set<string>() };
  const counts: Trial['labeled'] = {
    fixed: { before: 0, after: 0, both: 0 },
    falsePositive: { before: 0, after: 0, both: 0 },
  };
  return {
    /** Live counts. */
    counts,
    see: (side: TrialSide, project: string | null, assessments: readonly AssessmentDraft[]): void => {
      if (labelOf.size === 0) return;
      for (const { sessionId, observer, findings } of assessments) {
        for (const finding of findings) {
          if (toObservationSeverity(finding.severity) === null) continue;
          const fingerprint = computeFindingFingerprint(observer, finding, { project, sessionId });
          const label = labelOf.get(fingerprint);
          if (!label || found[side].has(fingerprint)) continue;
          found[side].add(fingerprint);
          counts[label][side] += 1;
          if (found[side === 'before' ? 'after' : 'before'].has(fingerprint)) counts[label].both += 1;
        }
      }
    },
  };
};

export type LabeledTrial = ReturnType<typeof makeLabeledTrial>;
