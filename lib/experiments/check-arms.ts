import type { ArmName, Experiment, ExperimentAnalysis, ExperimentMetric } from '../domain/experiment.ts';
import { runningMs } from '../domain/turn-metric.ts';
import { checkDependence, checkSampleRatio, sampleRatioAlarm } from '../stats/sample-ratio.ts';
import type { AssignedAt } from './compute-looks.ts';
import type { ExperimentSession } from './measure-effect.ts';

/** `turns` that are over, of which `withoutOutcome` have no known completion; `isOver`: no call of the session will follow. */
export type AnalyzedSession = ExperimentSession & AssignedAt & { turns: number; withoutOutcome: number; isOver: boolean };

type Check = ExperimentAnalysis['missing'];

const toCheck = (pValue: number | null): Check => (pValue === null ? null : { pValue, isMismatch: pValue < sampleRatioAlarm });

/** Whether sessions, in the order of assignment, were split as planned. */
export const checkRatio = ({ arms }: Experiment, sessions: readonly AnalyzedSession[]): Check =>
  toCheck(
    checkSampleRatio(
      sessions.map(({ arm }) => arm === 'treatment'),
      arms.treatment,
    ),
  );

/**
 * Turns of a session (of `recovered`: the session itself) whose value should be known by now, and how many are unknown. Null while that may
 * still change. A session that was assigned and of which nothing came is one turn without a value.
 */
const countUnknown = (session: AnalyzedSession, metric: ExperimentMetric, nowMs: number): { counted: number; unknown: number } | null => {
  const { turns, metrics, recovered, isOver, assignedAtMs } = session;
  if (metric === 'recovered') return recovered === null && !isOver ? null : { counted: 1, unknown: recovered === null ? 1 : 0 };
  if (turns > 0) return { counted: turns, unknown: Math.max(0, turns - metrics[metric].n) };
  return nowMs - assignedAtMs >= runningMs ? { counted: 1, unknown: 1 } : null;
};

/** Whether it depends on the arm which values of a metric are unknown, with the counts of both arms. */
export const checkMissing = (
  { arms }: Experiment,
  sessions: readonly AnalyzedSession[],
  metric: ExperimentMetric,
  nowMs: number,
): { missing: Check; counts: Record<ArmName, { counted: number; unknown: number }> } => {
  const counts = { control: { counted: 0, unknown: 0 }, treatment: { counted: 0, unknown: 0 } };
  const tested: { isTreatment: boolean; x: number }[] = [];
  for (const session of sessions) {
    const own = countUnknown(session, metric, nowMs);
    if (!own) continue;
    counts[session.arm].counted += own.counted;
    counts[session.arm].unknown += own.unknown;
    tested.push({ isTreatment: session.arm === 'treatment', x: own.unknown / own.counted });
  }
  return { missing: toCheck(checkDependence(tested, arms.treatment)), counts };
};
