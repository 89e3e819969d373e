import type { RecordKind } from '../../domain/record.ts';
import { addRecordDraft, type DraftingContext, type RecordFields } from '../record-drafting.ts';

/** An element that is being drafted, with the fields that all of its records share. */
export type ElementContext = DraftingContext & {
  nativeKey: string | null;
  atMs: number | null;
  model: string | null;
  response: string | null;
};

/** Adds a record of the element. */
export const addRecord = (context: ElementContext, kind: RecordKind, text: string, fields: RecordFields = {}): void => {
  const { nativeKey, atMs, model, response } = context;
  addRecordDraft(context, kind, text, { nativeKey, atMs, model, response, ...fields });
};
