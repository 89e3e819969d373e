import type { ObservationState, ObservationStatus, ResolutionReason, TransitionKind, TriageAction } from '../domain/observation.ts';

/** Result of an action: another state, nothing (already there), or a refusal with what to do. */
export type Step = { to: ObservationState } | { to: null; refused: string | null };

const same: Step = { to: null, refused: null };
const refuse = (refused: string): Step => ({ to: null, refused });

const reopenFirst = 'It is resolved. Reopen it first.';

type Row = Record<TriageAction, (reason: ResolutionReason) => Step>;

const resolved: Row = {
  acknowledge: () => refuse(reopenFirst),
  resolve: (reason) => ({ to: reason }),
  reopen: () => ({ to: 'open' }),
};

/** The transition table. Resolving again with another reason or note corrects it. */
const table: Record<ObservationState, Row> = {
  open: { acknowledge: () => ({ to: 'acknowledged' }), resolve: (reason) => ({ to: reason }), reopen: () => same },
  regressed: { acknowledge: () => ({ to: 'acknowledged' }), resolve: (reason) => ({ to: reason }), reopen: () => same },
  acknowledged: { acknowledge: () => same, resolve: (reason) => ({ to: reason }), reopen: () => ({ to: 'open' }) },
  fixed: resolved,
  false_positive: resolved,
  wont_fix: resolved,
  stale: resolved,
};

/** Result of an action on a state. `reason` applies only to `resolve`. `isOtherNote`: a new note was given. */
export const toStep = (state: ObservationState, action: TriageAction, reason: ResolutionReason, isOtherNote = false): Step => {
  const step = table[state][action](reason);
  return step.to === state && !isOtherNote ? same : step;
};

/** States that wait for triage. */
export const openStates: ObservationState[] = ['open', 'regressed'];

export const toStatus = (state: ObservationState): ObservationStatus => {
  if (openStates.includes(state)) return 'open';
  return state === 'acknowledged' ? 'acknowledged' : 'resolved';
};

/** Null unless resolved. */
export const toReason = (state: ObservationState): ResolutionReason | null =>
  state === 'open' || state === 'regressed' || state === 'acknowledged' ? null : state;

/** Resolved by its own observer, which no longer finds it. */
export const isWithdrawal = ({
  state,
  resolvedBy,
  observer,
}: {
  state: ObservationState;
  resolvedBy: string | null;
  observer: string;
}): boolean => state === 'stale' && resolvedBy === observer;

/** Transitions by which people and agents decide, or take over a decision. */
export const decisionKinds: readonly TransitionKind[] = ['acknowledge', 'resolve', 'reopen', 'undo', 'clear', 'carry_from'];

/** Last resolution of a group or an observation. */
export type Closed = { state: ResolutionReason; atMs: number };

/**
 * State after a new detection of a closed observation, or of a new observation in a closed group. After `fixed`, it regressed if detected
 * after the repair; earlier detections are what was repaired. After `false_positive` and `wont_fix` it stays closed; after `stale` it
 * reopens. Detections without a time count as made when read, so that a regression is never hidden.
 */
export const toReturned = ({ state, atMs }: Closed, foundAtMs: number): { to: ObservationState; kind: TransitionKind | null } => {
  if (state === 'fixed') return foundAtMs > atMs ? { to: 'regressed', kind: 'regress' } : { to: state, kind: null };
  if (state === 'stale') return { to: 'open', kind: 'return' };
  return { to: state, kind: null };
};
