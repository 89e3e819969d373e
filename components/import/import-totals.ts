import type { ImportedSession } from '@/lib/domain/import.ts';
import type { ImportRow } from './import-row.ts';

export type ImportTotals = { sessions: number; subagents: number; records: number; calls: number; errors: number; skipped: number };

type Counts = { records: number; toolCalls: number; toolErrors: number };

const add = (to: Counts, counts: Counts, sign: 1 | -1 = 1): void => {
  to.records += sign * counts.records;
  to.toolCalls += sign * counts.toolCalls;
  to.toolErrors += sign * counts.toolErrors;
};

/**
 * Sums over the results that are there. A session is counted once, though many files may make one up, and as the one of
 * them found it that knew most; subagents are counted apart. Sessions that a result counts but does not list any more are taken for different ones.
 */
export const computeTotals = (rows: readonly ImportRow[]): ImportTotals => {
  const sessions = new Map<string, ImportedSession>();
  const totals = { records: 0, toolCalls: 0, toolErrors: 0 };
  let unlisted = 0;
  let skipped = 0;
  for (const { result } of rows) {
    if (!result) continue;
    add(totals, result);
    unlisted += result.sessionCount - result.sessions.length;
    skipped += result.skippedLines;
    for (const session of result.sessions) {
      add(totals, session, -1);
      if (session.records >= (sessions.get(session.id)?.records ?? 0)) sessions.set(session.id, session);
    }
  }
  for (const session of sessions.values()) add(totals, session);
  const { records, toolCalls: calls, toolErrors: errors } = totals;
  const subagents = [...sessions.values()].filter(({ relation }) => relation === 'subagent').length;
  return { sessions: sessions.size - subagents + unlisted, subagents, records, calls, errors, skipped };
};
