import { observationState } from '../../domain/observation.ts';
import { toReason, toReturned } from '../../observations/lifecycle.ts';
import type { Resolved } from './observation-groups.ts';
import { toWasteColumns, type StoredObservation } from './observation-rows.ts';

/** What a new observation takes from its group and from the time at which it was found. */
type Begun = Pick<
  StoredObservation,
  | 'state'
  | 'createdAtMs'
  | 'openedAtMs'
  | 'acknowledgedAtMs'
  | 'resolvedAtMs'
  | 'resolvedBy'
  | 'resolutionNote'
  | 'firstSeenMs'
  | 'lastSeenMs'
  | 'seen'
  | 'wasteCalls'
  | 'wasteTokens'
  | 'wasteMs'
  | 'wasteUsd'
  | 'changedAtMs'
  | 'cleared'
  | 'label'
  | 'labelAtMs'
  | 'version'
  | 'searchText'
  | 'revision'
>;

/** A new observation as its group lets it begin: as what returns to the group where all of it was closed, else open. */
export const beginObservation = (closing: Resolved | null, foundAtMs: number, nowMs: number): Begun => {
  const reason = closing && toReason(observationState.parse(closing.state));
  const state = reason === null ? 'open' : toReturned({ state: reason, atMs: closing?.resolvedAtMs ?? 0 }, foundAtMs).to;
  const resolved = toReason(state) === null ? null : closing;
  return {
    state,
    createdAtMs: foundAtMs,
    openedAtMs: foundAtMs,
    acknowledgedAtMs: null,
    resolvedAtMs: resolved?.resolvedAtMs ?? null,
    resolvedBy: resolved?.resolvedBy ?? null,
    resolutionNote: resolved?.resolutionNote ?? null,
    firstSeenMs: foundAtMs,
    lastSeenMs: foundAtMs,
    seen: 0,
    ...toWasteColumns(null),
    changedAtMs: nowMs,
    cleared: 0,
    label: null,
    labelAtMs: null,
    version: 1,
    searchText: '',
    revision: 0,
  };
};
