import type { ObservationRow, OccurrenceRow, WasteColumns } from './rows.ts';
import { spanOf, sumWaste } from './sums.ts';

/** What is found or reported of an observation at one call; call 0: it was reported. */
export type Seen = WasteColumns & { callId: string; callIndex: number; atMs: number; timed: number; evidenceCall: number };

type Rows = readonly OccurrenceRow[];

const standing = (rows: Rows): OccurrenceRow[] => rows.filter(({ superseded }) => superseded === 0);

/** The furthest call at which any of it was ever found, whether that stands or not; 0: at none. */
export const findFurthestCall = (rows: Rows): number => Math.max(0, ...rows.map(({ lastCallIndex }) => lastCallIndex));

/** The one that began last, of those that stand and that observers of calls found. */
export const findNewest = (rows: Rows): OccurrenceRow | null =>
  standing(rows)
    .filter(({ callIndex }) => callIndex > 0)
    .reduce<OccurrenceRow | null>((newest, one) => (newest === null || one.callIndex > newest.callIndex ? one : newest), null);

/** The one that began first, of those that stand and lasted to a time. Reported ones come before found ones. */
export const findFirstSince = (rows: Rows, atMs: number): OccurrenceRow | null =>
  standing(rows)
    .filter(({ lastAtMs }) => lastAtMs >= atMs)
    .reduce<OccurrenceRow | null>(
      (first, one) =>
        first === null || one.callIndex < first.callIndex || (one.callIndex === first.callIndex && one.atMs < first.atMs) ? one : first,
      null,
    );

/**
 * Since when findings count toward the severity: an opening without a recorded time moves back to the first known one. `stands`:
 * something found since stands already.
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

/** Begins an occurrence, or lets it stand again from its beginning. */
export const beginOccurrence = ({ sessionId, id, fingerprint }: ObservationRow, rows: Rows, seen: Seen): OccurrenceRow[] => {
  const reached = rows.find(({ callId }) => callId === seen.callId)?.lastCallIndex ?? 0;
  return put(rows, {
    ...seen,
    sessionId,
    observationId: id,
    fingerprint,
    lastCallIndex: Math.max(seen.callIndex, reached),
    lastAtMs: seen.atMs,
    superseded: 0,
  });
};

/** Goes on with an occurrence. Its first known time becomes its beginning, too. */
export const extendOccurrence = (rows: Rows, last: OccurrenceRow, { callIndex, atMs, timed, callId: _, ...seen }: Seen): OccurrenceRow[] =>
  put(rows, {
    ...last,
    ...seen,
    lastCallIndex: Math.max(last.lastCallIndex, callIndex),
    atMs: timed > last.timed ? atMs : last.atMs,
    lastAtMs: timed < last.timed ? last.lastAtMs : atMs,
    timed: Math.max(last.timed, timed),
  });

/** Marks what began after a call. */
export const supersedeAfter = (rows: Rows, callIndex: number): OccurrenceRow[] =>
  rows.map((row) => (row.callIndex > callIndex && row.superseded === 0 ? { ...row, superseded: 1 } : row));

/** An observation with the sums of what stands. Where nothing does, the times when it was seen stay. */
export const toSummed = (row: ObservationRow, rows: Rows): ObservationRow => {
  const stands = standing(rows);
  const span = spanOf(stands.map(({ atMs, lastAtMs, timed }) => ({ firstSeenMs: atMs, lastSeenMs: lastAtMs, timed })));
  return { ...row, ...span, ...sumWaste(stands), seen: stands.length };
};
