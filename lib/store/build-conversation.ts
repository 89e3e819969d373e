import { makeBatch, makeRecordRow, makeResponseRow, makeSessionRow, makeSource, makeToolCallRow, makeToolResultRow } from './make-batch.ts';
import type { AppendBatch, SessionRow } from './rows.ts';

const tokensOf = (input: number, output: number) => ({ input, cacheRead: null, cacheWrite: null, output, reasoning: null });

/** A session of two turns: a failed call, one that went well, a record nobody knows, and a call without a result. */
export const buildConversation = (sessionId: string, over: Partial<SessionRow> = {}): AppendBatch => {
  const record = (seq: number, turnIdx: number, more: Partial<Parameters<typeof makeRecordRow>[0]>) =>
    makeRecordRow({ sessionId, seq, turnIdx, id: `${sessionId}-${seq}`, ...more });
  const [one, two] = [`${sessionId}-one`, `${sessionId}-two`];
  return makeBatch({
    source: makeSource({ id: `source-${sessionId}`, sessionIds: [sessionId], skippedLines: 2 }),
    sessions: [makeSessionRow({ id: sessionId, ...over })],
    records: [
      record(0, 0, { kind: 'prompt', text: '\nFirst question\nand more' }),
      record(1, 0, { kind: 'tool_call', responseId: one }),
      record(2, 0, { kind: 'tool_result', text: 'no such\nfile\n' }),
      record(3, 0, { kind: 'tool_call', responseId: one }),
      record(4, 0, { kind: 'tool_result' }),
      record(5, 0, { kind: 'meta', unknown: true, atMs: null }),
      record(6, 1, { kind: 'prompt', text: 'Second' }),
      record(7, 1, { kind: 'tool_call', responseId: two }),
      record(8, 1, { kind: 'response', responseId: two }),
    ],
    calls: [1, 3, 7].map((seq, at) =>
      makeToolCallRow({ sessionId, seq, id: `${sessionId}-${seq}`, callIndex: at + 1, turnIdx: seq === 7 ? 1 : 0, callKey: `key-${seq}` }),
    ),
    results: [
      makeToolResultRow({ sessionId, recordId: `${sessionId}-2`, callId: `${sessionId}-1`, outcome: 'error', durationMs: 1_000 }),
      makeToolResultRow({ sessionId, recordId: `${sessionId}-4`, callId: `${sessionId}-3` }),
    ],
    responses: [
      makeResponseRow({ sessionId, id: one, turnIdx: 0, tokens: tokensOf(10, 7), costUsd: 0.5 }),
      makeResponseRow({ sessionId, id: two, turnIdx: 1, tokens: tokensOf(20, 4), costUsd: 0.25 }),
    ],
  });
};

/** A session and its fork, which holds copies of all four records and one of its own. */
export const forkBatches = (): AppendBatch[] => [makePart('fork', 2_000, true), makePart('origin', 1_000, false)];

const makePart = (sessionId: string, startedAtMs: number, isFork: boolean): AppendBatch => {
  const kinds = ['prompt', 'tool_call', 'tool_result', 'response', ...(isFork ? ['response' as const] : [])] as const;
  return makeBatch({
    sessions: [makeSessionRow({ id: sessionId, startedAtMs })],
    records: kinds.map((kind, seq) =>
      makeRecordRow({
        sessionId,
        seq,
        kind,
        id: `${sessionId}-${seq}`,
        turnIdx: 0,
        nativeKey: `claude-code:uuid-${seq}:0`,
        responseId: seq === 1 ? 'message' : null,
      }),
    ),
    calls: [makeToolCallRow({ sessionId, seq: 1, id: `${sessionId}-1`, callIndex: 1, turnIdx: 0 })],
    results: [makeToolResultRow({ sessionId, recordId: `${sessionId}-2`, callId: `${sessionId}-1` })],
    responses: [makeResponseRow({ sessionId, id: 'message', tokens: tokensOf(1, 5), costUsd: 1 })],
  });
};
