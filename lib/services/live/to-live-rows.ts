import { displayWindowBytes } from '../../domain/display-window.ts';
import type { LiveCall, LiveCalls, LiveEnd } from '../../domain/live-call.ts';
import type { SessionRecord } from '../../domain/record.ts';
import type { RecordDraft, ResultDraft } from '../../formats/format.ts';
import { toJson } from '../../formats/narrow.ts';
import { readArguments } from '../../session/call-arguments.ts';
import { computeCallKey } from '../../session/keys.ts';
import type { OrderKey } from '../../session/order.ts';
import { toLineHash } from '../../sources/lines.ts';
import { cutAtBytes } from '../../store/cut-at-bytes.ts';
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

/** The session as it was stored before this report. */
export type Known = {
  /** By id of the record, which may have been replaced since. */
  byRecord: ReadonlyMap<string, KnownCall>;
  /** Calls that wait for a result, oldest first. */
  open: readonly KnownCall[];
  /** Calls of files that have their result, by the agent's id. */
  answered: ReadonlyMap<string, KnownCall>;
  /** Ids, as the agent gives them, of calls whose result a file had before the call. */
  early: ReadonlySet<string>;
  /** Its last records, where a report holds a prompt, an answer or the end of the turn. */
  tail: Tail;
};

type Tail = readonly Pick<SessionRecord, 'id' | 'kind' | 'subtype' | 'text' | 'textBytes'>[];
type Ending = Pick<LiveCalls, 'answer' | 'ended'>;

/** New rows, their lines, and the record id of each reported call. `added` counts calls that were not known. */
export type LiveRows = { rows: RecordRows[]; lines: LiveLine[]; callIds: string[]; added: number };

/** How the record of a turn's end is stored: as that of an agent's file. */
const ends: Readonly<Record<LiveEnd, Pick<RecordDraft, 'kind' | 'subtype' | 'text'>>> = {
  answered: { kind: 'meta', subtype: 'turn_complete', text: '' },
  interrupted: { kind: 'system', subtype: 'interrupted', text: 'The turn was interrupted.' },
  refused: { kind: 'system', subtype: 'refused', text: 'The model refused.' },
  service_error: { kind: 'system', subtype: 'service_error', text: 'The service failed.' },
  usage_limit: { kind: 'system', subtype: 'usage_limit', text: 'The usage limit was reached.' },
};

/** A long text is compared by its start and its size. */
export const isSameText = ({ text, textBytes }: Pick<SessionRecord, 'text' | 'textBytes'>, reported: string): boolean =>
  textBytes <= displayWindowBytes
    ? text.trim() === reported.trim()
    : textBytes === Buffer.byteLength(reported) && text === cutAtBytes(reported, displayWindowBytes);

const noEnding: Ending = {};

/** Where the ending begins: behind the last prompt, call and result. */
const findEnding = (tail: Tail): number =>
  tail.findLastIndex(({ kind }) => kind === 'prompt' || kind === 'tool_call' || kind === 'tool_result') + 1;

const endSubtypes = Object.values(ends).map(({ subtype }) => subtype);

/** Whether the last turn has an answer or an end. */
export const hasEnding = (tail: Tail): boolean =>
  tail.slice(findEnding(tail)).some(({ kind, subtype }) => kind === 'response' || endSubtypes.includes(subtype));

/** The part of an ending that does not stand at the end of a session. */
const toNewEnding = ({ answer, ended }: Ending, tail: Tail): Ending => {
  const behind = tail.slice(findEnding(tail));
  const isSaid = answer !== undefined && behind.some((record) => record.kind === 'response' && isSameText(record, answer));
  const isEnded = ended !== undefined && behind.some(({ subtype }) => subtype === ends[ended].subtype);
  return { answer: isSaid ? undefined : answer, ended: isEnded ? undefined : ended };
};

/** Whether there is an ending, and it stands at the end of the session. */
export const isKnownEnding = (ending: Ending, tail: Tail): boolean => {
  const { answer, ended } = toNewEnding(ending, tail);
  return [ending.answer, ending.ended].some((one) => one !== undefined) && answer === undefined && ended === undefined;
};

/** Whether another call or prompt follows reported calls, all of which are known. */
const isPast = (callIds: readonly string[], tail: Tail): boolean => {
  const last = tail.findLast(({ kind }) => kind === 'prompt' || kind === 'tool_call');
  return callIds.length > 0 && last !== undefined && !callIds.includes(last.id);
};

/**
 * Turns a live report into rows. Known calls add none; a missing result is added to its call. An answer and an end that are reported again
 * add none either.
 */
export const toLiveRows = (
  { prompt, calls, ...ending }: Pick<LiveCalls, 'prompt' | 'calls' | 'answer' | 'ended'>,
  known: Known,
  place: LivePlace,
): LiveRows => {
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
  const isRepeated = reported.rows.length === 0;
  const isLate = isRepeated && isPast(reported.callIds, known.tail);
  const { answer, ended } = isLate ? noEnding : isRepeated ? toNewEnding(ending, known.tail) : ending;
  const addNow = (value: unknown, draft: Pick<RecordDraft, 'kind' | 'subtype' | 'text'>): void => {
    const line = addLine(value);
    add(line, toLiveRecordId(at.sessionId, line.number), toOrderMs(undefined), { ...draft, atMs: at.nowMs });
  };
  if (answer !== undefined && answer.trim() !== '') addNow({ answer }, { kind: 'response', subtype: null, text: answer });
  // A session of which nothing else is known has no turn that could end.
  if (ended !== undefined && (place.last !== null || reported.rows.length > 0)) addNow({ ended }, ends[ended]);
  return reported;
};

const toLiveText = ({ startedAtMs, endedAtMs, ...call }: LiveCall) => ({
  ...call,
  ...(startedAtMs !== undefined && { startedAt: new Date(startedAtMs).toISOString() }),
  ...(endedAtMs !== undefined && { endedAt: new Date(endedAtMs).toISOString() }),
});
