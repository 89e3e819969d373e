import * as z from 'zod';
import { attachment } from './attachment.ts';
import { instant, timed } from './instant.ts';
import { outcome, outcomeSource } from './outcome.ts';

/** Kind of a tool, independent of its name; decides icon and rendering. */
export const toolKind = z.enum(['shell', 'edit', 'write', 'read', 'search', 'todo', 'subagent', 'web', 'mcp', 'other']);
export type ToolKind = z.infer<typeof toolKind>;

/** A call with its result. Numbered by `callIndex` from 1 in the order of the session. */
export const toolCall = timed({
  id: z.string(),
  sessionId: z.string(),
  callIndex: z.int().positive(),
  turnIdx: z.int().nullable(),
  seq: z.int().nonnegative(),
  recordId: z.string(),
  resultRecordId: z.string().nullable(),
  nativeCallId: z.string().nullable(),
  name: z.string(),
  kind: toolKind,
  /** One line that identifies the call: the command, path or pattern. */
  summary: z.string(),
  /** Arguments as JSON text, at most 64 kB of `paramsBytes`. */
  params: z.string(),
  paramsBytes: z.int(),
  /** Result text, at most 64 kB of `resultBytes`; null without a result. */
  resultText: z.string().nullable(),
  resultBytes: z.int().nullable(),
  resultLines: z.int().nullable(),
  /** The first 2,000 characters of a later record that says how it ended, as of a command in the background. Null: there is none. */
  endText: z.string().nullable(),
  /** Attachments of the result record. */
  resultAttachments: z.array(attachment),
  outcome,
  outcomeSource,
  exitCode: z.int().nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  durationMs: z.number().nullable(),
  responseId: z.string().nullable(),
  /** callIndex of the first earlier call with the same tool, arguments and result. */
  sameAs: z.int().nullable(),
  /** Session that this call started (a subagent); it may not have been imported. */
  childSessionId: z.string().nullable(),
  childCalls: z.int().nullable(),
  childAgentName: z.string().nullable(),
  inheritedFrom: z.string().nullable(),
});
export type ToolCall = z.infer<typeof toolCall>;
