import { observationState } from '../../domain/observation.ts';
import { toReason, toReturned } from '../../observations/lifecycle.ts';
import { toWasteColumns, type StoredGroup, type StoredObservation } from './observation-rows.ts';

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
  | 'version'
  | 'searchText'
  | 'revision'
>;

/** A new observation as its group lets it begin: open, unless all of the group is closed; then as what returns to it. */
export const beginObservation = (group: StoredGroup | null, foundAtMs: number, nowMs: number): Begun => {
  const reason = group && group.open + group.acknowledged === 0 ? toReason(observationState.parse(group.state)) : null;
  const state = reason === null ? 'open' : toReturned({ state: reason, atMs: group?.resolvedAtMs ?? 0 }, foundAtMs).to;
  const resolved = toReason(state) === null ? null : group;
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
    version: 1,
    searchText: '',
    revision: 0,
  };
};
