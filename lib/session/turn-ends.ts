import type { TurnEnded } from '../domain/turn-ended.ts';

/** A call as far as the end of its turn depends on it. `resultSeq` null: it has no result. */
export type PlacedCall = { callIndex: number; seq: number; resultSeq: number | null };

/** A prompt, a response, or a record with one of the subtypes below. */
export type TurnEntry = { seq: number; kind: string; subtype: string | null };

/** Subtypes of records by which agents say that they are done with the turn; `result`: the line that ends a printed run that went well. */
export const turnEndSubtypes: readonly string[] = [
  'end_turn',
  'task_complete',
  'turn_complete',
  'turn_duration',
  'stop_hook_summary',
  'result',
];

/**
 * How a turn ended, by the subtypes of records that cut it short: what was said before them is no answer. `result_…`: the line that ends
 * a printed run, by what it reports.
 */
const cutShortBy: Readonly<Record<string, Exclude<TurnEnded, 'answered' | 'open' | 'taken_back' | 'unknown'>>> = {
  turn_aborted: 'interrupted',
  interrupted: 'interrupted',
  'cancel:completed': 'interrupted',
  service_error: 'service_error',
  usage_limit: 'usage_limit',
  refused: 'refused',
  result_error: 'interrupted',
  result_service_error: 'service_error',
  result_usage_limit: 'usage_limit',
  result_refused: 'refused',
};

/** Subtypes of records by which they say that the turn was cut short. */
export const turnAbortSubtypes: readonly string[] = Object.keys(cutShortBy);

/** Those of the line that ends a printed run which failed. */
export const failedRunSubtypes: readonly string[] = turnAbortSubtypes.filter((subtype) => subtype.startsWith('result_'));

/** Whether a record of this subtype says why its turn got no answer. */
export const isTurnFailure = (subtype: string | null): boolean => {
  const ended = subtype === null ? undefined : cutShortBy[subtype];
  return ended !== undefined && ended !== 'interrupted';
};

/** Positions that tell how a turn ended; null: there is no such record. */
export type TurnMarks = {
  isLast: boolean;
  isTakenBack: boolean;
  /** Positions of the last answer, and of the last answer, call or result. */
  answerSeq: number | null;
  workSeq: number | null;
  /** Position of the last record by which the agent says that it is done, which may be its answer. */
  endSeq: number | null;
  /** The last record that cuts the turn short. */
  cut: { seq: number; subtype: string } | null;
  /** Whether the last line of a printed run reports success; null: there is none. */
  isPrintedWell: boolean | null;
};

/** How a turn ended. `saysEnds`: its agent always says that it is done, so what it said last may not be its answer yet. */
export const computeTurnEnded = (marks: TurnMarks, { saysEnds }: { saysEnds: boolean }): TurnEnded => {
  const { isLast, isTakenBack, answerSeq, workSeq, endSeq, cut, isPrintedWell } = marks;
  if (isTakenBack) return 'taken_back';
  const isClosed = endSeq !== null && endSeq >= (workSeq ?? -1);
  const ended = cut && cutShortBy[cut.subtype];
  // Results of calls that were broken off may stand behind what broke them off; behind a failed request there is nothing, unless it was repeated.
  if (cut && ended === 'interrupted') {
    const isOver = answerSeq !== null && endSeq !== null && endSeq >= answerSeq && endSeq < cut.seq;
    if (cut.seq > (answerSeq ?? -1) && !isOver) return ended;
  } else if (cut && ended && cut.seq >= (workSeq ?? -1)) return ended;
  if (isPrintedWell === true && isClosed) return 'answered';
  if (answerSeq !== null && answerSeq === workSeq && (!isLast || isClosed || !saysEnds)) return 'answered';
  return isLast && !isClosed ? 'open' : 'unknown';
};

/**
 * Facts about turns in a record, as plain JSON. `takesBack`: number of turns that the person took back, of those that still stood before
 * the record. The other fields describe the record's own turn, as the last line of a printed run reports it; null or absent: not reported.
 */
export type AboutTurn = {
  takesBack?: number;
  durationMs?: number | null;
  /** Answers of the model. */
  iterations?: number | null;
  costUsd?: number | null;
};

/** A record behind which turns were taken back: how many of those that still stood before it. */
export type GoingBack = { turnIdx: number; takesBack: number };

/** Turns that were taken back, by all records of a session that say so, in order. A turn without a prompt stays. */
export const findTakenBack = (all: readonly GoingBack[]): Set<number> => {
  const gone = new Set<number>();
  for (const { turnIdx, takesBack } of all)
    for (let [at, left] = [turnIdx, takesBack]; at >= 0 && left > 0; at -= 1)
      if (!gone.has(at)) {
        gone.add(at);
        left -= 1;
      }
  return gone;
};

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
