import * as z from 'zod';
import type { responses, sessions } from '../../../../db/schema.ts';
import { relation, titleBasis } from '../../../domain/session.ts';
import { tokens, type Tokens } from '../../../domain/tokens.ts';
import type { RecordRow, SessionOutcome, SessionRow, StoredSessionRow } from '../../rows.ts';
import { computeFnv1a } from '../../result-set.ts';
import { computeNativeHash } from '../index-hash.ts';
import { parseJson, parseStrings, toJson, parseStored } from '../json.ts';

/** Between columns and the rows of the port, both ways: closed sets of words are checked when they are read. */

const anyJson = z.unknown();

export type TokenColumns = Pick<
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

/** Columns that the ingest writes; aggregates stay as they are. */
export const toSessionColumns = (row: SessionRow) => ({
  ...row,
  models: toJson(row.models),
  synthetic: Number(row.synthetic),
  reportedTokens: row.reportedTokens && toJson(row.reportedTokens),
  outcome: row.outcome && toJson(row.outcome),
  facts: toJson(row.facts),
  head: toJson(row.head),
  searchText: toSearchText(row),
});

export const toSearchText = ({ title, nativeId, id, cwd }: Pick<SessionRow, 'title' | 'nativeId' | 'id' | 'cwd'>): string =>
  [title, nativeId, id, cwd].join('\n').toLowerCase();

type Named =
  | 'id'
  | 'nativeId'
  | 'family'
  | 'format'
  | 'title'
  | 'titleBasis'
  | 'cwd'
  | 'folderName'
  | 'gitBranch'
  | 'agentVersion'
  | 'agentName'
  | 'models';

/** Which session it is, and what ran it. */
export const toNamed = (row: Pick<StoredSession, Named>) => ({
  id: row.id,
  nativeId: row.nativeId,
  family: row.family,
  format: row.format,
  title: row.title,
  titleBasis: titleBasis.nullable().catch(null).parse(row.titleBasis),
  cwd: row.cwd,
  folderName: row.folderName,
  gitBranch: row.gitBranch,
  agentVersion: row.agentVersion,
  agentName: row.agentName,
  models: parseStrings(row.models),
});

export const toSessionRow = (row: StoredSession): StoredSessionRow => ({
  ...toNamed(row),
  repository: row.repository,
  mainFolder: row.mainFolder,
  worktreeName: row.worktreeName,
  project: row.project,
  parentId: row.parentId,
  relation: parseStored(relation.nullable(), row.relation),
  continues: row.continues,
  synthetic: row.synthetic === 1,
  startedAtMs: row.startedAtMs,
  endedAtMs: row.endedAtMs,
  activeMs: row.activeMs,
  waitingMs: row.waitingMs,
  reportedCostUsd: row.reportedCostUsd,
  reportedTokens: parseReportedTokens(row.reportedTokens),
  outcome: parseOutcome(row.outcome),
  facts: parseJson(anyJson, row.facts),
  head: parseJson(anyJson, row.head),
  revision: row.revision,
});

const aboutTurn = z.object({
  takesBack: z.number().optional(),
  durationMs: z.number().nullish(),
  iterations: z.number().nullish(),
  costUsd: z.number().nullish(),
});

/** Facts about turns from a record; empty where they cannot be read. */
export const parseAboutTurn = (json: string): z.infer<typeof aboutTurn> => parseJson(aboutTurn, json, {});

export const parseReportedTokens = (json: string | null): Tokens | null => (json === null ? null : parseJson(tokens, json, null));

const sessionOutcome = z.object({
  reward: z.number().nullable(),
  exitStatus: z.string().nullable(),
  turns: z.array(
    z.object({
      nativeIdx: z.number(),
      retrievalUsed: z.boolean().nullable(),
      iterations: z.number().nullable(),
      toolErrors: z.number().nullable(),
      completed: z.boolean().nullable(),
      durationMs: z.number().nullable(),
      model: z.string().nullable(),
      createdAtMs: z.number().nullable(),
      updatedAtMs: z.number().nullable(),
    }),
  ),
});
export const parseOutcome = (json: string | null): SessionOutcome | null => (json === null ? null : parseJson(sessionOutcome, json, null));

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
  responseHash: row.responseId === null ? null : computeFnv1a(row.responseId),
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
  aboutTurn: row.aboutTurn === null ? null : toJson(row.aboutTurn),
});
