import type { LiveCall } from '../../domain/live-call.ts';
import type { RecordDraft, ResultDraft } from '../../formats/format.ts';
import { toJson } from '../../formats/narrow.ts';
import { readArguments } from '../../session/call-arguments.ts';
import { computeCallKey } from '../../session/keys.ts';
import type { OrderKey } from '../../session/order.ts';
import { toLineHash } from '../../sources/lines.ts';
import type { KnownCall } from '../../store/ingest-store.ts';
import { toRecordRows, type RecordRows } from '../ingest/to-rows.ts';
import { isGiven, toLiveCallId, toLiveRecordId, toLiveResultId, toMadeUpId } from './live-ids.ts';

/** A stored line of a live report. */
export type LiveLine = { number: number; offset: number; text: string; bytes: number };

/**
 * Where live reporting continues. `last`: place of the session's last record; calls without a time come after it, and at that time if it
 * is later than now.
 */
export type LivePlace = { sessionId: string; sourceId: string; line: number; offset: number; last: OrderKey | null; nowMs: number };

/** Known calls, besides those reported now. */
export type KnownCalls = {
  /** By id of the record, which may have been replaced since. */
  byRecord: ReadonlyMap<string, KnownCall>;
  /** Calls that wait for a result, oldest first. */
  open: readonly KnownCall[];
  /** Calls of files that have their result, by the agent's id. */
  answered: ReadonlyMap<string, KnownCall>;
  /** Ids, as the agent gives them, of calls whose result a file had before the call. */
  early: ReadonlySet<string>;
};

/** New rows, their lines, and the record id of each reported call. `added` counts calls that were not known. */
export type LiveRows = { rows: RecordRows[]; lines: LiveLine[]; callIds: string[]; added: number };

/** Turns a live report into rows. Known calls add none; a missing result is added to its call. */
export const toLiveRows = (prompt: string | undefined, calls: readonly LiveCall[], known: KnownCalls, place: LivePlace): LiveRows => {
  const reported: LiveRows = { rows: [], lines: [], callIds: [], added: 0 };
  const [lastMs, lastLine] = place.last ?? [0, 0];
  const at = { ...place, runningMs: lastMs };
  const fresh = new Map<string, KnownCall>();
  const answeredNow = new Set<string>();
  const find = (call: LiveCall, callKey: string): KnownCall | undefined => {
    const open = [...known.open, ...fresh.values()].filter(({ id, isAnswered }) => !isAnswered && !answeredNow.has(id));
    if (call.id === undefined) {
      // A call without an id was not reported before, but may be in a file.
      return open.findLast((one) => one.callKey === callKey && (call.outcome !== 'running' || !isGiven(at.sessionId, one)));
    }
    const recordId = toLiveCallId(at.sessionId, call.id);
    return (
      fresh.get(recordId) ??
      known.byRecord.get(recordId) ??
      open.findLast(({ nativeCallId }) => nativeCallId === call.id) ??
      known.answered.get(call.id)
    );
  };
  const addLine = (value: unknown): LiveLine => {
    const text = toJson(value);
    const line = { number: at.line + 1, offset: at.offset, text, bytes: Buffer.byteLength(text) };
    at.line += 1;
    at.offset += line.bytes + 1;
    reported.lines.push(line);
    return line;
  };
  /** A place in time: that of the record, or behind all that is there. */
  const toOrderMs = (atMs: number | undefined): number => {
    const orderMs = atMs ?? Math.max(at.nowMs, at.runningMs);
    at.runningMs = Math.max(at.runningMs, orderMs);
    return orderMs;
  };
  const add = (line: LiveLine, id: string, orderMs: number, draft: Pick<RecordDraft, 'kind' | 'text' | 'atMs'> & Partial<RecordDraft>) => {
    const block = draft.block ?? 0;
    // Lines of a file of the same time come before it, whatever their number.
    const orderLine = orderMs === lastMs ? Math.max(lastLine, place.line) + line.number - place.line : line.number;
    const whole = { session: '', nativeKey: null, block, line: line.number, offset: line.offset, bytes: line.bytes, ...draft };
    reported.rows.push(
      toRecordRows(
        { lineHash: toLineHash(Buffer.from(line.text)), ...whole },
        { sessionId: at.sessionId, sourceId: at.sourceId, id, order: [orderMs, orderLine, block], nativeKey: null, nativeAtMs: null },
      ),
    );
  };

  if (prompt !== undefined) {
    const line = addLine({ prompt });
    add(line, toLiveRecordId(at.sessionId, line.number), toOrderMs(undefined), { kind: 'prompt', text: prompt, atMs: at.nowMs });
  }
  for (const call of calls) {
    const params = call.input === undefined ? '' : toJson(call.input);
    const keyOf = (id: string) => computeCallKey(call.name, params === '' ? { text: id, json: null } : readArguments(params));
    const before = find(call, keyOf(''));
    const isDone = call.outcome === 'running' || before?.isAnswered === true || (before && answeredNow.has(before.id));
    if (before && isDone) {
      reported.callIds.push(before.id);
      continue;
    }
    const line = addLine(toLiveText(call));
    const recordId =
      before?.id ?? (call.id === undefined ? toLiveRecordId(at.sessionId, line.number) : toLiveCallId(at.sessionId, call.id));
    const nativeCallId = before ? before.nativeCallId : (call.id ?? toMadeUpId(recordId));
    let callMs = Number.NEGATIVE_INFINITY;
    if (!before) {
      callMs = toOrderMs(call.startedAtMs ?? call.endedAtMs);
      const isTimed = call.startedAtMs !== undefined || call.outcome === 'running';
      const atMs = call.startedAtMs ?? call.endedAtMs ?? at.nowMs;
      add(line, recordId, callMs, { kind: 'tool_call', text: '', atMs, call: { nativeCallId, name: call.name, params, isTimed } });
      fresh.set(recordId, { id: recordId, callIndex: 0, nativeCallId, callKey: keyOf(recordId), isAnswered: false });
      reported.added += 1;
    }
    if (call.outcome !== 'running' && !(call.id !== undefined && known.early.has(call.id))) {
      const endMs = Math.max(callMs, toOrderMs(call.endedAtMs));
      const result: ResultDraft = { nativeCallId, outcome: call.outcome, outcomeSource: 'flag', exitCode: call.exitCode };
      const text = typeof call.result === 'string' ? call.result : call.result === undefined ? '' : toJson(call.result);
      add(line, toLiveResultId(at.sessionId, recordId), endMs, {
        block: 1,
        kind: 'tool_result',
        text,
        atMs: call.endedAtMs ?? at.nowMs,
        result,
      });
      answeredNow.add(recordId);
    }
    reported.callIds.push(recordId);
  }
  return reported;
};

const toLiveText = ({ startedAtMs, endedAtMs, ...call }: LiveCall) => ({
  ...call,
  ...(startedAtMs !== undefined && { startedAt: new Date(startedAtMs).toISOString() }),
  ...(endedAtMs !== undefined && { endedAt: new Date(endedAtMs).toISOString() }),
});
