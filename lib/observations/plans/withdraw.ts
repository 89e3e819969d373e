import type { TransitionKind } from '../../domain/observation.ts';
import { hashId } from '../../session/ids.ts';
import { toReason } from '../lifecycle.ts';
import { toMoved, toUndone } from '../triage-state.ts';
import { isTouched } from './carry-over.ts';
import type { Draft, ObservationDrafts } from './observation-drafts.ts';
import { findFirstSince } from './occurrences.ts';
import { findLastMove, parseBefore, type Change } from './steps.ts';

const returns: ReadonlySet<TransitionKind> = new Set(['regress', 'return']);

/**
 * After all calls were reduced: observations no longer detected are resolved as stale, and archived if nobody acted on them, so that
 * trying parameters leaves no traces. One that returned because of a withdrawn detection gets its resolution back.
 */
export const withdrawUnfound = (drafts: ObservationDrafts, sessionId: string, nowMs: number): void => {
  for (const draft of drafts.list()) {
    const { row, occurrences } = draft;
    if (toReason(row.state) !== null) continue;
    const change: Change = {
      kind: 'withdraw',
      changeId: hashId('withdraw', sessionId, nowMs),
      by: row.observer,
      atMs: nowMs,
      note: null,
      callIndex: null,
    };
    if (occurrences.every(({ superseded }) => superseded === 1)) {
      const stale = toMoved(row, 'stale', change);
      drafts.move(draft, isTouched(draft) ? stale : { ...stale, cleared: 1 }, change);
      continue;
    }
    const before = findReturnedFrom(draft);
    if (before) drafts.move(draft, toUndone(row, before, nowMs), change);
  }
};

/** Resolution before an observer returned it, if no active detection is newer; else null. */
const findReturnedFrom = ({ steps, occurrences }: Draft) => {
  const last = findLastMove(steps);
  if (!last || last.callIndex === null || !returns.has(last.kind)) return null;
  return findFirstSince(occurrences, last.atMs) ? null : parseBefore(last);
};
