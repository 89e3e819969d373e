import type { ObservationState } from '../../domain/observation.ts';
import type { Trial } from '../../domain/trial.ts';
import { computeFindingFingerprint, observationIdOf } from '../../observations/fingerprint.ts';
import { toObservationSeverity } from '../../observations/detection.ts';
import { toReturned, toStatus } from '../../observations/lifecycle.ts';
import type { Found } from '../../observers/run.ts';
import type { Handled, ObservationStore } from '../../store/observation-store.ts';

export type TrialSide = 'before' | 'after';
export type TriagedCounts = Pick<Trial, 'triaged' | 'labeled'>;

export const noneTriaged = (): TriagedCounts => {
  const none = () => ({ before: 0, after: 0, both: 0 });
  return {
    triaged: { findings: none(), groups: none(), attention: none() },
    labeled: { fixed: none(), falsePositive: none() },
  };
};

/** The state in which a replay leaves an observation that it detects. */
const makePredictState = ({ observations, closedGroups }: Handled) => {
  const handled = new Map(observations.map((one) => [one.id, one]));
  const closingOf = new Map(closedGroups.map((one) => [one.fingerprint, one]));
  return (id: string, fingerprint: string, atMs: number | null): ObservationState => {
    const known = handled.get(id);
    // Not handled, it is open, or new; a closed group has none that is open.
    const closing = closingOf.get(fingerprint);
    if (!known) return closing ? toReturned(closing, atMs ?? Infinity).to : 'open';
    // If a replay withdrew an observation, another one returns it as it was.
    if (known.isWithdrawn) return known.acknowledgedAtMs === null ? 'open' : 'acknowledged';
    const isFixed = known.state === 'fixed' && atMs !== null;
    return isFixed ? toReturned({ state: 'fixed', atMs: known.resolvedAtMs ?? 0 }, atMs).to : known.state;
  };
};

/**
 * Counts the observations to triage after a replay with each of two configurations: those that observers detect, their groups, and the
 * groups that need attention. Observations that people and agents reported stay as they are, and are not counted.
 */
export const makeTriagedTrial = async (store: Pick<ObservationStore, 'listLabels' | 'listHandled'>) => {
  const predictState = makePredictState(await store.listHandled());
  const labelOf = new Map(
    (await store.listLabels()).map(({ fingerprint, label }) => [fingerprint, label === 'fixed' ? 'fixed' : 'falsePositive'] as const),
  );
  const seen = { before: new Set<string>(), after: new Set<string>() };
  const counts = noneTriaged();
  /** Counts it the first time on this side. */
  const count = (side: TrialSide, key: string, kind: Trial['triaged']['groups']): void => {
    if (seen[side].has(key)) return;
    seen[side].add(key);
    kind[side] += 1;
    kind.both += Number(seen[side === 'before' ? 'after' : 'before'].has(key));
  };
  return {
    /** Live counts. */
    counts,
    see: (side: TrialSide, folderName: string | null, found: readonly Found[]): void => {
      const { triaged, labeled } = counts;
      for (const { sessionId, observer, atMs, findings } of found) {
        for (const finding of findings) {
          if (toObservationSeverity(finding.severity) === null) continue;
          const fingerprint = computeFindingFingerprint(observer, finding, { folderName, sessionId });
          const id = observationIdOf(sessionId, fingerprint);
          count(side, id, triaged.findings);
          count(side, fingerprint, triaged.groups);
          const isOpen = toStatus(predictState(id, fingerprint, atMs)) === 'open';
          if (isOpen) count(side, `open ${fingerprint}`, triaged.attention);
          const label = labelOf.get(fingerprint);
          if (label) count(side, `labeled ${fingerprint}`, labeled[label]);
        }
      }
    },
  };
};

export type TriagedTrial = Awaited<ReturnType<typeof makeTriagedTrial>>;
