import type { SeenSpan, WasteColumns } from './rows.ts';

const parts = ['wasteTokens', 'wasteMs', 'wasteUsd'] as const;

/** The sum over rows that have a waste: what is unknown of one of them is unknown of the sum. Null throughout where none has one. */
export const sumWaste = (rows: readonly WasteColumns[]): WasteColumns => {
  const sum: WasteColumns = { wasteCalls: null, wasteTokens: null, wasteMs: null, wasteUsd: null };
  for (const row of rows) {
    if (row.wasteCalls === null) continue;
    const isFirst = sum.wasteCalls === null;
    sum.wasteCalls = (sum.wasteCalls ?? 0) + row.wasteCalls;
    for (const part of parts) sum[part] = isFirst ? row[part] : sum[part] === null || row[part] === null ? null : sum[part] + row[part];
  }
  return sum;
};

/** First and last over rows: known times only where any is known, else when each was read. Null for no rows. */
export const spanOf = (rows: readonly SeenSpan[]): SeenSpan | null => {
  let span: SeenSpan | null = null;
  for (const { firstSeenMs, lastSeenMs, timed } of rows) {
    if (span === null || timed > span.timed) span = { firstSeenMs, lastSeenMs, timed };
    else if (timed === span.timed) {
      span.firstSeenMs = Math.min(span.firstSeenMs, firstSeenMs);
      span.lastSeenMs = Math.max(span.lastSeenMs, lastSeenMs);
    }
  }
  return span;
};
