import type { RecordKind } from '../domain/record.ts';
import type { Drafts, Line, RecordDraft } from './format.ts';

/** A line or an element on its way into drafts. */
export type DraftingContext = {
  out: Drafts;
  line: Line;
  /** Native id of the session that it belongs to. */
  session: string;
  /** Block of the next record that it gives, from 0. */
  nextBlock: number;
};

/** Optional fields of a record, besides its place, kind and text. */
export type RecordFields = Partial<Omit<RecordDraft, 'session' | 'block' | 'line' | 'offset' | 'bytes' | 'kind' | 'text'>>;

type RequiredFields = RecordFields & Pick<RecordDraft, 'nativeKey' | 'atMs'>;

/** Adds a record at the place of the context's line, behind those that it gave before. */
export const addRecordDraft = (context: DraftingContext, kind: RecordKind, text: string, fields: RequiredFields): void => {
  const { out, line, session } = context;
  const place = { line: line.number, offset: line.offset, bytes: line.bytes, lineHash: line.hash };
  out.records.push({ session, block: context.nextBlock++, ...place, kind, text, ...fields });
};
