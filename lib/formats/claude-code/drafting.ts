import type { RecordKind } from '../../domain/record.ts';
import { addRecordDraft, type DraftingContext, type RecordFields } from '../record-drafting.ts';
import type { Entry } from './entry.ts';

/** A line on its way into drafts. */
export type LineContext = DraftingContext & {
  entry: Entry;
  /** Whether its session is a subagent's, whose prompts come from another agent. */
  isChild: boolean;
  /** The call that started a background task; null: it was not met, or is too far back. */
  callOfTask: (task: string) => string | null;
  /** Whether a notice was met before, which waits in a queue and then reaches the agent; it is remembered. */
  isKnownNotice: (notice: string) => boolean;
};

/** Adds a record of the line. */
export const addRecord = (context: LineContext, kind: RecordKind, text: string, fields: RecordFields = {}): void => {
  const { uuid, atMs, isPrinted } = context.entry;
  addRecordDraft(context, kind, text, { nativeKey: uuid, atMs, ...(isPrinted && { isPrinted: true }), ...fields });
};

/** A line whose type is known but whose content is not what that type holds. Its id is not trusted: it may stand twice. */
export const addMalformed = (context: LineContext, text: string): void =>
  addRecord(context, 'meta', text, { subtype: context.entry.type, unknown: true, nativeKey: null });
