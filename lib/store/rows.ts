import type { Issue } from '../domain/issue.ts';
import type { Outcome, OutcomeSource } from '../domain/outcome.ts';
import type { Attachment } from '../domain/attachment.ts';
import type { RecordKind } from '../domain/record.ts';
import type { Relation, TitleBasis } from '../domain/session.ts';
import type { Tokens } from '../domain/tokens.ts';
import type { ToolKind } from '../domain/tool-call.ts';
import type { AboutTurn } from '../session/turn-ends.ts';
import type { TurnOutcome } from '../session/turn-outcomes.ts';
import type { OrderKey } from '../session/order.ts';
import type { SnapshotRow } from './trajectory-store.ts';

export type RecordRow = {
  sessionId: string;
  id: string;
  seq: number;
  turnIdx: number | null;
  order: OrderKey;
  kind: RecordKind;
  subtype: string | null;
  /** Full text. The engine keeps the first 64 kB in the row and the whole beside it. */
  text: string;
  attachments: Attachment[];
  atMs: number | null;
  model: string | null;
  responseId: string | null;
  unknown: boolean;
  /** Key that copies of the record in other sessions share; and their time, where they share it, too. */
  nativeKey: string | null;
  nativeAtMs: number | null;
  lineHash: string;
  sourceId: string;
  line: number;
  byteOffset: number;
  rawBytes: number;
  aboutTurn: AboutTurn | null;
};

export type ToolCallRow = {
  sessionId: string;
  /** Same as its record's id. */
  id: string;
  callIndex: number;
  turnIdx: number | null;
  seq: number;
  nativeCallId: string | null;
  name: string;
  kind: ToolKind;
  summary: string;
  /** Full arguments; windowed like a record's text. */
  params: string;
  startedAtMs: number | null;
  responseId: string | null;
  callKey: string;
};

/** A result; kept by itself and copied onto the call that it completes. Its text is the text of `recordId`. */
export type ToolResultRow = {
  sessionId: string;
  recordId: string;
  /** Null: an orphan, whose call is not known (yet). */
  callId: string | null;
  nativeCallId: string | null;
  outcome: Outcome;
  outcomeSource: OutcomeSource;
  exitCode: number | null;
  endedAtMs: number | null;
  durationMs: number | null;
  resultKey: string;
  /** Key of a text that may be an error: read only where the call's outcome is one. */
  errorKey: string | null;
};

/** Upserted by the maximum of each count. */
export type ResponseRow = {
  sessionId: string;
  /** The source's own id, unique in its session; sessions that copied from each other share it. */
  id: string;
  turnIdx: number | null;
  model: string | null;
  tokens: Tokens;
  /** True: the output is at least what `tokens` says; false: that is the final count; null: the source does not say. */
  isPartial: boolean | null;
  isFast: boolean;
  cacheWrite1h: number | null;
  costUsd: number | null;
  costReported: boolean;
  atMs: number | null;
};

export type SessionOutcome = { reward: number | null; exitStatus: string | null; turns: TurnOutcome[] };

/**
 * Facts of a session, each merged commutatively by the ingest before it is stored. `facts` is JSON, opaque to the
 * engine but for `parentNativeId`: a session without it names no parent, and `recomputeAggregates` gives it the one that links to it.
 */
export type SessionRow = {
  id: string;
  nativeId: string;
  family: string;
  format: string;
  title: string | null;
  titleBasis: TitleBasis | null;
  cwd: string | null;
  /** Name of the session's folder. The store gives a subagent that of its parent, and finds the project of each session by the places of all. */
  folderName: string | null;
  /** The repository, as `toRepositoryKey` gives it, the folder that the worktree was made of, and the name of that, as the file says. */
  repository: string | null;
  mainFolder: string | null;
  worktreeName: string | null;
  gitBranch: string | null;
  agentVersion: string | null;
  agentName: string | null;
  models: string[];
  parentId: string | null;
  relation: Relation | null;
  /** The entry of another session, by its native key, behind which this one goes on; null: it names none. */
  continues: string | null;
  synthetic: boolean;
  startedAtMs: number | null;
  endedAtMs: number | null;
  activeMs: number | null;
  waitingMs: number | null;
  reportedCostUsd: number | null;
  reportedTokens: Tokens | null;
  /** Outcome according to the sources; null: they give none. */
  outcome: SessionOutcome | null;
  facts: unknown;
  /** `DeriveState` (lib/session/derive.ts), to append without reading stored records. */
  head: unknown;
};

