import type { RecordKind } from '../../domain/record.ts';
import type { Drafts, Line, RecordDraft } from '../format.ts';

/** An element on its way into drafts: whose it is, and which of its records comes next. */
export type ElementContext = {
  out: Drafts;
  line: Line;
  /** Native id of the session. */
  session: string;
  nativeKey: string | null;
  atMs: number | null;
  model: string | null;
  response: string | null;
  nextBlock: number;
};

type Extra = Partial<Pick<RecordDraft, 'subtype' | 'atMs' | 'attachments' | 'unknown' | 'call' | 'result'>>;

/** Adds a record of the element, behind those that it gave before. */
export const addRecord = (context: ElementContext, kind: RecordKind, text: string, extra: Extra = {}): void => {
  const { out, line, session, nativeKey, atMs, model, response } = context;
  const place = { line: line.number, offset: line.offset, bytes: line.bytes, lineHash: line.hash };
  out.records.push({ session, nativeKey, block: context.nextBlock++, ...place, kind, text, atMs, model, response, ...extra });
};
