import type { Trigger } from '../domain/observer-config.ts';
import type { ObserverState } from './observer.ts';

/** Input of a trigger: the state before the assessments of this call, and the call. */
export type TriggerInput = {
  state: ObserverState;
  /** Failed calls in a row up to this one. */
  consecutiveErrors: number;
  /** When the call ended, by its record; null: seconds cannot be counted, and do not fire. */
  atMs: number | null;
  /** Whether this is the end of a turn: then no call was made, and all other conditions are as they were. */
  isTurnEnd: boolean;
};

/** Whether a trigger fires. Seconds fire at once where nothing was assessed before. */
export const isTriggered = (given: Trigger, { state, consecutiveErrors, atMs, isTurnEnd }: TriggerInput): boolean => {
  if (isTurnEnd) return given.on_turn_end;
  if (given.on_every_call) return true;
  if (given.every_n_calls && state.toolCallsSinceAssessment >= given.every_n_calls) return true;
  if (given.after_consecutive_errors && consecutiveErrors >= given.after_consecutive_errors) return true;
  if (!given.every_n_seconds || atMs === null) return false;
  return state.lastAssessmentTimeMs === null || atMs - state.lastAssessmentTimeMs >= given.every_n_seconds * 1_000;
};

const never: Trigger = {
  every_n_calls: null,
  after_consecutive_errors: null,
  every_n_seconds: null,
  on_every_call: false,
  on_turn_end: false,
};

/** A trigger of the conditions that are named. */
export const whenever = (conditions: Partial<Trigger>): Trigger => ({ ...never, ...conditions });

export const onEveryCall: Trigger = whenever({ on_every_call: true });
