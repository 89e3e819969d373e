import { z } from 'zod';
import type { callLinks, records, responses, sessions, sources, toolCalls } from '../../../db/schema.ts';
import { attachment, recordKind, type SessionRecord } from '../../domain/record.ts';
import { outcome, outcomeSource } from '../../domain/outcome.ts';
import { costSource, relation, type Session } from '../../domain/session.ts';
import { tokens, type Tokens } from '../../domain/tokens.ts';
import { toolKind, type ToolCall } from '../../domain/tool-call.ts';
import type { RecordRow, SessionRow, SourceRow } from '../store.ts';
import { computeHash, computeNativeHash } from './index-hash.ts';
import { cutAtBytes } from './text-window.ts';

/** Between columns and domain, both ways: JSON and closed sets of words are checked when they are read. */

const strings = z.array(z.string());
const attachments = z.array(attachment);
const numbers = z.array(z.int());
const anyJson = z.unknown();

export const parseJson = <Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> => schema.parse(JSON.parse(json));
export const toJson = (value: unknown): string => JSON.stringify(value ?? null);
export const parseNumbers = (json: string): number[] => parseJson(numbers, json);
const parseStrings = (json: string): string[] => (json === '[]' ? [] : parseJson(strings, json));

type TokenColumns = Pick<
  typeof responses.$inferSelect,
  'tokensInput' | 'tokensCacheRead' | 'tokensCacheWrite' | 'tokensOutput' | 'tokensReasoning'
>;

export const toTokenColumns = (value: Tokens): TokenColumns => ({
  tokensInput: value.input,
  tokensCacheRead: value.cacheRead,
  tokensCacheWrite: value.cacheWrite,
  tokensOutput: value.output,
  tokensReasoning: value.reasoning,
});

export const toTokens = (row: TokenColumns): Tokens => ({
  input: row.tokensInput,
  cacheRead: row.tokensCacheRead,
  cacheWrite: row.tokensCacheWrite,
  output: row.tokensOutput,
  reasoning: row.tokensReasoning,
});

export type StoredSession = typeof sessions.$inferSelect;
export type StoredSource = typeof sources.$inferSelect & { sessionIds: string };
export type StoredLink = typeof callLinks.$inferSelect;

/** What the ingest writes; figures of `settle` are left alone. */
export const toSessionColumns = (row: SessionRow) => ({
  ...row,
  models: toJson(row.models),
  synthetic: Number(row.synthetic),
  reportedTokens: row.reportedTokens && toJson(row.reportedTokens),
  facts: toJson(row.facts),
  head: toJson(row.head),
  searchText: [row.title, row.project, row.nativeId, row.id, row.cwd].join('\n').toLowerCase(),
});

export const toSessionRow = (row: StoredSession): SessionRow => ({
  id: row.id,
  nativeId: row.nativeId,
  family: row.family,
  format: row.format,
  title: row.title,
  project: row.project,
  cwd: row.cwd,
  gitBranch: row.gitBranch,
  agentVersion: row.agentVersion,
  agentName: row.agentName,
  models: parseStrings(row.models),
  parentId: row.parentId,
  relation: relation.nullable().parse(row.relation),
  synthetic: row.synthetic === 1,
  startedAtMs: row.startedAtMs,
  endedAtMs: row.endedAtMs,
  activeMs: row.activeMs,
  reportedCostUsd: row.reportedCostUsd,
  reportedTokens: parseReportedTokens(row.reportedTokens),
  facts: parseJson(anyJson, row.facts),
  head: parseJson(anyJson, row.head),
});

export const parseReportedTokens = (json: string | null): Tokens | null => (json === null ? null : parseJson(tokens, json));

export const toSourceRow = ({ sessionIds, state, ...row }: StoredSource): SourceRow => ({
  ...row,
  state: parseJson(anyJson, state),
  sessionIds: parseStrings(sessionIds),
});

export type ListedSession = Omit<StoredSession, 'facts' | 'head' | 'searchText'> & {
  parentTitle: string | null;
  childCount: number;
  sourcePaths: string;
  sortValue?: string | number | null;
};

