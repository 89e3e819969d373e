import type { Assessment } from '../../domain/assessment.ts';
import type { Assignment } from '../../domain/experiment.ts';
import type { Store } from '../../store/store.ts';
import { assignSession, findArm } from '../experiments/assign-session.ts';

/** Enough to know which active findings were reported. */
const newestAssessments = 60;

export const listNewest = (store: Store, sessionId: string): Promise<Assessment[]> =>
  store.listAssessments(sessionId, { superseded: true, newest: newestAssessments });

/** Whether an experiment holds a session out whose agent is about to be shown a finding or an open observation. */
export const isHeldOut = async (deps: { store: Store; now: () => number }, sessionId: string): Promise<boolean> => {
  const newest = await listNewest(deps.store, sessionId);
  return (await findFeedbackArm(deps, sessionId, { isFinding: true, newest }))?.arm === 'control';
};

/**
 * The arm of a session whose agent is about to be shown something. `isFinding`: a finding or an open observation, which assigns the session if
 * an experiment runs and its agent was told nothing before. Once held out, a session stays held out.
 */
export const findFeedbackArm = async (
  { store, now }: { store: Store; now: () => number },
  sessionId: string,
  { isFinding, newest }: { isFinding: boolean; newest: readonly Assessment[] },
): Promise<Assignment | null> =>
  isFinding && newest.every(({ sentAtMs }) => sentAtMs === null)
    ? assignSession(store, { kind: 'feedback', sessionId, turnIdx: null, project: null, atMs: now() })
    : findArm(store, 'feedback', sessionId);
