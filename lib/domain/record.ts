import * as z from 'zod';
import { attachment } from './attachment.ts';
import { instant, timed } from './instant.ts';
import { recordKinds } from './record-kinds.ts';
import { tokens } from './tokens.ts';
import { toolCall } from './tool-call.ts';

export const recordKind = z.enum(recordKinds);
export type RecordKind = z.infer<typeof recordKind>;

/** One entry of a session. `seq` is its position from 0 and may be renumbered; `id` is stable. */
export const record = timed({
  id: z.string(),
  sessionId: z.string(),
  seq: z.int().nonnegative(),
  turnIdx: z.int().nullable(),
  kind: recordKind,
  /** The source's own name for the entry: `turn_duration`, `file-history-snapshot`, … */
  subtype: z.string().nullable(),
  text: z.string(),
  textBytes: z.int(),
  /** The format did not understand it. */
  unknown: z.boolean(),
  attachments: z.array(attachment),
  at: instant.nullable(),
  model: z.string().nullable(),
  responseId: z.string().nullable(),
  /** Tokens of the response that this record belongs to, given once, on the response's first record. */
  responseTokens: tokens.nullable(),
  responseCostUsd: z.number().nullable(),
  /** Its output was counted when the answer began: it and the computed cost are at least this. Null: the source does not say. */
  responseAtLeast: z.boolean().nullable(),
  sourcePath: z.string().nullable(),
  line: z.int().nullable(),
  rawBytes: z.int().nullable(),
  inheritedFrom: z.string().nullable(),
  /** Number of the call whose end this notice reports; null: the record is not such a notice. */
  endsCall: z.int().nullable(),
  /** Present on tool_call records, and on the tool_result that completes one. */
  toolCall: toolCall.nullable(),
});
export type SessionRecord = z.infer<typeof record>;
