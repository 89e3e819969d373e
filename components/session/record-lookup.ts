import type { SessionRecord } from '@/lib/domain/record.ts';
import type { Tokens } from '@/lib/domain/tokens.ts';

export type ResponseFacts = { tokens: Tokens | null; costUsd: number | null; isAtLeast: boolean; firstCall: number | null };

/** Loaded records by position and by call. Others are undefined. */
export type RecordLookup = {
  at(seq: number): SessionRecord | undefined;
  call(callIndex: number): SessionRecord | undefined;
  response(responseId: string | null): ResponseFacts | undefined;
};

/** Records of a fetched window, in order. */
export type RecordPage = { from: number; total: number; records: SessionRecord[] };

/** Indexes pages of records once; each look-up takes constant time. */
export const computeRecordLookup = (pages: readonly (RecordPage | undefined)[]): RecordLookup => {
  const bySeq = new Map<number, SessionRecord>();
  const byCall = new Map<number, SessionRecord>();
  const responses = new Map<string, ResponseFacts>();
  for (const page of pages) {
    for (const record of page?.records ?? []) {
      bySeq.set(record.seq, record);
      const call = record.kind === 'tool_call' && record.toolCall ? record.toolCall.callIndex : null;
      if (call !== null) byCall.set(call, record);
      if (record.responseId === null) continue;
      const known = responses.get(record.responseId);
      responses.set(record.responseId, {
        tokens: known?.tokens ?? record.responseTokens,
        costUsd: known?.costUsd ?? record.responseCostUsd,
        isAtLeast: known?.isAtLeast === true || record.responseAtLeast === true,
        firstCall: known?.firstCall ?? call,
      });
    }
  }
  return {
    at: (seq) => bySeq.get(seq),
    call: (callIndex) => byCall.get(callIndex),
    response: (responseId) => (responseId === null ? undefined : responses.get(responseId)),
  };
};

/** All input (cached or not) and output tokens; null if none is known. */
export const sumTokens = (tokens: Tokens | null | undefined): number | null => {
  if (!tokens) return null;
  const known = [tokens.input, tokens.cacheRead, tokens.cacheWrite, tokens.output].filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
};

export const recordsPerPage = 100;
const maxPagesOfARow = 4;

/** Pages of 100 that rows need, nearest first row first; a row of very many records asks for its first four pages. */
export const computeNeededPages = (rows: readonly { seq: number; count: number }[], totalRecords: number): number[] => {
  const last = Math.max(0, Math.ceil(totalRecords / recordsPerPage) - 1);
  const pages = new Set<number>();
  for (const row of rows) {
    const first = Math.floor(row.seq / recordsPerPage);
    const end = Math.min(last, first + maxPagesOfARow - 1, Math.floor((row.seq + row.count - 1) / recordsPerPage));
    for (let page = first; page <= end; page += 1) pages.add(page);
  }
  return [...pages].sort((a, b) => a - b);
};
