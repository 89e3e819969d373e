import { setImmediate } from 'node:timers/promises';
import { displayWindowBytes } from '../../domain/display-window.ts';
import type { SessionRecord } from '../../domain/record.ts';
import type { ToolCall } from '../../domain/tool-call.ts';
import type { Store } from '../../store/store.ts';
import type { Place } from './make-cleaner.ts';
import { printTurn } from '../../print/turn.ts';

/** A record with its whole texts. A call comes with its result, and so the result has no entry of its own. */
export type Entry = {
  record: SessionRecord;
  text: string;
  call: (ToolCall & { wholeResult: string | null }) | null;
  /** Place of its text, and of the call's parameters and result. */
  place: Place;
};

const pageSize = 50;

/** The records of a session in order, a page at a time, so that the memory for it is bounded by the largest ones. */
export async function* listEntries(store: Store, sessionId: string): AsyncGenerator<Entry> {
  for (let from = 0; ; from += pageSize) {
    const records = await store.listRecords(sessionId, from, pageSize, displayWindowBytes);
    if (records.length === 0) return;
    for (const record of records) {
      if (record.kind === 'tool_result' && record.toolCall) continue;
      yield await toEntry(store, record);
    }
    // Redacting takes long, and others wait for this thread.
    await setImmediate();
  }
}

const toEntry = async (store: Store, record: SessionRecord): Promise<Entry> => {
  const { sessionId, id, kind, toolCall, seq } = record;
  const whole = async (window: string, bytes: number, recordId: string, part: 'text' | 'params'): Promise<string> =>
    bytes <= Buffer.byteLength(window)
      ? window
      : ((await store.readText(sessionId, recordId, part, 0, Number.MAX_SAFE_INTEGER))?.text ?? window);
  const call = kind === 'tool_call' ? toolCall : null;
  const resultText = call?.resultText ?? null;
  return {
    record,
    text: call ? '' : await whole(record.text, record.textBytes, id, 'text'),
    call: call && {
      ...call,
      params: await whole(call.params, call.paramsBytes, id, 'params'),
      wholeResult: resultText === null ? null : await whole(resultText, call.resultBytes ?? 0, call.resultRecordId ?? id, 'text'),
    },
    place: { where: call ? `#${call.callIndex} ${call.name}` : toWhere(record), seq },
  };
};

const toWhere = ({ kind, turnIdx }: SessionRecord): string =>
  `${turnIdx === null ? '' : `${printTurn(turnIdx)} `}${kind.replaceAll('_', ' ')}`;
