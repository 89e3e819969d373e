import { isTurnAnswered, saysDone, type WorkMarks } from './turn-ends.ts';

/** What tells whether a turn is over. */
export type TurnFacts = WorkMarks & {
  isLast: boolean;
  /** Positions of the last call that goes on in the background, and of the last one without a result; null: there is none. */
  runningSeq: number | null;
  unansweredSeq: number | null;
};

export type TurnState = {
  /** No call is open, or none that may end; and: it has an answer, the next prompt stands, the agent says so, or the session is silent. */
  isOver: boolean;
  isAnswered: boolean;
};

/**
 * Whether a turn is over, and whether with an answer. `saysEnds`: the agent always says that it is done, so what it said last may not be
 * its answer yet. `isLive`: the session may go on by itself. `isRecent`: a call that has no end may still get one.
 */
export const computeTurnState = (
  facts: TurnFacts,
  { saysEnds, isLive, isRecent }: { saysEnds: boolean; isLive: boolean; isRecent: boolean },
): TurnState => {
  const { isLast, workSeq, cut, runningSeq, unansweredSeq } = facts;
  const isAnswered = isTurnAnswered(facts);
  const [lastWorkSeq, cutSeq] = [workSeq ?? -1, cut?.seq ?? -1];
  const isSaid = saysDone(facts) || cutSeq >= Math.max(0, lastWorkSeq);
  const isOpen = runningSeq !== null || (unansweredSeq ?? -1) >= Math.max(lastWorkSeq, cutSeq, 0);
  if (isLast && isOpen && isRecent) return { isOver: false, isAnswered };
  return { isOver: !isLast || isSaid || !isLive || (isAnswered && !saysEnds), isAnswered };
};
