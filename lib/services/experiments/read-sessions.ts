import { setImmediate as answerOthers } from 'node:timers/promises';
import type { Experiment } from '../../domain/experiment.ts';
import { runningMs } from '../../domain/turn-metric.ts';
import type { AnalyzedSession } from '../../experiments/check-arms.ts';
import { computeRecovery } from '../../experiments/recovery.ts';
import { computeEpisodes } from '../../observers/episodes.ts';
import type { Store } from '../../store/store.ts';

/** Sessions whose rows are read at once. */
const batchSize = 100;

const findRecovery = async (store: Store, sessionId: string, withinCalls: number, isOver: boolean): Promise<boolean | null> => {
  const assessments = await store.listAssessments(sessionId, { superseded: false });
  if (assessments.length === 0) return null;
  return computeRecovery(computeEpisodes(assessments, []), { withinCalls, lastCall: await store.countToolCalls(sessionId), isOver });
};

/** The sessions of an experiment with what is analyzed of them, in the order of assignment. Others are answered between sessions. */
export const readSessions = async (store: Store, { id, kind, withinCalls }: Experiment, nowMs: number): Promise<AnalyzedSession[]> => {
  const assigned = await store.listAssignedSessions(id, nowMs);
  if (kind !== 'feedback') return assigned.map((session) => ({ ...session, recovered: null, isOver: true }));
  const sessions: AnalyzedSession[] = [];
  for (let from = 0; from < assigned.length; from += batchSize) {
    const batch = assigned.slice(from, from + batchSize);
    const rows = await store.findSessionRows(batch.map(({ sessionId }) => sessionId));
    const endedAtMs = new Map(rows.map((row) => [row.id, row.endedAtMs]));
    for (const session of batch) {
      const isOver = nowMs - (endedAtMs.get(session.sessionId) ?? 0) >= runningMs;
      sessions.push({ ...session, isOver, recovered: await findRecovery(store, session.sessionId, withinCalls, isOver) });
      await answerOthers();
    }
  }
  return sessions;
};
