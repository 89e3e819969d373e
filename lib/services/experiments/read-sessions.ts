import type { Experiment } from '../../domain/experiment.ts';
import { runningMs } from '../../domain/turn-metric.ts';
import type { AnalyzedSession } from '../../experiments/analyze-experiment.ts';
import { computeRecovery } from '../../experiments/recovery.ts';
import { computeEpisodes } from '../../observers/episodes.ts';
import type { Store } from '../../store/store.ts';

const findRecovery = async (store: Store, sessionId: string, withinCalls: number, nowMs: number): Promise<boolean | null> => {
  const assessments = await store.listAssessments(sessionId, { superseded: false });
  if (assessments.length === 0) return null;
  const [row] = await store.findSessionRows([sessionId]);
  return computeRecovery(computeEpisodes(assessments, []), {
    withinCalls,
    lastCall: await store.countToolCalls(sessionId),
    isOver: nowMs - (row?.endedAtMs ?? 0) >= runningMs,
  });
};

/** The sessions of an experiment with what is analyzed of them, in the order of assignment. */
export const readSessions = async (store: Store, { id, kind, withinCalls }: Experiment, nowMs: number): Promise<AnalyzedSession[]> => {
  const assigned = await store.listAssignedSessions(id, nowMs);
  const sessions: AnalyzedSession[] = [];
  for (const session of assigned) {
    const recovered = kind === 'feedback' ? await findRecovery(store, session.sessionId, withinCalls, nowMs) : null;
    sessions.push({ ...session, recovered });
  }
  return sessions;
};
