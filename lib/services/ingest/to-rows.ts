import type { CallDraft, ResponseDraft, ResultDraft } from '../../formats/format.ts';
import { computeCostUsd } from '../../pricing/compute-cost.ts';
import { deriveNext, isAppend, type Derived } from '../../session/derive.ts';
import type { RecordRow, ResponseRow, ToolCallRow, ToolResultRow } from '../../store/store.ts';
import type { OpenSession } from './open-session.ts';
import type { PlacedDraft } from './place-drafts.ts';

export type Rows = { records: RecordRow[]; calls: ToolCallRow[]; results: ToolResultRow[]; endings: ToolResultRow[] };

/** Numbers a new record and adds its rows; a record that belongs before stored ones marks its session out of order. */
export const addRows = (rows: Rows, session: OpenSession, placed: PlacedDraft, sourceId: string): void => {
  const { draft, id, order } = placed;
  if (!isAppend(session.head, order)) session.outOfOrder = true;
  const nativeCallId = draft.call?.nativeCallId ?? draft.result?.nativeCallId ?? null;
  const endsItself = draft.call !== undefined && draft.result !== undefined;
  const derived = deriveNext(session.head, { id, order, kind: draft.kind, atMs: draft.atMs, nativeCallId, endsItself });
  rows.records.push({
    sessionId: session.id,
    id,
    seq: derived.seq,
    turnIdx: derived.turnIdx,
    order,
    kind: draft.kind,
    subtype: draft.subtype ?? null,
    text: draft.text,
    attachments: draft.attachments ?? [],
    atMs: draft.atMs,
    model: draft.model ?? null,
    responseId: draft.response ?? null,
    unknown: draft.unknown ?? false,
    nativeKey: placed.nativeKey,
    nativeAtMs: placed.nativeAtMs,
    lineHash: draft.lineHash,
    sourceId,
    line: draft.line,
    byteOffset: draft.offset,
    rawBytes: draft.bytes,
  });
  const { call, result } = placed;
  if (draft.call && call) rows.calls.push(toCallRow(session, placed, derived, draft.call, call));
  if (draft.result && result) rows.results.push(toResultRow(session, placed, derived.answers, draft.result, result));
  if (draft.ending && result) rows.endings.push(toResultRow(session, placed, null, draft.ending, result));
};

const toCallRow = (
  session: OpenSession,
  { draft, id }: PlacedDraft,
  derived: Derived,
  call: CallDraft,
  facts: NonNullable<PlacedDraft['call']>,
): ToolCallRow => ({
  sessionId: session.id,
  id,
  callIndex: derived.callIndex ?? 0,
  turnIdx: derived.turnIdx,
  seq: derived.seq,
  nativeCallId: call.nativeCallId,
  name: call.name,
  kind: facts.kind,
  summary: facts.summary,
  params: call.params,
  startedAtMs: call.isTimed === false ? null : draft.atMs,
  responseId: draft.response ?? null,
  callKey: facts.callKey,
});

const toResultRow = (
  session: OpenSession,
  { draft, id }: PlacedDraft,
  callId: string | null,
  result: ResultDraft,
  facts: NonNullable<PlacedDraft['result']>,
): ToolResultRow => ({
  sessionId: session.id,
  recordId: id,
  callId,
  nativeCallId: result.nativeCallId,
  outcome: result.outcome,
  outcomeSource: result.outcomeSource,
  exitCode: result.exitCode ?? null,
  endedAtMs: draft.atMs,
  durationMs: result.durationMs ?? null,
  resultKey: facts.resultKey,
  errorKey: facts.errorKey,
});

const most = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.max(a, b));

/** Two statements about one response: the larger of each count, since agents write usage while it grows. */
export const mergeResponses = (a: ResponseDraft, b: ResponseDraft): ResponseDraft => ({
  ...a,
  model: a.model ?? b.model,
  tokens: {
    input: most(a.tokens.input, b.tokens.input),
    cacheRead: most(a.tokens.cacheRead, b.tokens.cacheRead),
    cacheWrite: most(a.tokens.cacheWrite, b.tokens.cacheWrite),
    output: most(a.tokens.output, b.tokens.output),
    reasoning: most(a.tokens.reasoning, b.tokens.reasoning),
  },
  cacheWrite1h: most(a.cacheWrite1h ?? null, b.cacheWrite1h ?? null),
  costUsd: most(a.costUsd ?? null, b.costUsd ?? null),
  atMs: a.atMs !== null && b.atMs !== null ? Math.min(a.atMs, b.atMs) : (a.atMs ?? b.atMs),
});

/** The turn of a response's first new record; null where there is none. */
export type TurnOfResponse = (sessionId: string, responseId: string) => number | null;

/** A response's turn is its first record's; without a new record here it is unknown, which overwrites nothing. */
export const toResponseRow = (session: OpenSession, draft: ResponseDraft, turnOf: TurnOfResponse): ResponseRow => ({
  sessionId: session.id,
  id: draft.nativeId,
  turnIdx: turnOf(session.id, draft.nativeId),
  model: draft.model,
  tokens: draft.tokens,
  cacheWrite1h: draft.cacheWrite1h ?? null,
  costUsd: draft.costUsd ?? computeCostUsd(draft.model, draft.tokens, draft.cacheWrite1h ?? null),
  costReported: draft.costUsd !== null && draft.costUsd !== undefined,
  atMs: draft.atMs,
});
