import type { Attachment } from '../domain/attachment.ts';
import type { RecordKind } from '../domain/record.ts';
import type { Issue } from '../domain/issue.ts';
import type { Outcome, OutcomeSource } from '../domain/outcome.ts';
import type { Relation } from '../domain/session.ts';
import type { Tokens } from '../domain/tokens.ts';
import type { AboutTurn } from '../session/turn-ends.ts';
import type { TurnOutcome } from '../session/turn-outcomes.ts';
import type { OrderKey } from '../session/order.ts';

/**
 * The contract between a file format and the import. A format is a pure mapping from lines (or one JSON document) to drafts: it opens
 * nothing, knows no ids of ours and never throws on content. Content that it does not understand becomes a `meta` record and is counted.
 */
export type Format = {
  /** Stable name: `claude-code`, `codex`, … */
  id: string;
  /** From 1. Raise it when the same bytes give other drafts: files that an older version decoded are then decoded again. */
  version: number;
  label: string;
  /** The agent that wrote these sessions, unless a session names its own. All formats of an agent share one object. */
  agent: Agent;
  shape: 'lines' | 'document';
  /** Id of the format whose sessions this format only describes. */
  companionOf?: string;
  /** Id of the format whose files hold part of the same content. Where both are imported, the records of that format count. */
  yieldsTo?: string;
  capabilities: FormatCapabilities;
  /** Each line holds most of what the one before it holds: of the raw lines, what they have in common is stored once. */
  repeats?: boolean;
  /** `shape: 'lines'`: tables of a database whose rows, as JSON objects, are such lines; in the order in which they are read. */
  tables?: readonly RowTable[];
  /** 0: certainly not this format; 1: certainly. Looks at content only. */
  detect(head: Head): number;
  /** `shape: 'lines'`: a reader of lines, one by one, continued from `state` (JSON that `state()` gave earlier). */
  openLines?(hints: SourceHints, state: unknown): LineReader;
  /** `shape: 'document'`: the whole file, parsed. Gives its drafts part by part, as they are asked for; at least one part. */
  readDocument?(value: unknown, hints: SourceHints): Iterable<DocumentDrafts>;
};

/** An agent: `id` is the `family` of its sessions, from which their ids derive; `label` is its name as people write it. */
export type Agent = {
  id: string;
  label: string;
  /**
   * Folders that it writes session files to, below `~` or the folder that an environment variable names; the first page offers to
   * import and follow them.
   */
  folders?: readonly string[];
  /** Names the session that a file in it belongs to, from its path; null: one that another file begins. Without it, each file is one. */
  sessionOf?: (file: string) => string | null;
  /** The command that goes on with a session, before its id. */
  resumeCommand?: string;
};

export type FormatCapabilities = { timestamps: boolean; tokens: boolean; cost: boolean; outcomes: boolean; subagents: boolean };

/** A table that is read: its name, columns without which it is another one, and the one with the time of a row's last change. */
export type RowTable = { name: string; columns: readonly string[]; changedAt: string | null };

/** A table that a database has. */
export type TableShape = { name: string; columns: readonly string[] };

/** Input of detection: the first bytes, and the first parseable values (lines), or the parsed document. */
export type Head = {
  bytes: Uint8Array;
  /** Parsed values of the first complete lines (at most 20), null where a line is no JSON. */
  values: readonly unknown[];
  /** The whole text as one JSON value where the file is one document; undefined otherwise. */
  document: unknown;
  /** Tables of a database; undefined otherwise. */
  tables?: readonly TableShape[];
};

/** Hints from a file's location; never used to detect a format. */
export type SourceHints = { path: string };

export type LineReader = {
  /** Maps one line. Never throws. `value` is the parsed JSON of `line.text`. */
  read(line: Line, value: unknown, out: Drafts): void;
  /** Parses a line that is no JSON but what its writer takes for it. Throws where it is not. */
  parse?(text: string): unknown;
  /** State that the reader needs to continue after the last line: plain JSON, under 32 kB. */
  state(): unknown;
};

/** One line without its end. `number` is 1-based, `offset` and `bytes` are byte positions in the file; `isAscii` where that is known. */
export type Line = { number: number; offset: number; bytes: number; text: string; hash: string; isAscii?: boolean };

/** Drafts that a format gives: `read` appends to them, and the import takes them away in batches. */
export type Drafts = { sessions: SessionDraft[]; records: RecordDraft[]; responses: ResponseDraft[]; links: LinkDraft[]; issues: Issue[] };

/** Empty drafts. */
export const makeDrafts = (): Drafts => ({ sessions: [], records: [], responses: [], links: [], issues: [] });

/**
 * A part of what a document gives. `lines` are its elements in order, each as JSON text: `number` is the ordinal that records name as
 * their line, `offset` the place of the text among all of them. Records come in ascending lines; those of one element, and what is said
 * of their session, stand in one part.
 */
export type DocumentDrafts = Drafts & { lines?: readonly Line[] };