/** Consecutive raw lines of one source and session, compressed together. `lines[i]` begins at byte `starts[i]` of the decompressed data. */
export type RawChunk = {
  sessionId: string;
  sourceId: string;
  firstOffset: number;
  offsets: number[];
  starts: number[];
  /** Hashes in the records of lines that are not stored as they were hashed; null for each other line, or for all. */
  hashes: (string | null)[] | null;
  data: Uint8Array;
  rawBytes: number;
  /** Set for lines that repeat each other: `data` then holds parts, each compressed by itself. */
  parts?: RawParts;
};

/** Different parts by their hashes, where each ends in the data, and the parts in the order of the lines. */
export type RawParts = { hashes: string[]; ends: number[]; order: number[] };

export type SourceRow = {
  /** Derived from the path. */
  id: string;
  path: string;
  format: string | null;
  bytes: number;
  sha256: string | null;
  /** Bytes read so far, up to the end of the last complete line, and the sha256 of exactly those bytes. */
  offset: number;
  offsetSha256: string | null;
  lines: number;
  mtimeMs: number | null;
  inode: string | null;
  /** Version of the format that decoded all that was read; null: one from before formats had versions. */
  formatVersion: number | null;
  /** When the file itself was last written; null for an upload. */
  writtenAtMs: number | null;
  /** State to continue reading after `offset`: that of the format's reader and of the ingest. */
  state: unknown;
  skippedLines: number;
  unknownRecords: number;
  /** Its lines were packed in a debug bundle. */
  isBundle: boolean;
  sessionIds: string[];
};

/** A session's row as it is stored; `revision` grows with each batch and each new numbering. */
export type StoredSessionRow = SessionRow & { revision: number; /** Name of the project that the session is in. */ project: string | null };

/** Revision that a batch was based on; 0: not stored yet. */
export type ExpectedRevision = { sessionId: string; revision: number };

/** Rows that lines were decoded to. */
export type DecodedRows = Pick<AppendBatch, 'records' | 'calls' | 'results'>;

/**
 * Output of a newer decoder for lines that are already stored: its rows replace the stored ones. Counts of `responses` are replaced instead
 * of growing; `sessions` lose the parent that an older decoder named.
 */
export type Redecoded = { [part in 'records' | 'responses']: { sessionId: string; id: string }[] } & { sessions: string[] };

/** One transaction of an import; the caller keeps it under 100 ms by keeping it under about 2,000 records. */
export type AppendBatch = {
  source: SourceRow;
  /** The first of a file that is read from its beginning: earlier issues of the file go with it. */
  isFirst?: boolean;
  sessions: SessionRow[];
  /** Where one is not what is stored, nothing of the batch is stored. A session that is not named is not asked. */
  expected: ExpectedRevision[];
  /** Unique by id. */
  records: RecordRow[];
  calls: ToolCallRow[];
  results: ToolResultRow[];
  /** Outcomes of the nearest earlier call with that native id. They override its result, except a rejection. */
  outcomeOverrides: ToolResultRow[];
  /** Calls of this batch that complete results which are stored already. */
  earlyPairs: EarlyPair[];
  /** Unique by session and id. */
  responses: ResponseRow[];
  raw: RawChunk[];
  /** Snapshots of sessions; those whose identity another line has already are left out. */
  snapshots: SnapshotRow[];
  issues: Issue[];
  /** The lines that `issues` name. */
  issueLines: IssueLineRow[];
  links: CallLink[];
  /** Live records that rows of this batch replace: their ids lead to those rows. */
  replaced?: Replacement[];
  /** Live results of calls to which the file gives another native id. */
  renamed?: RenamedResult[];
  redecoded?: Redecoded;
  /** Someone asked for the file: sessions that were deleted come back, and are left out otherwise. */
  restoresDeleted?: boolean;
};

export type EarlyPair = { sessionId: string; callId: string; recordId: string };
export type Replacement = { sessionId: string; id: string; recordId: string };
export type RenamedResult = { sessionId: string; recordId: string; nativeCallId: string | null };

/** A line that gave an issue; of a longer text the engine keeps the first 64 kB. `bytes` is the true length. */
export type IssueLineRow = { line: number; text: string; bytes: number };

/**
 * A call started a session. Stored by the pair, joined when read, so that the order of import does not matter. The child may
 * be named by the id of the source that holds it. Without a call, the native id is '' or `continuedLink`.
 */
export type CallLink = { sessionId: string; nativeCallId: string; childSessionId: string };

/** Stands for the call in the link of a session to the one that continues it. */
export const continuedLink = 'continued_trajectory_ref';
