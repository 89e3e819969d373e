import { AppError } from '../../domain/errors.ts';
import type { AssessmentDraft, ObserverSet } from '../../observers/observer-set.ts';
import { reduceCalls, startReducer } from '../../observers/run.ts';
import type { Store } from '../../store/store.ts';

const windowCalls = 2_000;

/**
 * Assessments of a session from its first call to `atCall` (by default the last one), in order. Nothing is stored.
 * Fails with `invalid_input` if that call does not exist.
 */
export const assessSession = async (store: Store, set: ObserverSet, sessionId: string, atCall?: number): Promise<AssessmentDraft[]> => {
  const last = await store.countToolCalls(sessionId);
  if (atCall !== undefined && atCall > last) {
    throw new AppError('invalid_input', `There is no call ${atCall}. The last call of session ${sessionId} is ${last}.`);
  }
  const assessments: AssessmentDraft[] = [];
  let { about, calls, turnEnds } = await store.listCallFacts(sessionId, 0, windowCalls);
  let state = startReducer(set, about);
  while (calls.length > 0) {
    const within = calls.filter(({ callIndex }) => callIndex <= (atCall ?? last));
    const reduced = reduceCalls(set, about, state, within, turnEnds);
    state = reduced.state;
    assessments.push(...reduced.assessments);
    if (within.length < calls.length) break;
    ({ about, calls, turnEnds } = await store.listCallFacts(sessionId, calls.at(-1)?.callIndex ?? last, windowCalls));
  }
  return assessments;
};
