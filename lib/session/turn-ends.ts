/** A call as far as the end of its turn depends on it. `resultSeq` null: it has no result. */
export type PlacedCall = { callIndex: number; seq: number; resultSeq: number | null };

/** A prompt, a response, or a record with one of the subtypes below. */
export type TurnEntry = { seq: number; kind: string; subtype: string | null };

/** Subtypes of records by which agents say that they are done with the turn. */
export const turnEndSubtypes: readonly string[] = ['end_turn', 'task_complete', 'turn_complete', 'turn_duration', 'stop_hook_summary'];

/** Subtypes of records by which they say that the turn was cut short: what was said before them is no answer. */
export const turnAbortSubtypes: readonly string[] = ['turn_aborted', 'interrupted'];

/** Agents that always say so: without it, the last turn of their session may still go on. */
export const agentsWithTurnEnds: readonly string[] = ['claude-code', 'codex'];

/**
 * Calls behind which a turn ended with an answer, each with the position of the answer. Both lists are ascending; `untilSeq`: where the
 * next call after the last one stands. An answer is the last response after the call's result, once the agent says that it is done
 * or the next prompt stands. Records appended later add ends but never change one. A turn without calls has no end here.
 */
export const findTurnEnds = (
  calls: readonly PlacedCall[],
  entries: readonly TurnEntry[],
  untilSeq = Infinity,
): { callIndex: number; answerSeq: number }[] => {
  let at = 0;
  return calls.flatMap(({ callIndex, seq, resultSeq }, index) => {
    const nextSeq = calls[index + 1]?.seq ?? untilSeq;
    let answerSeq: number | null = null;
    let ended: number | null = null;
    let isOver = false;
    for (let entry = entries[at]; entry && entry.seq < nextSeq; entry = entries[(at += 1)]) {
      if (isOver || entry.seq < seq) continue;
      if (entry.kind === 'response' && entry.seq > (resultSeq ?? seq)) answerSeq = entry.seq;
      if (turnAbortSubtypes.includes(entry.subtype ?? '')) answerSeq = null;
      const isPrompt = entry.kind === 'prompt';
      if (!isPrompt && !turnEndSubtypes.includes(entry.subtype ?? '')) continue;
      ended = answerSeq;
      isOver = isPrompt || answerSeq !== null;
    }
    return ended === null ? [] : [{ callIndex, answerSeq: ended }];
  });
};
