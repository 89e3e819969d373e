import type { RecordDraft, ResponseDraft, ResultDraft } from '../../formats/format.ts';
import { computeCostUsd } from '../../pricing/compute-cost.ts';
import { deriveNext, isAppend, type Derived } from '../../session/derive.ts';
import { lineKeyOf, recordIdOf } from '../../session/ids.ts';
import { computeCallKey, computeErrorKey, computeResultKey } from '../../session/keys.ts';
import type { OrderKey } from '../../session/order.ts';
import { toToolKind } from '../../session/tool-kind.ts';
import { computeToolSummary } from '../../session/tool-summary.ts';
import type { RecordRow, ResponseRow, ToolCallRow, ToolResultRow } from '../../store/store.ts';
import type { OpenSession } from './open-session.ts';

/** A draft with its id and place; the session's cursor has moved past it. */
export type PlacedDraft = { session: OpenSession; draft: RecordDraft; id: string; order: OrderKey };

/** Gives a draft its id and place. Drafts of one session must come in the order of its file. */
export const placeDraft = (session: OpenSession, draft: RecordDraft): PlacedDraft => {
  if (draft.line !== session.lastLine) {
    session.lineKey = draft.nativeKey ?? lineKeyOf(session.lineKey, draft.lineHash);
    session.lastLine = draft.line;
  }
  session.runningMs = Math.max(session.runningMs, draft.atMs ?? 0);
  const key = draft.nativeKey ?? session.lineKey;
  const id = draft.ownsKey === true ? recordIdOf(session.id, key, 0, null) : recordIdOf(session.id, key, draft.block, draft.atMs);
  return { session, draft, id, order: draft.order ?? [session.runningMs, draft.line, draft.block] };
};

export type Rows = { records: RecordRow[]; calls: ToolCallRow[]; results: ToolResultRow[]; endings: ToolResultRow[] };

/** Numbers a new record and adds its rows; a record that belongs before stored ones marks its session out of order. */
export const addRows = (rows: Rows, placed: PlacedDraft, sourceId: string): void => {
  const { session, draft, id, order } = placed;
  if (!isAppend(session.head, order)) session.outOfOrder = true;
  const nativeCallId = draft.call?.nativeCallId ?? draft.result?.nativeCallId ?? null;
  const derived = deriveNext(session.head, { id, order, kind: draft.kind, atMs: draft.atMs, nativeCallId });
  const responseId = draft.response ?? null;
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
    responseId,
    unknown: draft.unknown ?? false,
    nativeKey: toNativeKey(session.family, draft),
    lineHash: draft.lineHash,
    sourceId,
    line: draft.line,
    byteOffset: draft.offset,
    rawBytes: draft.bytes,
  });
  if (draft.call) rows.calls.push(toCallRow(placed, derived, responseId, draft.call));
  if (draft.result) rows.results.push(toResultRow(placed, derived.answers, draft.result));
  if (draft.ending) rows.endings.push(toResultRow(placed, null, draft.ending));
};

/** What copies of an entry in other sessions share. An id alone may meet another by chance; with time and length it does not. */
const toNativeKey = (family: string, { nativeKey, block, atMs, text }: RecordDraft): string | null =>
  nativeKey === null ? null : [family, nativeKey, block, atMs, text.length].join(':');

const toCallRow = (
  { session, draft, id }: PlacedDraft,
  derived: Derived,
  responseId: string | null,
  call: NonNullable<RecordDraft['call']>,
): ToolCallRow => ({
  sessionId: session.id,
  id,
  callIndex: derived.callIndex ?? 0,
  turnIdx: derived.turnIdx,
  seq: derived.seq,
  nativeCallId: call.nativeCallId,
  name: call.name,
  kind: toToolKind(call.name),
  summary: computeToolSummary(call.params),
  params: call.params,
  startedAtMs: draft.atMs,
  responseId,
  // A call of unknown arguments is like no other.
  callKey: computeCallKey(call.name, call.params === '' ? id : call.params),
});

const toResultRow = ({ session, draft, id }: PlacedDraft, callId: string | null, result: ResultDraft): ToolResultRow => ({
  sessionId: session.id,
  recordId: id,
  callId,
  nativeCallId: result.nativeCallId,
  outcome: result.outcome,
  outcomeSource: result.outcomeSource,
  exitCode: result.exitCode ?? null,
  endedAtMs: draft.atMs,
  durationMs: result.durationMs ?? null,
  resultKey: computeResultKey(draft.text),
  errorKey: isSurelyOk(result) ? null : computeErrorKey(draft.text),
});

/** No ending that is told apart makes an error of it: the key would never be read. */
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
