import type { ObservationRow, OccurrenceRow, WasteColumns } from './rows.ts';
import { spanOf, sumWaste } from './sums.ts';

/** A detection or report at one call; call 0: reported. */
export type Seen = WasteColumns & { callId: string; callIndex: number; atMs: number; timed: number; evidenceCall: number };

type Rows = readonly OccurrenceRow[];

const standing = (rows: Rows): OccurrenceRow[] => rows.filter(({ superseded }) => superseded === 0);

/** The last call with any detection, active or not; 0 if there is none. */
export const findFurthestCall = (rows: Rows): number => Math.max(0, ...rows.map(({ lastCallIndex }) => lastCallIndex));

/** The last active occurrence by an observer. */
export const findNewest = (rows: Rows): OccurrenceRow | null =>
  standing(rows)
    .filter(({ callIndex }) => callIndex > 0)
    .reduce<OccurrenceRow | null>((newest, one) => (newest === null || one.callIndex > newest.callIndex ? one : newest), null);

/** The first active occurrence that lasted until a time or longer. Reported ones come before detected ones. */
export const findFirstSince = (rows: Rows, atMs: number): OccurrenceRow | null =>
  standing(rows)
    .filter(({ lastAtMs }) => lastAtMs >= atMs)
    .reduce<OccurrenceRow | null>(
      (first, one) =>
        first === null || one.callIndex < first.callIndex || (one.callIndex === first.callIndex && one.atMs < first.atMs) ? one : first,
      null,
    );

/**
 * Start of the period that determines severity: an opening without a recorded time moves back to the first known one. `stands`: there is
 * an active detection since.
 */
export const findSeveritySpan = (
  row: ObservationRow,
  rows: Rows,
  { atMs, isTimed }: { atMs: number; isTimed: boolean },
): { openedAtMs: number; stands: boolean } => {
  const first = findFirstSince(rows, row.openedAtMs);
  const isMoved = isTimed && (first ?? row).timed === 0;
  return { openedAtMs: isMoved ? Math.min(row.openedAtMs, atMs) : row.openedAtMs, stands: first !== null };
};

const put = (rows: Rows, row: OccurrenceRow): OccurrenceRow[] => [...rows.filter(({ callId }) => callId !== row.callId), row];

/** An occurrence that starts at a call. */
export const toOccurrence = ({ sessionId, id, fingerprint }: ObservationRow, seen: Seen): OccurrenceRow => ({
  ...seen,
  sessionId,
  observationId: id,
  fingerprint,
  lastCallIndex: seen.callIndex,
  lastAtMs: seen.atMs,
  superseded: 0,
});

/** Starts an occurrence, or reactivates it from its start. */
export const beginOccurrence = (row: ObservationRow, rows: Rows, seen: Seen): OccurrenceRow[] => {
  const reached = rows.find(({ callId }) => callId === seen.callId)?.lastCallIndex ?? 0;
  return put(rows, { ...toOccurrence(row, seen), lastCallIndex: Math.max(seen.callIndex, reached) });
};

/** Continues an occurrence. Its first known time becomes its start. */
export const extendOccurrence = (rows: Rows, last: OccurrenceRow, { callIndex, atMs, timed, callId: _, ...seen }: Seen): OccurrenceRow[] =>
  put(rows, {
    ...last,
    ...seen,
    lastCallIndex: Math.max(last.lastCallIndex, callIndex),
    atMs: timed > last.timed ? atMs : last.atMs,
    lastAtMs: timed < last.timed ? last.lastAtMs : atMs,
    timed: Math.max(last.timed, timed),
  });

/** Marks occurrences that started after a call. */
export const supersedeAfter = (rows: Rows, callIndex: number): OccurrenceRow[] =>
  rows.map((row) => (row.callIndex > callIndex && row.superseded === 0 ? { ...row, superseded: 1 } : row));

/** An observation with sums over active occurrences. Without any, it keeps its seen times. */
export const toSummed = (row: ObservationRow, rows: Rows): ObservationRow => {
  const stands = standing(rows);
  const span = spanOf(stands.map(({ atMs, lastAtMs, timed }) => ({ firstSeenMs: atMs, lastSeenMs: lastAtMs, timed })));
  return { ...row, ...span, ...sumWaste(stands), seen: stands.length };
};

/** An observation with one more active occurrence, of unknown waste: the same as `toSummed` over all of them. */
export const addSeen = (row: ObservationRow, { atMs, lastAtMs, timed }: OccurrenceRow): ObservationRow => {
  const seen = { firstSeenMs: atMs, lastSeenMs: lastAtMs, timed };
  return { ...row, ...spanOf(row.seen === 0 ? [seen] : [row, seen]), seen: row.seen + 1 };
};
