import type { Outcome } from '../domain/outcome.ts';
import type { Verdict } from '../domain/verification.ts';
import type { ResultBasis, TurnResult } from '../domain/retrieval.ts';

/**
 * Known facts about the end of a turn. `lastOutcome`: outcome of its last call; `isAnswered`: the turn ended with an answer; `isRefuted`:
 * the next prompt says that it was wrong; `verification`: what verified its changes, null: unknown. A file or an agent reports the other
 * facts: `exitStatus` is that of the session, for its last turn only.
 */
export type TurnEnding = {
  lastOutcome: Outcome | null;
  isAnswered: boolean;
  isRefuted: boolean;
  verification: Verdict | null;
  reward: number | null;
  isCompleted: boolean | null;
  exitStatus: string | null;
};

/** Rewards of a task that was not solved at all, and of one that was solved as a whole. Between them, a part was. */
const [noReward, fullReward] = [0, 1];

/** Exit statuses of agents that gave up: `exit_cost`, `LimitsExceeded`, `RepeatedFormatError`, `1`. One that submitted its work did not. */
const givenUp =
  /^(?!submitted)(?:(?:early_exit|exit_\w+|skipped|-?[1-9]\d*)$|.*(?:error|exceed|fail|timed?.?out|abort|crash|interrupt|cancel|exception))/iu;

const byLastCall = (lastOutcome: Outcome | null, isAnswered: boolean): TurnResult => {
  switch (lastOutcome) {
    case 'error':
      return 'failed';
    case 'ok':
      return isAnswered ? 'succeeded' : 'unknown';
    default:
      return 'unknown';
  }
};

/** How the work of a turn went: by what is reported of it, else by what the next prompt says, by what checked its changes, or by its last call. */
export const toTurnResult = (ending: TurnEnding): { result: TurnResult; resultBasis: ResultBasis } => {
  const { lastOutcome, isAnswered, isRefuted, verification, reward, isCompleted, exitStatus } = ending;
  if (reward !== null && reward <= noReward) return { result: 'failed', resultBasis: 'reward' };
  if (reward !== null && reward >= fullReward) return { result: 'succeeded', resultBasis: 'reward' };
  if (isCompleted === false) return { result: 'failed', resultBasis: 'completed' };
  if (exitStatus !== null && givenUp.test(exitStatus)) return { result: 'failed', resultBasis: 'exit_status' };
  if (isRefuted) return { result: 'failed', resultBasis: 'refuted' };
  const byCall = byLastCall(lastOutcome, isAnswered);
  if (verification === 'failed') return { result: 'failed', resultBasis: 'verification' };
  if (verification === 'verified' && isAnswered) return { result: 'succeeded', resultBasis: 'verification' };
  // Changes that nothing is known to have checked are no success.
  const isOpen = verification === 'not_verified' || verification === 'cannot_tell';
  return isOpen && byCall === 'succeeded'
    ? { result: 'unknown', resultBasis: 'verification' }
    : { result: byCall, resultBasis: 'last_call' };
};