export const toSession = (row: ListedSession): Session => ({
  id: row.id,
  nativeId: row.nativeId,
  family: row.family,
  format: row.format,
  title: row.title,
  project: row.project,
  cwd: row.cwd,
  gitBranch: row.gitBranch,
  agentVersion: row.agentVersion,
  agentName: row.agentName,
  models: parseStrings(row.models),
  startedAtMs: row.startedAtMs,
  endedAtMs: row.endedAtMs,
  activeMs: row.activeMs,
  parentId: row.parentId,
  parentTitle: row.parentTitle,
  relation: relation.nullable().parse(row.relation),
  childCount: row.childCount,
  turns: row.turns,
  records: row.records,
  toolCalls: row.toolCalls,
  toolErrors: row.toolErrors,
  toolRejected: row.toolRejected,
  tokens: toTokens(row),
  costUsd: row.costUsd,
  costSource: costSource.parse(row.costSource),
  synthetic: row.synthetic === 1,
  completeness: {
    unknownRecords: row.unknownRecords,
    badLines: row.badLines,
    orphanCalls: row.orphanCalls,
    noTimestamps: row.noTimestamps,
  },
  sourcePaths: parseStrings(row.sourcePaths),
});

/** Without a spread: this runs for every record of an import. */
export const toRecordColumns = (row: RecordRow, text: { head: string; bytes: number; lines: number }) => ({
  sessionId: row.sessionId,
  id: row.id,
  seq: row.seq,
  turnIdx: row.turnIdx,
  orderMs: row.order[0],
  orderLine: row.order[1],
  orderBlock: row.order[2],
  kind: row.kind,
  subtype: row.subtype,
  atMs: row.atMs,
  model: row.model,
  responseId: row.responseId,
  responseHash: row.responseId === null ? null : computeHash(row.responseId),
  unknown: Number(row.unknown),
  nativeKey: row.nativeKey,
  nativeHash: row.nativeKey === null ? null : computeNativeHash(row.nativeKey, row.nativeAtMs),
  lineHash: row.lineHash,
  sourceId: row.sourceId,
  line: row.line,
  byteOffset: row.byteOffset,
  rawBytes: row.rawBytes,
  attachments: row.attachments.length === 0 ? '[]' : toJson(row.attachments),
  text: text.head,
  textBytes: text.bytes,
  textLines: text.lines,
});

export type StoredRecord = typeof records.$inferSelect;
export type ListedRecord = StoredRecord & TokenColumns & { sourcePath: string | null; costUsd: number | null; opensResponse: number };

export const toRecord = (row: ListedRecord, toolCall: ToolCall | null, windowBytes: number): SessionRecord => ({
  id: row.id,
  sessionId: row.sessionId,
  seq: row.seq,
  turnIdx: row.turnIdx,
  kind: recordKind.parse(row.kind),
  subtype: row.subtype,
  text: cutAtBytes(row.text, windowBytes),
  textBytes: row.textBytes,
  attachments: row.attachments === '[]' ? [] : parseJson(attachments, row.attachments),
  atMs: row.atMs,
  model: row.model,
  responseId: row.responseId,
  responseTokens: row.opensResponse === 1 ? toTokens(row) : null,
  responseCostUsd: row.opensResponse === 1 ? row.costUsd : null,
  sourcePath: row.sourcePath,
  line: row.line,
  rawBytes: row.rawBytes,
  inheritedFrom: row.inheritedFrom,
  toolCall,
});

export type ListedToolCall = Omit<typeof toolCalls.$inferSelect, 'errorKey' | 'pairHash'> & {
  resultText: string | null;
  resultBytes: number | null;
  resultLines: number | null;
  sameAs: number | null;
  childSessionId: string | null;
  childCalls: number | null;
  childAgentName: string | null;
};

export const toToolCall = (row: ListedToolCall, windowBytes: number): ToolCall => ({
  id: row.id,
  sessionId: row.sessionId,
  callIndex: row.callIndex,
  turnIdx: row.turnIdx,
  seq: row.seq,
  recordId: row.id,
  resultRecordId: row.resultRecordId,
  nativeCallId: row.nativeCallId,
  name: row.name,
  kind: toolKind.parse(row.kind),
  summary: row.summary,
  params: cutAtBytes(row.params, windowBytes),
  paramsBytes: row.paramsBytes,
  resultText: row.resultText === null ? null : cutAtBytes(row.resultText, windowBytes),
  resultBytes: row.resultBytes,
  resultLines: row.resultLines,
  outcome: outcome.parse(row.outcome),
  outcomeSource: outcomeSource.parse(row.outcomeSource),
  exitCode: row.exitCode,
  startedAtMs: row.startedAtMs,
  endedAtMs: row.endedAtMs,
  durationMs: row.durationMs,
  responseId: row.responseId,
  sameAs: row.sameAs,
  childSessionId: row.childSessionId,
  childCalls: row.childCalls,
  childAgentName: row.childAgentName,
  inheritedFrom: row.inheritedFrom,
});
