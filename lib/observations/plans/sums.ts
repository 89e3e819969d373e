import type { SeenSpan, WasteColumns } from './rows.ts';

const parts = ['wasteTokens', 'wasteMs', 'wasteUsd'] as const;

/** Sum over rows with a waste; an unknown part makes the sum unknown. All null if no row has one. */
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

/** First and last seen over rows: known times if there are any, else read times. Null for no rows. */
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
