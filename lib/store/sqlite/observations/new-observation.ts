import { startTriage, type Closing, type TriageState } from '../../../observations/triage-state.ts';
import { toWasteColumns, type StoredObservation, type WasteColumns } from './observation-rows.ts';

/** What a new observation takes from its group and from the time at which it was found. */
type Begun = TriageState &
  WasteColumns &
  Pick<StoredObservation, 'createdAtMs' | 'openedAtMs' | 'firstSeenMs' | 'lastSeenMs' | 'timed' | 'seen' | 'searchText' | 'idHash'>;

/** A new observation before it is seen. */
export const beginObservation = (closing: Closing | null, foundAtMs: number, isTimed: boolean, nowMs: number): Begun => ({
  ...startTriage(closing, foundAtMs, nowMs),
  createdAtMs: foundAtMs,
  openedAtMs: foundAtMs,
  firstSeenMs: foundAtMs,
  lastSeenMs: foundAtMs,
  timed: Number(isTimed),
  seen: 0,
  ...toWasteColumns(null),
  searchText: '',
  idHash: 0,
});
