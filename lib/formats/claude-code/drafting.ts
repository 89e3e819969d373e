import type { Drafts, Line, RecordDraft } from '../format.ts';
import type { RecordKind } from '../../domain/record.ts';
import type { Entry } from './entry.ts';

/** A line on its way into drafts: whose it is, and which of its records comes next. */
export type LineContext = {
  entry: Entry;
  line: Line;
  /** Native id of the session that the line belongs to. */
  session: string;
  /** Whether that session is a subagent's, whose prompts come from another agent. */
  isChild: boolean;
  out: Drafts;
  nextBlock: number;
};

type Extra = Partial<Pick<RecordDraft, 'nativeKey' | 'subtype' | 'attachments' | 'model' | 'response' | 'unknown' | 'call' | 'result'>>;

/** Adds a record of the line, behind those that it gave before. */
export const addRecord = (context: LineContext, kind: RecordKind, text: string, extra: Extra = {}): void => {
  const { entry, line, session, out } = context;
  out.records.push({
    session,
    nativeKey: entry.uuid,
    block: context.nextBlock++,
    line: line.number,
    offset: line.offset,
    bytes: line.bytes,
    lineHash: line.hash,
    kind,
    text,
    atMs: entry.atMs,
    ...(entry.isPrinted && { isPrinted: true }),
    ...extra,
  });
};

/** A line whose type is known but whose content is not what that type holds. Its id is not trusted: it may stand twice. */
export const addMalformed = (context: LineContext, text: string): void =>
  addRecord(context, 'meta', text, { subtype: context.entry.type, unknown: true, nativeKey: null });
