import type { ImportRow } from './import-row.ts';

export type ImportTotals = { sessions: number; records: number; calls: number; errors: number; skipped: number };

/** Sums over the results that are there. Sessions are counted once, though many files may make one up. */
export const computeTotals = (rows: readonly ImportRow[]): ImportTotals => {
  const sessions = new Set<string>();
  const totals = { records: 0, calls: 0, errors: 0, skipped: 0 };
  for (const { result } of rows) {
    if (!result) continue;
    for (const { id } of result.sessions) sessions.add(id);
    totals.records += result.records;
    totals.calls += result.toolCalls;
    totals.errors += result.toolErrors;
    totals.skipped += result.skippedLines;
  }
  return { sessions: sessions.size, ...totals };
};
