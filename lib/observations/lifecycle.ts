import type { ObservationState, ObservationStatus, ResolutionReason, TransitionKind, TriageAction } from '../domain/observation.ts';

/** What an action makes of a state: another state, nothing (it is there already), or a refusal that says what to do. */
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

/** The transition table. Resolving a resolved one for another reason corrects the reason; for the same reason with another note, the note. */
const table: Record<ObservationState, Row> = {
  open: { acknowledge: () => ({ to: 'acknowledged' }), resolve: (reason) => ({ to: reason }), reopen: () => same },
  regressed: { acknowledge: () => ({ to: 'acknowledged' }), resolve: (reason) => ({ to: reason }), reopen: () => same },
  acknowledged: { acknowledge: () => same, resolve: (reason) => ({ to: reason }), reopen: () => ({ to: 'open' }) },
  fixed: resolved,
  false_positive: resolved,
  wont_fix: resolved,
  stale: resolved,
};

/** What comes of an action on an observation in a state. `reason` counts for `resolve` alone, and `isOtherNote`: a note is given, and another one stands. */
export const toStep = (state: ObservationState, action: TriageAction, reason: ResolutionReason, isOtherNote = false): Step => {
  const step = table[state][action](reason);
  return step.to === state && !isOtherNote ? same : step;
};

export const toStatus = (state: ObservationState): ObservationStatus => {
  if (state === 'open' || state === 'regressed') return 'open';
  return state === 'acknowledged' ? 'acknowledged' : 'resolved';
};

/** Null unless resolved. */
export const toReason = (state: ObservationState): ResolutionReason | null =>
  state === 'open' || state === 'regressed' || state === 'acknowledged' ? null : state;

/** How a group or an observation was resolved last, and when. */
export type Closed = { state: ResolutionReason; atMs: number };

/**
 * What a finding makes of a closed observation, or of a new one whose group is closed: after `fixed` it is a regression if it was
 * found after the repair (before it, it is what was repaired); after `false_positive` and `wont_fix` it stays closed; after `stale`
 * it is open again. What has no time counts as found when it is read: after a repair it is a regression, shown rather than hidden.
 */
export const toReturned = ({ state, atMs }: Closed, foundAtMs: number): { to: ObservationState; kind: TransitionKind | null } => {
  if (state === 'fixed') return foundAtMs > atMs ? { to: 'regressed', kind: 'regress' } : { to: state, kind: null };
  if (state === 'stale') return { to: 'open', kind: 'return' };
  return { to: state, kind: null };
};
