import type { Outcome } from '../domain/outcome.ts';
import type { EndBasis, TurnEnd } from '../domain/retrieval.ts';

/**
 * What is known of how a turn ended. `lastOutcome`: of its last call; `isAnswered`: an answer came after it. The others are reported by a
 * file or an agent: `exitStatus` is that of the session, of its last turn only.
 */
export type TurnEnding = {
  lastOutcome: Outcome | null;
  isAnswered: boolean;
  reward: number | null;
  isCompleted: boolean | null;
  exitStatus: string | null;
};

/** Rewards of a task that was not solved at all, and of one that was solved as a whole. Between them, a part was. */
const [noReward, fullReward] = [0, 1];

/** Exit statuses of agents that gave up: `exit_cost`, `LimitsExceeded`, `RepeatedFormatError`, `1`. One that submitted its work did not. */
const givenUp =
  /^(?!submitted)(?:(?:early_exit|exit_\w+|skipped|-?[1-9]\d*)$|.*(?:error|exceed|fail|timed?.?out|abort|crash|interrupt|cancel|exception))/iu;

const byLastCall = (lastOutcome: Outcome | null, isAnswered: boolean): TurnEnd => {
  switch (lastOutcome) {
    case 'error':
      return 'failed';
    case 'ok':
      return isAnswered ? 'succeeded' : 'unknown';
    default:
      return 'unknown';
  }
};

/** How a turn ended: by what is reported of its result, else by its last call. */
export const toTurnEnd = (ending: TurnEnding): { end: TurnEnd; endBasis: EndBasis } => {
  const { lastOutcome, isAnswered, reward, isCompleted, exitStatus } = ending;
  if (reward !== null && reward <= noReward) return { end: 'failed', endBasis: 'reward' };
  if (reward !== null && reward >= fullReward) return { end: 'succeeded', endBasis: 'reward' };
  if (isCompleted === false) return { end: 'failed', endBasis: 'completed' };
  if (exitStatus !== null && givenUp.test(exitStatus)) return { end: 'failed', endBasis: 'exit_status' };
  return { end: byLastCall(lastOutcome, isAnswered), endBasis: 'last_call' };
};
