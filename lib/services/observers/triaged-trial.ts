import type { Trial } from '../../domain/trial.ts';
import { computeFindingFingerprint, observationIdOf } from '../../observations/fingerprint.ts';
import { toObservationSeverity } from '../../observations/detection.ts';
import type { AssessmentDraft } from '../../observers/observer-set.ts';
import type { ObservationStore } from '../../store/observation-store.ts';

export type TrialSide = 'before' | 'after';
export type TriagedCounts = Pick<Trial, 'triaged' | 'labeled'>;

export const noneTriaged = (): TriagedCounts => {
  const none = () => ({ before: 0, after: 0, both: 0 });
  return {
    triaged: { findings: none(), groups: none(), attention: none() },
    labeled: { fixed: none(), falsePositive: none() },
  };
};

/** Counts what each of two configurations detects and people triage: findings, their groups, and which of these were handled. */
export const makeTriagedTrial = async (store: Pick<ObservationStore, 'listLabels' | 'listHandledGroups'>) => {
  const handled = new Set(await store.listHandledGroups());
  const labelOf = new Map(
    (await store.listLabels()).map(({ fingerprint, label }) => [fingerprint, label === 'fixed' ? 'fixed' : 'falsePositive'] as const),
  );
  const seen = { before: new Set<string>(), after: new Set<string>() };
  const counts = noneTriaged();
  /** Answers whether it is the first time on this side. */
  const count = (side: TrialSide, key: string, ...kinds: Trial['triaged']['groups'][]): boolean => {
    if (seen[side].has(key)) return false;
    seen[side].add(key);
    const isBoth = seen[side === 'before' ? 'after' : 'before'].has(key);
    for (const kind of kinds) {
      kind[side] += 1;
      kind.both += Number(isBoth);
    }
    return true;
  };
  return {
    /** Live counts. */
    counts,
    see: (side: TrialSide, project: string | null, assessments: readonly AssessmentDraft[]): void => {
      const { triaged, labeled } = counts;
      for (const { sessionId, observer, findings } of assessments) {
        for (const finding of findings) {
          if (toObservationSeverity(finding.severity) === null) continue;
          const fingerprint = computeFindingFingerprint(observer, finding, { project, sessionId });
          if (!count(side, observationIdOf(sessionId, fingerprint), triaged.findings)) continue;
          const label = labelOf.get(fingerprint);
          count(
            side,
            fingerprint,
            triaged.groups,
            ...(handled.has(fingerprint) ? [] : [triaged.attention]),
            ...(label ? [labeled[label]] : []),
          );
        }
      }
    },
  };
};

export type TriagedTrial = Awaited<ReturnType<typeof makeTriagedTrial>>;
