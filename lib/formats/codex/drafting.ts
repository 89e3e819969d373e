import type { RecordKind } from '../../domain/record.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { JsonObject } from '../narrow.ts';
import { addRecordDraft, type DraftingContext, type RecordFields } from '../record-drafting.ts';
import type { ReaderState } from './reader-state.ts';

/** A line on its way into drafts. */
export type LineContext = DraftingContext & {
  state: ReaderState;
  atMs: number | null;
  nativeKey: string | null;
  /** A copy of a parent's line: what it cost counts in the parent alone. */
  isInherited: boolean;
  payload: JsonObject;
};

/** Adds a record of the line. */
export const addRecord = (context: LineContext, kind: RecordKind, text: string, fields: RecordFields = {}): void => {
  const { nativeKey, atMs } = context;
  addRecordDraft(context, kind, text, { nativeKey, atMs, copiedAnew: true, ...fields });
};

/** Where a text comes from: the model's items, the events of the screen, the items of 0.149 and later. */
export type Channel = 'r' | 'e' | 'i';

/**
 * Whether a text was given by another channel already. Each channel gives it once; given again by the same one it
 * is a new text.
 */
export const isCopy = (state: ReaderState, who: string, text: string, channel: Channel): boolean => {
  const key = fingerprintOf(`${who}\0${text.replaceAll(/\s+/gu, ' ').trim()}`);
  const channels = state.texts.get(key) ?? '';
  const copy = channels !== '' && !channels.includes(channel);
  state.texts.set(key, copy ? channels + channel : channel);
  return copy;
};
