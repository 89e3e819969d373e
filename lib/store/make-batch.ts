import { createHash } from 'node:crypto';
import type { FileResult } from '../domain/import.ts';
import { unknownTokens } from '../domain/tokens.ts';
import type { AppendBatch, RecordRow, ResponseRow, SessionRow, SourceRow, ToolCallRow, ToolResultRow } from './rows.ts';

/** Builders of rows for tests: what is not given is the least that a store accepts. */

const firstAtMs = Date.UTC(2026, 0, 1);

export const makeSource = (over: Partial<SourceRow> & { id: string }): SourceRow => ({
  path: `/logs/${over.id}.jsonl`,
  format: 'claude-code',
  bytes: 1_000,
  sha256: null,
  offset: 1_000,
  offsetSha256: null,
  lines: 10,
  mtimeMs: firstAtMs,
  inode: null,
  formatVersion: null,
  writtenAtMs: null,
  state: null,
  skippedLines: 0,
  unknownRecords: 0,
  isBundle: false,
  sessionIds: [],
  ...over,
});

export const makeSessionRow = (over: Partial<SessionRow> & { id: string }): SessionRow => ({
  nativeId: `native-${over.id}`,
  family: 'claude-code',
  format: 'claude-code',
  title: null,
  titleBasis: null,
  cwd: null,
  folderName: null,
  repository: null,
  mainFolder: null,
  worktreeName: null,
  gitBranch: null,
  agentVersion: null,
  agentName: null,
  models: [],
  parentId: null,
  relation: null,
  continues: null,
  synthetic: false,
  startedAtMs: firstAtMs,
  endedAtMs: firstAtMs,
  activeMs: 0,
  waitingMs: 0,
  reportedCostUsd: null,
  reportedTokens: null,
  outcome: null,
  facts: {},
  head: {},
  ...over,
});

export const makeRecordRow = (over: Partial<RecordRow> & { sessionId: string; seq: number }): RecordRow => ({
  id: `r${over.seq}`,
  turnIdx: null,
  order: [firstAtMs + over.seq * 1_000, over.seq + 1, 0],
  kind: 'response',
  subtype: null,
  text: `text ${over.seq}`,
  attachments: [],
  atMs: firstAtMs + over.seq * 1_000,
  model: null,
  responseId: null,
  unknown: false,
  nativeKey: null,
  nativeAtMs: null,
  lineHash: createHash('sha256').update(`${over.sessionId} ${over.seq}`).digest('hex'),
  sourceId: `source-${over.sessionId}`,
  line: over.seq + 1,
  byteOffset: over.seq * 100,
  rawBytes: 99,
  aboutTurn: null,
  ...over,
});

export const makeToolCallRow = (over: Partial<ToolCallRow> & { sessionId: string; seq: number; callIndex: number }): ToolCallRow => ({
  id: `r${over.seq}`,
  turnIdx: null,
  nativeCallId: `call-${over.callIndex}`,
  name: 'Bash',
  kind: 'shell',
  summary: 'ls',
  params: '{"command":"ls"}',
  startedAtMs: firstAtMs + over.seq * 1_000,
  responseId: null,
  callKey: `key-${over.callIndex}`,
  ...over,
});

export const makeToolResultRow = (over: Partial<ToolResultRow> & { sessionId: string; recordId: string }): ToolResultRow => ({
  callId: null,
  nativeCallId: null,
  outcome: 'ok',
  outcomeSource: 'flag',
  exitCode: null,
  endedAtMs: null,
  durationMs: null,
  resultKey: `result-${over.recordId}`,
  errorKey: null,
  ...over,
});

export const makeResponseRow = (over: Partial<ResponseRow> & { sessionId: string; id: string }): ResponseRow => ({
  turnIdx: null,
  model: 'claude-opus-4-5',
  tokens: unknownTokens,
  isPartial: null,
  isFast: false,
  cacheWrite1h: null,
  costUsd: null,
  costReported: false,
  atMs: null,
  ...over,
});

export const buildFileResult = (over: Partial<FileResult> & { id: string }): FileResult => ({
  path: `/${over.id}`,
  sourceId: null,
  bytes: 10,
  bytesRead: 10,
  status: 'imported',
  grew: false,
  format: null,
  formatLabel: null,
  sha256: null,
  unchanged: over.status === 'unchanged',
  sessions: [],
  sessionCount: 0,
  records: 10,
  toolCalls: 2,
  toolErrors: 1,
  newRecords: 10,
  skippedLines: 0,
  unknownRecords: 0,
  pendingTail: false,
  issues: [],
  issueCount: 0,
  ...over,
});

/** A batch of one source; by default the source holds the sessions of the batch. */
export const makeBatch = (over: Partial<AppendBatch> & { sessions: SessionRow[] }): AppendBatch => ({
  source: makeSource({ id: `source-${over.sessions[0]?.id ?? 'none'}`, sessionIds: over.sessions.map((row) => row.id) }),
  records: [],
  calls: [],
  results: [],
  outcomeOverrides: [],
  earlyPairs: [],
  expected: [],
  responses: [],
  raw: [],
  snapshots: [],
  issues: [],
  issueLines: [],
  links: [],
  ...over,
});