/** Facts about a session from a source. Later drafts fill in; `null` and absent never overwrite. */
export type SessionDraft = {
  nativeId: string;
  /** The session's agent where a format is not of one agent alone; given no later than the session's first record. */
  family?: string;
  /** Where this was given: earliest wins for cwd and branch, latest for title (at equal rank) and version. */
  line: number;
  atMs: number | null;
  parentNativeId?: string | null;
  relation?: Relation | null;
  /** It goes on behind this entry, which another file holds, by its native key. */
  continues?: string;
  /** The higher `titleRank` wins: 4 given by a person, 3 generated by the agent, 2 summary, 1 first prompt; ties: the later line. */
  title?: string | null;
  titleRank?: 1 | 2 | 3 | 4;
  cwd?: string | null;
  /** The repository, as `toRepositoryKey` gives it. */
  repository?: string | null;
  /** The folder that the session's worktree was made of, and the name of that. */
  mainFolder?: string | null;
  worktree?: string | null;
  gitBranch?: string | null;
  agentVersion?: string | null;
  agentName?: string | null;
  model?: string | null;
  /** The source's total for the whole session. */
  costUsd?: number | null;
  /** The source's total for the whole session, if it has no tokens per response. */
  tokens?: Tokens | null;
  /** The run that `costUsd` and `tokens` belong to, if a session has several. Those of different runs add up. */
  run?: string;
  /** A score of the result, such as a benchmark's, and how the run ended, in the source's words; the later ones win. */
  reward?: number | null;
  exitStatus?: string | null;
  /** Measurements of one turn by the source. If it reports the same turn several times, the last update of each value holds. */
  turnOutcome?: TurnOutcome;
};

/** One record. `session` is the native id of its session. */
export type RecordDraft = {
  session: string;
  /** The source's unique id of the entry (a uuid); null: the line's hash and its occurrence identify it. */
  nativeKey: string | null;
  /** The key is this record's alone: another file may hold it at another time and line, which are no part of it. */
  ownsKey?: boolean;
  /** Printed by the client beside its own file: where another source has the entry of this key, at any time, that one holds. */
  isPrinted?: boolean;
  /** Copies of the entry in other sessions carry the time of the copying, not its own. */
  copiedAnew?: boolean;
  /** Position of this record inside its line or entry, from 0. */
  block: number;
  line: number;
  offset: number;
  bytes: number;
  /** Two drafts of one record: the one at the earlier place holds; at the same place, the one with the smaller hash. */
  lineHash: string;
  /** The place, of a source that numbers its entries itself; else it is the time that was carried forward, the line and the block. */
  order?: OrderKey;
  kind: RecordKind;
  subtype?: string | null;
  /** Full text; the import keeps all of it. */
  text: string;
  /** Name of the file beside the session's that holds the whole text, where `text` is only its beginning. */
  outputFile?: string;
  attachments?: Attachment[];
  atMs: number | null;
  model?: string | null;
  /** Native id of the API response that this record belongs to. */
  response?: string | null;
  /** True where the source's record type was not understood. */
  unknown?: boolean;
  call?: CallDraft;
  /** With `call`, on a `tool_call` record: a call and its result in one entry, whose text is the output. */
  result?: ResultDraft;
  /** The record stands for a snapshot of its session, which is its line: when it was made, and whether it holds the session's events. */
  snapshot?: SnapshotDraft;
  /** Facts that the record gives about turns: that they were taken back, or the usage of a run. */
  aboutTurn?: AboutTurn;
  /** On a `meta` or `system` record: a call's outcome, given apart from its output. It wins whether it comes before or after that. */
  outcomeOverride?: ResultDraft;
};

/** Epoch microseconds: snapshots may follow each other within a millisecond. */
export type SnapshotDraft = { createdUs: bigint; hasEvents: boolean };

export type CallDraft = {
  nativeCallId: string | null;
  name: string;
  /** Arguments as JSON text; '' if the source does not contain them. */
  params: string;
  /** False if the source only contains the call after it ended: the record's time is not when it began. */
  isTimed?: boolean;
};

/** A result; it completes the nearest preceding unanswered call with the same native id in its session. */
export type ResultDraft = {
  nativeCallId: string | null;
  outcome: Outcome;
  outcomeSource: OutcomeSource;
  exitCode?: number | null;
  durationMs?: number | null;
};

/** How a call ended, before the call is known. */
export type OutcomeDraft = Omit<ResultDraft, 'nativeCallId'>;

/**
 * One API response. Tokens belong to it; drafts of the same id merge by the maximum of each count. Counts that are all zero say nothing,
 * unless the response `failed`.
 */
export type ResponseDraft = {
  session: string;
  nativeId: string;
  model: string | null;
  tokens: Tokens;
  /** True: `tokens.output` was written when the answer began, so that it is at least that. False: it is the final count. */
  isPartial?: boolean | null;
  failed?: boolean;
  /** Served faster, at another price. */
  isFast?: boolean;
  /** Searches that the provider ran and charges for. */
  webSearches?: number | null;
  /** Part of cacheWrite that is kept for an hour and priced higher. */
  cacheWrite1h?: number | null;
  costUsd?: number | null;
  atMs: number | null;
};

/**
 * A call of `session` started the session `childNativeId`, or the one in the file at `childPath`; no call is named where
 * `nativeCallId` is null. With `relation`, that session continues this one.
 */
export type LinkDraft = { session: string; nativeCallId: string | null; relation?: 'continuation' } & (
  { childNativeId: string } | { childPath: string }
);
