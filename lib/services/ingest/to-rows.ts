import { toCounted } from '../../domain/tokens.ts';
import type { RecordDraft, ResponseDraft, ResultDraft } from '../../formats/format.ts';
import { computeCostUsd } from '../../pricing/compute-cost.ts';
import { readArguments } from '../../session/call-arguments.ts';
import { computeCallKey, computeErrorKey, computeResultKey } from '../../session/keys.ts';
import type { OrderKey } from '../../session/order.ts';
import { toToolKind } from '../../session/tool-kind.ts';
import { computeToolSummary } from '../../session/tool-summary.ts';
import type { SnapshotRow } from '../../store/trajectory-store.ts';
import type { AppendBatch, RecordRow, ResponseRow, ToolCallRow, ToolResultRow } from '../../store/rows.ts';

/**
 * Rows from lines of one file. Positions, turns and call numbers depend on stored rows; `numberRows` assigns them, and until then they
 * are `unnumbered` or null.
 */
export type Rows = Pick<AppendBatch, 'records' | 'calls' | 'results' | 'outcomeOverrides' | 'earlyPairs' | 'responses' | 'snapshots'>;

/** The rows of one record. */
export type RecordRows = {
  record: RecordRow;
  call: ToolCallRow | null;
  result: ToolResultRow | null;
  outcomeOverride: ToolResultRow | null;
  snapshot: SnapshotRow | null;
};

/** Place of a record: our ids, and its keys. */
export type Placing = {
  sessionId: string;
  sourceId: string;
  id: string;
  order: OrderKey;
  nativeKey: string | null;
  nativeAtMs: number | null;
};

const unnumbered = -1;

export const toRecordRows = (draft: RecordDraft, placing: Placing): RecordRows => ({
  record: toRecordRow(draft, placing),
  call: draft.call ? toCallRow(draft, draft.call, placing) : null,
  result: draft.result ? toResultRow(draft, draft.result, placing) : null,
  outcomeOverride: draft.outcomeOverride ? toResultRow(draft, draft.outcomeOverride, placing) : null,
  snapshot: draft.snapshot ? { sessionId: placing.sessionId, recordId: placing.id, ...draft.snapshot } : null,
});

const toRecordRow = (draft: RecordDraft, { sessionId, sourceId, id, order, nativeKey, nativeAtMs }: Placing): RecordRow => ({
  sessionId,
  id,
  seq: unnumbered,
  turnIdx: null,
  order,
  kind: draft.kind,
  subtype: draft.subtype ?? null,
  text: draft.text,
  attachments: draft.attachments ?? [],
  atMs: draft.atMs,
  model: draft.model ?? null,
  responseId: draft.response ?? null,
  unknown: draft.unknown ?? false,
  nativeKey,
  nativeAtMs,
  lineHash: draft.lineHash,
  sourceId,
  line: draft.line,
  byteOffset: draft.offset,
  rawBytes: draft.bytes,
  aboutTurn: draft.aboutTurn ?? null,
});

const toCallRow = (draft: RecordDraft, call: NonNullable<RecordDraft['call']>, { sessionId, id }: Placing): ToolCallRow => {
  // A call of unknown arguments is like no other.
  const args = readArguments(call.params);
  return {
    sessionId,
    id,
    callIndex: unnumbered,
    turnIdx: null,
    seq: unnumbered,
    nativeCallId: call.nativeCallId,
    name: call.name,
    kind: toToolKind(call.name),
    summary: computeToolSummary(args),
    params: call.params,
    startedAtMs: call.isTimed === false ? null : draft.atMs,
    responseId: draft.response ?? null,
    callKey: computeCallKey(call.name, call.params === '' ? { text: id, json: null } : args),
  };
};

const toResultRow = (draft: RecordDraft, result: ResultDraft, { sessionId, id }: Placing): ToolResultRow => ({
  sessionId,
  recordId: id,
  callId: null,
  nativeCallId: result.nativeCallId,
  outcome: result.outcome,
  outcomeSource: result.outcomeSource,
  exitCode: result.exitCode ?? null,
  endedAtMs: draft.atMs,
  durationMs: result.durationMs ?? null,
  resultKey: computeResultKey(draft.text),
  errorKey: isSurelyOk(result) ? null : computeErrorKey(draft.text),
});

/** No outcome override makes an error of it: the key would never be read. */
const isSurelyOk = ({ outcome, outcomeSource }: ResultDraft): boolean => outcome === 'ok' && outcomeSource === 'flag';

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
  isPartial: a.isPartial === false || b.isPartial === false ? false : (a.isPartial ?? b.isPartial),
  failed: a.failed === true || b.failed === true,
  isFast: a.isFast === true || b.isFast === true,
  webSearches: most(a.webSearches ?? null, b.webSearches ?? null),
  cacheWrite1h: most(a.cacheWrite1h ?? null, b.cacheWrite1h ?? null),
  costUsd: most(a.costUsd ?? null, b.costUsd ?? null),
  atMs: a.atMs !== null && b.atMs !== null ? Math.min(a.atMs, b.atMs) : (a.atMs ?? b.atMs),
});

export const toResponseRow = (draft: ResponseDraft, sessionId: string): ResponseRow => {
  const tokens = draft.failed === true ? draft.tokens : toCounted(draft.tokens);
  const { model, cacheWrite1h = null, isFast = false, webSearches = null } = draft;
  return {
    sessionId,
    id: draft.nativeId,
    turnIdx: null,
    model,
    tokens,
    isPartial: draft.isPartial ?? null,
    isFast,
    cacheWrite1h,
    costUsd: draft.costUsd ?? computeCostUsd(model, { tokens, cacheWrite1h, isFast, webSearches }),
    costReported: draft.costUsd !== null && draft.costUsd !== undefined,
    atMs: draft.atMs,
  };
};
