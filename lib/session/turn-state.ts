import type { TurnEnded } from '../domain/turn-ended.ts';
import { isWaitedFor } from './live.ts';

/** Facts that show whether a turn is over. */
export type TurnFacts = {
  isLast: boolean;
  ended: TurnEnded;
  /** Positions of the last call or result, and of the last answer; null: there is none. */
  lastCallSeq: number | null;
  lastResponseSeq: number | null;
  /** When its newest call began that may still get its end; null: there is none. */
  openCallAtMs: number | null;
};

export type TurnState = {
  /** The next prompt stands; or no call is waited for, and the agent says that it is done or is silent. */
  isOver: boolean;
  isAnswered: boolean;
};

/**
 * Whether a turn that goes on no more ended with an answer: files of many agents record no end, and their turns did where the last that
 * the agent did is an answer. `answerSeq`, `workSeq`: positions of its last answer, and of its last answer, call or result.
 */
export const isAnswered = (ended: TurnEnded, { answerSeq, workSeq }: { answerSeq: number | null; workSeq: number | null }): boolean =>
  ended === 'answered' || (ended === 'open' && answerSeq !== null && answerSeq === workSeq);

/** Whether a turn is over, and whether with an answer. `goesOn`: its session may go on by itself. */
export const computeTurnState = (
  { isLast, ended, lastCallSeq, lastResponseSeq, openCallAtMs }: TurnFacts,
  { goesOn, nowMs }: { goesOn: boolean; nowMs: number },
): TurnState => {
  const isOver = !isLast || (!isWaitedFor(openCallAtMs, nowMs) && (ended !== 'open' || !goesOn));
  const workSeq =
    lastCallSeq === null || lastResponseSeq === null ? (lastCallSeq ?? lastResponseSeq) : Math.max(lastCallSeq, lastResponseSeq);
  return { isOver, isAnswered: isAnswered(ended, { answerSeq: lastResponseSeq, workSeq }) };
};
