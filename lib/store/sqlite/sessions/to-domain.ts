import * as z from 'zod';
import type { records, toolCalls } from '../../../../db/schema.ts';
import { assessmentSeverity } from '../../../domain/assessment.ts';
import { attachment, type Attachment } from '../../../domain/attachment.ts';
import { outcome, outcomeSource } from '../../../domain/outcome.ts';
import { recordKind, type SessionRecord } from '../../../domain/record.ts';
import { costSource, projectBasis, relation, subagentSums, type CostMissing, type Session } from '../../../domain/session.ts';
import { turnEnded } from '../../../domain/turn-ended.ts';
import { toolKind, type ToolCall } from '../../../domain/tool-call.ts';
import { cutAtBytes } from '../../cut-at-bytes.ts';
import { parseJson, parseStrings, parseStored } from '../json.ts';
import { parseOutcome, toNamed, toTokens, type StoredSession, type TokenColumns } from './rows.ts';

/** From selected columns, joined ones among them, to what pages show. */

const attachments = z.array(attachment);
const toAttachments = (json: string | null): Attachment[] => (json === null || json === '[]' ? [] : parseJson(attachments, json, []));

export type ListedSession = Omit<StoredSession, 'facts' | 'head' | 'searchText'> & {
  parentTitle: string | null;
  countedInTitle: string | null;
  childCount: number;
  apiErrors: number;
  usageLimits: number;
  refusals: number;
  interruptions: number;
  takenBack: number;
  lastEnded: string | null;
  markedEndedAtMs: number | null;
  /** As `subagentSums`, in JSON; null: it has none. */
  subagents: string | null;
  subagentEndedAtMs: number | null;
  sourcePaths: string;
  starredAtMs: number | null;
  note: string | null;
  sortValue?: string | number | null;
};

const toResult = ({ outcome }: ListedSession): Pick<Session, 'reward' | 'exitStatus'> => {
  const { reward = null, exitStatus = null } = parseOutcome(outcome) ?? {};
  return { reward, exitStatus };
};

export const toSession = (row: ListedSession): Session => ({
  ...toNamed(row),
  project: row.project,
  projectRoot: row.projectRoot,
  projectBasis: projectBasis.nullable().catch(null).parse(row.projectBasis),
  worktree: row.worktree,
  startedAtMs: row.startedAtMs,
  endedAtMs: row.endedAtMs,
  lastRecordAtMs: toLatest(row.endedAtMs, row.subagentEndedAtMs),
  activeMs: row.activeMs,
  waitingMs: row.waitingMs,
  parentId: row.parentId,
  parentTitle: row.parentTitle,
  relation: parseStored(relation.nullable(), row.relation),
  childCount: row.childCount,
  turns: row.turns,
  apiErrors: row.apiErrors,
  usageLimits: row.usageLimits,
  refusals: row.refusals,
  interruptions: row.interruptions,
  takenBack: row.takenBack,
  lastEnded: turnEnded.nullable().catch('unknown').parse(row.lastEnded),
  records: row.records,
  toolCalls: row.toolCalls,
  toolErrors: row.toolErrors,
  toolRejected: row.toolRejected,
  toolDenied: row.toolDenied,
  toolInterrupted: row.toolInterrupted,
  toolUnended: row.toolUnended,
  toolRan: row.toolRan,
  openCallAtMs: row.openCallAtMs,
  markedEndedAtMs: row.markedEndedAtMs,
  tokens: toTokens(row),
  costUsd: row.costUsd,
  costSource: parseStored(costSource, row.costSource),
  costMissing: toCostMissing(row),
  unpricedModels: row.unpricedModels === null ? [] : parseStrings(row.unpricedModels),
  costAtLeast: row.costAtLeast === 1,
  subagents: row.subagents === null ? null : parseJson(subagentSums, row.subagents, null),
  countedInId: row.countedIn,
  countedInTitle: row.countedInTitle,
  ...toResult(row),
  synthetic: row.synthetic === 1,
  completeness: {
    unknownRecords: row.unknownRecords,
    badLines: row.badLines,
    orphanCalls: row.orphanCalls,
    noTimestamps: row.noTimestamps,
    partialUsage: row.partialUsage,
    unknownUsage: row.unknownUsage,
  },
  findings: row.observed === null ? null : row.findings,
  worstFinding: row.observed === null ? null : parseStored(assessmentSeverity.nullable(), row.worstFinding),
  sourcePaths: parseStrings(row.sourcePaths),
  starredAtMs: row.starredAtMs,
  note: row.note,
});

const toLatest = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : Math.max(a, b));

const toCostMissing = (row: Pick<ListedSession, 'costUsd' | 'unpricedModels' | 'countedIn'>): CostMissing | null => {
  if (row.costUsd !== null) return null;
  if (row.unpricedModels !== null) return 'no_price';
  return row.countedIn === null ? 'no_usage' : 'counted_elsewhere';
};

export type ListedRecord = typeof records.$inferSelect &
  TokenColumns & {
    sourcePath: string | null;
    costUsd: number | null;
    isPartial: number | null;
    opensResponse: number;
    endsCall: number | null;
  };

export const toRecord = (row: ListedRecord, toolCall: ToolCall | null, windowBytes: number): SessionRecord => ({
  id: row.id,
  sessionId: row.sessionId,
  seq: row.seq,
  turnIdx: row.turnIdx,
  kind: parseStored(recordKind, row.kind),
  subtype: row.subtype,
  text: cutAtBytes(row.text, windowBytes),
  textBytes: row.textBytes,
  unknown: row.unknown === 1,
  attachments: toAttachments(row.attachments),
  atMs: row.atMs,
  model: row.model,
  responseId: row.responseId,
  responseTokens: row.opensResponse === 1 ? toTokens(row) : null,
  responseCostUsd: row.opensResponse === 1 ? row.costUsd : null,
  responseAtLeast: row.opensResponse === 1 && row.isPartial !== null ? row.isPartial === 1 : null,
  sourcePath: row.sourcePath,
  line: row.line,
  rawBytes: row.rawBytes,
  inheritedFrom: row.inheritedFrom,
  endsCall: row.endsCall,
  toolCall,
});

export type ListedToolCall = Omit<typeof toolCalls.$inferSelect, 'errorKey' | 'pairHash'> & {
  resultText: string | null;
  resultBytes: number | null;
  resultLines: number | null;
  resultAttachments: string | null;
  endText: string | null;
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
  kind: parseStored(toolKind, row.kind),
  summary: row.summary,
  params: cutAtBytes(row.params, windowBytes),
  paramsBytes: row.paramsBytes,
  resultText: row.resultText === null ? null : cutAtBytes(row.resultText, windowBytes),
  resultBytes: row.resultBytes,
  resultLines: row.resultLines,
  resultAttachments: toAttachments(row.resultAttachments),
  endText: row.endText,
  outcome: parseStored(outcome, row.outcome),
  outcomeSource: parseStored(outcomeSource, row.outcomeSource),
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
