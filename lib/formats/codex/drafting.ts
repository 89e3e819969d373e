import type { RecordKind } from '../../domain/record.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { Drafts, Line, RecordDraft } from '../format.ts';
import type { JsonObject } from '../narrow.ts';
import type { ReaderState } from './reader-state.ts';

/** A line on its way into drafts. */
export type LineContext = {
  state: ReaderState;
  line: Line;
  session: string;
  atMs: number | null;
  nativeKey: string | null;
  /** A copy of a parent's line: what it cost counts in the parent alone. */
  isInherited: boolean;
  payload: JsonObject;
  out: Drafts;
  nextBlock: number;
};

type Extra = Partial<Pick<RecordDraft, 'subtype' | 'attachments' | 'model' | 'response' | 'unknown' | 'call' | 'result' | 'ending'>>;

/** Adds a record of the line, behind those that it gave before. */
export const addRecord = (context: LineContext, kind: RecordKind, text: string, extra: Extra = {}): void => {
  const { line, session, out, nativeKey, atMs } = context;
  out.records.push({
    session,
    nativeKey,
    block: context.nextBlock++,
    line: line.number,
    offset: line.offset,
    bytes: line.bytes,
    lineHash: line.hash,
    kind,
    text,
    atMs,
    copiedAnew: true,
    ...extra,
  });
};

/** Where a text comes from: the model's items, the events of the screen, the items of 0.149 and later. */
export type Channel = 'r' | 'e' | 'i';

/**
 * Whether a text was given by another channel already. Each channel gives it once; given again by the same one it is
 * said anew.
 */
export const isCopy = (state: ReaderState, who: string, text: string, channel: Channel): boolean => {
  const key = fingerprintOf(`${who}\0${text.replaceAll(/\s+/gu, ' ').trim()}`);
  const channels = state.said.get(key) ?? '';
  const copy = channels !== '' && !channels.includes(channel);
  state.said.set(key, copy ? channels + channel : channel);
  return copy;
};
