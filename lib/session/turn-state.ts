/** Positions of what tells whether a turn is over; null: there is no such record. */
export type TurnFacts = {
  isLast: boolean;
  lastCallSeq: number | null;
  lastResponseSeq: number | null;
  /** Of a record by which the agent says that it is done, which may be its answer, or that the turn was cut short. */
  endSeq: number | null;
  abortSeq: number | null;
  /** Positions of the last call that goes on in the background, and of the last one without a result. */
  runningSeq: number | null;
  unansweredSeq: number | null;
};

export type TurnState = {
  /** No call is open, or none that may end; and: it has an answer, the next prompt stands, the agent says so, or the session is silent. */
  isOver: boolean;
  isAnswered: boolean;
};

/**
 * Whether a turn is over, and whether with an answer: a response after its last call that nothing cut short. `saysEnds`: the agent always
 * says that it is done, so what it said last may not be its answer yet. `isLive`: the session may go on by itself. `isRecent`: a call that
 * has no end may still get one.
 */
export const computeTurnState = (
  { isLast, lastCallSeq, lastResponseSeq, endSeq, abortSeq, runningSeq, unansweredSeq }: TurnFacts,
  { saysEnds, isLive, isRecent }: { saysEnds: boolean; isLive: boolean; isRecent: boolean },
): TurnState => {
  const answerSeq = lastResponseSeq ?? -1;
  const isAnswered = answerSeq > (lastCallSeq ?? -1) && answerSeq > (abortSeq ?? -1);
  const lastWorkSeq = Math.max(answerSeq, lastCallSeq ?? -1);
  // The answer itself may say that it is the end.
  const isSaid = (endSeq !== null && endSeq >= lastWorkSeq) || (abortSeq ?? -1) >= Math.max(0, lastWorkSeq);
  const isOpen = runningSeq !== null || (unansweredSeq ?? -1) >= Math.max(lastWorkSeq, abortSeq ?? -1, 0);
  if (isLast && isOpen && isRecent) return { isOver: false, isAnswered };
  return { isOver: !isLast || isSaid || !isLive || (isAnswered && !saysEnds), isAnswered };
};
