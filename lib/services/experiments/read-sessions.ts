import { setImmediate as answerOthers } from 'node:timers/promises';
import type { Experiment } from '../../domain/experiment.ts';
import { runningMs } from '../../domain/turn-metric.ts';
import type { AnalyzedSession } from '../../experiments/check-arms.ts';
import { clearCalls, computeRecovery, computeWindowRecovery, findFirstFinding } from '../../observers/recovery.ts';
import { computeEpisodes } from '../../observers/episodes.ts';
import { observeCall } from '../../observers/observe-call.ts';
import type { Store } from '../../store/store.ts';

/** Sessions whose rows are read at once. */
const batchSize = 100;

const findRecovery = async (
  store: Store,
  sessionId: string,
  { withinCalls, metricsVersion }: Experiment,
  isOver: boolean,
): Promise<boolean | null> => {
  const assessments = await store.listAssessments(sessionId, { superseded: false });
  if (assessments.length === 0) return null;
  if (metricsVersion === 1)
    return computeWindowRecovery(computeEpisodes(assessments, []), {
      withinCalls,
      lastCall: await store.countToolCalls(sessionId),
      isOver,
    });
  const first = findFirstFinding(assessments);
  if (!first) return null;
  const from = Math.min(first.foundAt, ...first.finding.calls) - 1;
  const most = first.foundAt - from + withinCalls + clearCalls + 1;
  const { about, calls, turnEnds } = await store.listCallFacts(sessionId, from, most);
  const endedAt = turnEnds.map(({ callIndex }) => callIndex);
  return computeRecovery(first, { calls: calls.map((call) => observeCall(call, about)), endedAt, withinCalls, isOver });
};

/** The sessions of an experiment with what is analyzed of them, in the order of assignment. Others are answered between sessions. */
export const readSessions = async (store: Store, experiment: Experiment, nowMs: number): Promise<AnalyzedSession[]> => {
  const { id, kind } = experiment;
  const assigned = await store.listAssignedSessions(id, nowMs);
  if (kind !== 'feedback') return assigned.map((session) => ({ ...session, recovered: null, isOver: true }));
  const sessions: AnalyzedSession[] = [];
  for (let from = 0; from < assigned.length; from += batchSize) {
    const batch = assigned.slice(from, from + batchSize);
    const rows = await store.findSessionRows(batch.map(({ sessionId }) => sessionId));
    const endedAtMs = new Map(rows.map((row) => [row.id, row.endedAtMs]));
    for (const session of batch) {
      const isOver = nowMs - (endedAtMs.get(session.sessionId) ?? 0) >= runningMs;
      sessions.push({ ...session, isOver, recovered: await findRecovery(store, session.sessionId, experiment, isOver) });
      await answerOthers();
    }
  }
  return sessions;
};
