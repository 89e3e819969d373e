import type { Assessment, AssessmentSeverity } from '../domain/assessment.ts';
import type { Change, ChangeTopic } from '../domain/change.ts';
import type { FileResult, ImportDetail, ImportOrigin, ImportSummary } from '../domain/import.ts';
import type { Issue, IssueLine } from '../domain/issue.ts';
import type { Delivery, DeliveryCount, DeliveryState, DueDelivery, SinkRule } from '../domain/delivery.ts';
import type {
  Observation,
  ObservationCounts,
  ObservationFacets,
  ObservationFilter,
  ObservationGroup,
  ObservationSort,
  ObservationTransition,
  ObservationView,
  Occurrence,
} from '../domain/observation.ts';
import type { GroupLabel } from '../domain/precision.ts';
import type { HistoryEntry, TriageCommand, TriageResult, UndoResult } from '../domain/triage.ts';
import type { Outcome, OutcomeSource } from '../domain/outcome.ts';
import type { Page, WalkablePage } from '../domain/page.ts';
import type { Attachment, RecordKind, SessionRecord } from '../domain/record.ts';
import type { Session, SessionFacets, SessionFilter, SessionSort, Relation } from '../domain/session.ts';
import type { Tokens } from '../domain/tokens.ts';
import type { ToolCall, ToolKind } from '../domain/tool-call.ts';
import type { CallFacts, SessionAbout, TurnEnd } from '../session/call-facts.ts';
import type { OrderKey } from '../session/order.ts';
import type { CallChild, CallName, CallSpans } from '../session/overview.ts';
import type { RowColumns } from '../session/rows.ts';
import type { Detection, ReportedObservation } from '../observations/detection.ts';

export type { OrderKey, RowColumns };

/**
 * The archive behind one port. Operations are coarse and async; no transaction handle leaves an engine. Every operation
 * either happens whole or not at all, and is tried 15 times on a busy database, with 20 to 150 ms of random
 * wait between, before it fails with `store_busy`. Lists are windows. One contract suite (contract/) runs against every engine.
 */
export type Store = IngestStore &
  RedecodeStore &
  SessionStore &
  ObserverStore &
  ObservationStore &
  DeliveryStore &
  ImportStore &
  ChangeStore & { close(): Promise<void> };

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
  /** What copies of the record in other sessions share; and their time, where they share it too. */
  nativeKey: string | null;
  nativeAtMs: number | null;
  lineHash: string;
  sourceId: string;
  line: number;
  byteOffset: number;
  rawBytes: number;
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
  /** Of a text that may be an error's: read only where the call's outcome is one. */
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
  cacheWrite1h: number | null;
  costUsd: number | null;
  costReported: boolean;
  atMs: number | null;
};

/**
 * Facts of a session, each merged commutatively by the ingest before it is stored. `facts` is JSON, opaque to the
 * engine but for `parentNativeId`: a session without it names no parent, and settling gives it the one that links to it.
 */
export type SessionRow = {
  id: string;
  nativeId: string;
  family: string;
  format: string;
  title: string | null;
  project: string | null;
  cwd: string | null;
  gitBranch: string | null;
  agentVersion: string | null;
  agentName: string | null;
  models: string[];
  parentId: string | null;
  relation: Relation | null;
  synthetic: boolean;
  startedAtMs: number | null;
  endedAtMs: number | null;
  activeMs: number | null;
  waitingMs: number | null;
  reportedCostUsd: number | null;
  reportedTokens: Tokens | null;
  facts: unknown;
  /** State of the derivation fold (lib/session/derive.ts), to append without reading what is stored. */
  head: unknown;
};

/** Consecutive raw lines of one source and session, compressed together. `lines[i]` begins at byte `starts[i]` of the decompressed data. */
export type RawChunk = {
  sessionId: string;
  sourceId: string;
  firstOffset: number;
  offsets: number[];
  starts: number[];
  data: Uint8Array;
  rawBytes: number;
};

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
  /** What continues the reading after `offset`: state of the format's reader and of the ingest. */
  state: unknown;
  skippedLines: number;
  unknownRecords: number;
  sessionIds: string[];
};

/** A session's row as it is stored; `revision` grows with each batch and each new numbering. */
export type StoredSessionRow = SessionRow & { revision: number };

/** What a batch was made on; 0: not stored yet. */
export type ExpectedRevision = { sessionId: string; revision: number };

/** Rows that lines were decoded to. */
export type DecodedRows = Pick<AppendBatch, 'records' | 'calls' | 'results'>;

/**
 * What a newer decoder made of lines that are stored already: its rows replace the stored ones. Of `responses`, as
 * `session\0id`, counts are replaced instead of growing; `sessions` lose the parent that an older decoder named.
 */
export type Redecoded = { records: { sessionId: string; id: string }[]; responses: ReadonlySet<string>; sessions: string[] };

/** One transaction of an import; the caller keeps it under 100 ms by keeping it under about 2,000 records. */
export type AppendBatch = {
  source: SourceRow;
  sessions: SessionRow[];
  /** Where one is not what is stored, nothing of the batch is stored. A session that is not named is not asked. */
  expected: ExpectedRevision[];
  records: RecordRow[];
  calls: ToolCallRow[];
  results: ToolResultRow[];
  /** Told of the nearest call before with that native id; they hold over what its result says, but for a rejection. */
  outcomeOverrides: ToolResultRow[];
  /** Calls of this batch that complete results which are stored already. */
  earlyPairs: EarlyPair[];
  responses: ResponseRow[];
  raw: RawChunk[];
  issues: Issue[];
  /** The lines that `issues` name. */
  issueLines: IssueLineRow[];
  links: CallLink[];
  /** Records that a running agent told and that rows of this batch tell better: they go, their ids lead to those rows. */
  replaced?: Replacement[];
  /** Results that a running agent told, of calls that the file names otherwise. */
  renamed?: RenamedResult[];
  redecoded?: Redecoded;
};

export type EarlyPair = { sessionId: string; callId: string; recordId: string };
export type Replacement = { sessionId: string; id: string; recordId: string };
export type RenamedResult = { sessionId: string; recordId: string; nativeCallId: string | null };

/** A record that a running agent told, and no file. `callKey` is that of a call; `text` the first 64 kB of a prompt, else ''. */
export type LiveRecord = {
  id: string;
  kind: RecordKind;
  order: OrderKey;
  nativeCallId: string | null;
  callKey: string | null;
  text: string;
};

/** A call as far as who tells of it again must know. */
export type KnownCall = { id: string; callIndex: number; nativeCallId: string | null; callKey: string; isAnswered: boolean };

/** A line that gave an issue; of a longer text the engine keeps the first 64 kB. `bytes` is the true length. */
export type IssueLineRow = { line: number; text: string; bytes: number };

/**
 * A call started a session. Stored by the pair, joined when read, so that the order of import does not matter. The child may
 * be named by the id of the source that holds it. Without a call, the native id is '' or `continuedLink`.
 */
export type CallLink = { sessionId: string; nativeCallId: string; childSessionId: string };

/** Stands for the call in the link of a session to the one that continues it. */
export const continuedLink = 'continued_trajectory_ref';

/** What the derivation fold needs of a stored record, in order. */
export type RecordHead = {
  id: string;
  seq: number;
  turnIdx: number | null;
  order: OrderKey;
  kind: RecordKind;
  atMs: number | null;
  responseId: string | null;
  sourceId: string;
};

/** Where a record stands, and what was read there. */
export type RecordPlace = { order: OrderKey; lineHash: string; sourceId: string };

/** Where a derivation begins: positions and numbers from here on are given anew. */
export type DerivedFrom = { seq: number; callIndex: number };

export type Rederived = {
  sessionId: string;
  /** A chunk of renumbered records; unchanged ones may be left out. */
  records: { id: string; seq: number; turnIdx: number | null }[];
  calls: { id: string; callIndex: number; turnIdx: number | null; seq: number }[];
  pairs: { callId: string; resultRecordId: string | null }[];
  /** Given with the last chunk: what lies before stood as it was. */
  from?: DerivedFrom;
  /** Given with the last chunk: what the session's row says after it. */
  session?: Pick<SessionRow, 'head' | 'startedAtMs' | 'endedAtMs' | 'activeMs' | 'waitingMs'> & { revision: number };
};

export interface IngestStore {
  findSource(path: string): Promise<SourceRow | null>;
  findSourceBySha256(sha256: string): Promise<SourceRow | null>;
  /** Whether any source has this size in bytes: if not, none has the same content. */
  hasSourceOfBytes(bytes: number): Promise<boolean>;
  findSessionRows(ids: readonly string[]): Promise<StoredSessionRow[]>;
  /** Stored places of those of `ids` that exist. */
  findRecordPlaces(sessionId: string, ids: readonly string[]): Promise<Map<string, RecordPlace>>;
  /** Ids of the records that are stored exactly as they are given, with their calls and results. */
  findUnchangedRecords(rows: DecodedRows): Promise<Set<string>>;
  /** `overtaken`: sessions that another writer changed since the revision that the batch expects; then nothing was stored. */
  append(batch: AppendBatch): Promise<{ newRecords: number; conflicting: string[] }>;
  /** Takes records out that a second file tells better. The session must be derived again after their place is filled. */
  removeRecords(sessionId: string, ids: readonly string[]): Promise<void>;
  /** Records in order key order, after a place; a window of `limit`. For a derivation from the start. */
  listRecordHeads(sessionId: string, after: OrderKey | null, limit: number): Promise<RecordHead[]>;
  /**
   * Native call ids by id of the call's record, and by id of the result's record: one and the same where a call tells its result
   * itself. Of the calls and records from a place on.
   */
  listCallPairs(sessionId: string, from: DerivedFrom): Promise<{ calls: Map<string, string | null>; results: Map<string, string | null> }>;
  /** Records of the source that stands for what a running agent told, from a position on, in order. */
  listLiveRecords(sessionId: string, liveSourceId: string, fromSeq: number): Promise<LiveRecord[]>;
  /** The session's last prompt, its first 64 kB, the size of the whole, and whether calls followed it. */
  findLastPrompt(sessionId: string): Promise<{ text: string; textBytes: number; hasCalls: boolean } | null>;
  /** Those of `ids` that are calls, by the id that was asked for; ids that were replaced lead to the call that is there now. */
  findKnownCalls(sessionId: string, ids: readonly string[]): Promise<Map<string, KnownCall>>;
  /** The last call with a native id that has a result. Looks at all results of the session. */
  findAnsweredCall(sessionId: string, nativeCallId: string): Promise<KnownCall | null>;
  /** False where the last chunk expects another revision than is stored: the session must be derived anew. */
  applyRederived(chunk: Rederived): Promise<boolean>;
  /**
   * Brings everything that is computed over whole sessions up to date: inheritance between sessions that share native
   * keys (owner: none whose parent holds it too, earliest start, then earliest end, then id), parents that link to sessions which name none, turns, and counts. Idempotent; interrupted ones are found by `listUnsettled`.
   * Answers every session whose figures changed.
   */
  recomputeAggregates(sessionIds: readonly string[]): Promise<string[]>;
  listStaleSessions(): Promise<string[]>;
  /** Indexes at most 2,000 further records for search. Answers how many; 0: nothing left. */
  indexSome(): Promise<number>;
  /** Removes every synthetic session with all it owns. */
  deleteSynthetic(): Promise<number>;
}

export type TurnRow = {
  turnIdx: number;
  promptId: string;
  title: string;
  startSeq: number;
  startedAtMs: number | null;
  /** Of the last answer, call or result. */
  endedAtMs: number | null;
  activeMs: number | null;
  toolCalls: number;
  toolErrors: number;
  toolRejected: number;
  tokensOutput: number | null;
  costUsd: number | null;
};

/** What of a session is not whole: a record that the format did not understand, a call without a result. */
export type Incomplete = 'unknown' | 'orphan';

/** Records that hold a text, in order. A call and the result that completes it are one match, with the call's number; else that is 0. */
export type TextMatches = { total: number; matches: { seq: number; callIndex: number }[] };

export interface SessionStore {
  listSessions(
    filter: SessionFilter,
    sort: SessionSort,
    descending: boolean,
    page: { cursor: string | null; limit: number },
  ): Promise<WalkablePage<Session>>;
  /** Ours, or `family:nativeId`. */
  findSession(id: string): Promise<Session | null>;
  listChildren(sessionId: string): Promise<Session[]>;
  sessionFacets(): Promise<SessionFacets>;
  /** All records and all calls of a session, inherited ones included, by the last of them: positions run from 0 to this, calls from 1. */
  countRecords(sessionId: string): Promise<number>;
  countToolCalls(sessionId: string): Promise<number>;
  /** Records by position; text, arguments and results cut at `windowBytes` each. */
  listRecords(sessionId: string, from: number, limit: number, windowBytes: number): Promise<SessionRecord[]>;
  findRecord(sessionId: string, recordId: string, windowBytes: number): Promise<SessionRecord | null>;
  /** A slice of the full text of a record or of its call's arguments, in characters. */
  readText(
    sessionId: string,
    recordId: string,
    part: 'text' | 'params',
    from: number,
    length: number,
  ): Promise<{ text: string; totalChars: number } | null>;
  /** Where a text occurs, whatever its case: all matches counted, and at most `limit` of those after `afterSeq`. */
  listTextMatches(sessionId: string, text: string, afterSeq: number, limit: number): Promise<TextMatches>;
  /** The next one after a position, around the end; null where there is none. Inherited ones count in their own session alone. */
  findIncomplete(sessionId: string, what: Incomplete, afterSeq: number): Promise<{ seq: number; callIndex: number } | null>;
  /** The line that a record was read from, as it stands in its source. */
  readRaw(sessionId: string, recordId: string): Promise<{ raw: string; path: string; line: number; bytes: number } | null>;
  listToolCalls(sessionId: string, fromCall: number, limit: number, windowBytes: number): Promise<ToolCall[]>;
  /** Nearest call in a direction whose outcome is one of `outcomes`. */
  findCall(sessionId: string, fromCall: number, direction: 1 | -1, outcomes: readonly Outcome[]): Promise<ToolCall | null>;
  /** What the row index is computed from, from the first record of `fromTurn` on. */
  rowColumns(sessionId: string, fromTurn: number): Promise<RowColumns>;
  /** What the overview strip is computed from: columns of all calls of a window, names of single calls, calls that started sessions. */
  listCallSpans(sessionId: string, fromCall: number, toCall: number): Promise<CallSpans>;
  listCallNames(sessionId: string, calls: readonly number[]): Promise<CallName[]>;
  listCallChildren(sessionId: string, fromCall: number, toCall: number): Promise<CallChild[]>;
  listTurns(sessionId: string): Promise<TurnRow[]>;
  listTurnOutcomes(sessionId: string): Promise<{ turnIdx: number | null; outcomes: Outcome[] }[]>;
}

/** Where the observers of a session stand: the last call that they saw, and their state after it. */
export type ObserverHead = { callIndex: number; callId: string; configKey: string; fold: unknown };

/** What observers are given: where they stood (null: before the first call) and calls after that, ascending, none that is inherited. */
export type ReducerWindow = {
  head: ObserverHead | null;
  about: SessionAbout;
  project: string | null;
  calls: CallFacts[];
  /** Ends of turns behind the head's call and behind these, ascending. */
  turnEnds: TurnEnd[];
};

/** An assessment before it is stored. */
export type AssessmentRow = Omit<Assessment, 'sentAtMs' | 'superseded'>;

/** What folding a window comes to. `open`: findings that stand after it, counted, and the worst of all that ever were. */
export type ReducerOutcome = {
  fold: unknown;
  assessments: AssessmentRow[];
  /** What of it people triage, in order; stored with it. */
  detections: Detection[];
  findings: number;
  worst: AssessmentSeverity | null;
};

/** Of all generations of an assessment one stands at most. */
export type AssessmentKey = Pick<Assessment, 'observer' | 'configKey' | 'callId'>;

export type ReducerResult = { assessments: AssessmentRow[]; folded: number; /** Calls remain that can be folded. */ more: boolean };

/** `version` is another one whenever what observers see of the session has changed. */
export type UnobservedSession = { sessionId: string; version: string };

export type FindingCount = { observer: string; category: string; severity: AssessmentSeverity; sessions: number; findings: number };

/** A session that owns calls, as a replay of the archive meets it. */
export type ObservableSession = { sessionId: string; title: string | null; project: string | null; toolCalls: number };

export interface ObserverStore {
  /**
   * Reads where the observers of a session stand and at most `limit` calls after that, gives them to `fold` (which is pure and runs
   * in no transaction), and stores what it answers if nothing that it was given has changed; else reads again. Calls are given up to the last one with a result; those that wait for theirs
   * behind it come later. Where a call at or before the head was added or changed since, or the head was made with another
   * configuration, it goes on from the last state before that; assessments from there on are marked superseded, and stand
   * again where the same are found again. Null: there is no such session.
   */
  reduceCalls(
    sessionId: string,
    configKey: string,
    limit: number,
    fold: (window: ReducerWindow) => ReducerOutcome,
  ): Promise<ReducerResult | null>;
  /** Sessions that no observers saw, that changed since, or that are to be observed again; newest first. */
  listUnobserved(limit: number): Promise<UnobservedSession[]>;
  countUnobserved(): Promise<number>;
  /** Sessions whose observers saw all, but ran with another configuration than this one. */
  countOutdated(configKey: string): Promise<number>;
  /** Makes those that `countOtherwise` counts ones to be observed again, and answers how many. What was found stays known meanwhile. */
  markOutdatedUnobserved(configKey: string): Promise<number>;
  /** Ascending by call, then as they were made; of all, or of the `newest`, among those of some calls where they are named. */
  listAssessments(
    sessionId: string,
    options: { superseded: boolean; newest?: undefined } | { superseded: boolean; newest: number; fromCall?: number; toCall?: number },
  ): Promise<Assessment[]>;
  /** Marks assessments that stand as given to the agent; answers those that were not marked before: of several who ask, one gets each. */
  putSent(sessionId: string, keys: readonly AssessmentKey[], sentAtMs: number): Promise<AssessmentKey[]>;
  /** Those that stand of the last call at or before a call at which any observer said something, as they were made. */
  listAssessmentsOfLastCall(sessionId: string, atCall: number): Promise<Assessment[]>;
  /** What each observer said last at or before a call, of what stands; in the order in which they first said something. */
  listActiveAssessments(sessionId: string, atCall: number): Promise<Assessment[]>;
  /** The head, or the newest state that was kept at or before a call. */
  findObserverHead(sessionId: string, atCall?: number): Promise<ObserverHead | null>;
  /** Puts the observers of a session where they once stood; assessments after that are marked superseded. */
  putObserverHead(sessionId: string, head: ObserverHead): Promise<void>;
  /** Calls after a call as observers are given them, with the ends of turns behind that call and behind these, and what they know of the session. */
  listCallFacts(
    sessionId: string,
    afterCall: number,
    limit: number,
  ): Promise<{ about: SessionAbout; calls: CallFacts[]; turnEnds: TurnEnd[] }>;
  /** Sessions that own calls, oldest first, with what their observers last found. For a replay of the archive. */
  listObservable(afterId: string | null, limit: number): Promise<ObservableSession[]>;
  /** What each observer found, over assessments that stand: each finding of a session once, under the worst severity that it had. */
  countFindings(): Promise<FindingCount[]>;
}

/** A list's place and size. `sort` by severity puts the newest first within one, by anything else the most severe. */
export type ObservationQuery = {
  filter: ObservationFilter;
  sort: ObservationSort;
  descending: boolean;
  cursor: string | null;
  limit: number;
  /** What ages are counted from. */
  nowMs: number;
};

/** `zoneMinutes`: how far the asker's clock is ahead of UTC, for the days of groups. */
export type GroupQuery = ObservationQuery & { zoneMinutes: number };

/** With counts over all that match; `matching` is another text as soon as others do. */
export type ResultSetPage<Item> = WalkablePage<Item> & { resultSetHash: string; counts: ObservationCounts };

/** Whose history: of one observation, or of a group. */
export type HistoryOf = { observationId: string } | { fingerprint: string };

/** What came of something that was told; `unchanged`: all of it was known. */
export type ReportResult = { observation: Observation; fate: 'created' | 'updated' | 'unchanged' };

export type OpenObservations = { observations: Observation[]; counts: ObservationCounts };

export interface ObservationStore {
  /**
   * Adds what was told, all or nothing, in order; the same again (fingerprint and session) is one that was seen again. A status that is given (an import)
   * holds where the observation is new or the given version of it is younger. Answers each, as it stands after all of them.
   */
  putObservations(reported: readonly ReportedObservation[], by: string, changeId: string): Promise<ReportResult[]>;
  /** Walked both ways. */
  listObservations(query: ObservationQuery): Promise<ResultSetPage<Observation>>;
  /**
   * Those of a session that are open or regressed, the most severe first, of those the regressed ones, then the newest, at most `maxOfObserver` of each observer, by its name;
   * and how many there are of all. Reads no other session's: for a process that asks once.
   */
  listOpenObservations(sessionId: string, maxOfObserver: number, limit: number): Promise<OpenObservations>;
  listObservationGroups(query: GroupQuery): Promise<ResultSetPage<ObservationGroup>>;
  /** Of each filter, by its name, all of one moment: so they can be compared. */
  observationFacets<Name extends string>(
    filters: Readonly<Record<Name, ObservationFilter>>,
    view: ObservationView,
    nowMs: number,
  ): Promise<Record<Name, ObservationFacets>>;
  /** Groups that are open or regressed, medium or worse. */
  countNeedingAttention(): Promise<number>;
  /** Ids of observations, or fingerprints of groups, that begin with a text, ascending; archived ones included. */
  listObservationIds(of: 'observations' | 'groups', start: string, limit: number): Promise<string[]>;
  findObservation(id: string): Promise<Observation | null>;
  findObservationGroup(fingerprint: string, nowMs: number, zoneMinutes: number): Promise<ObservationGroup | null>;
  /** Each time that it began, newest first; none of an observation that is not there. */
  listOccurrences(observationId: string, limit: number): Promise<Occurrence[]>;
  /** Newest first. What one request changed is one entry; of what only made observations, the first of a group alone. */
  listHistory(of: HistoryOf, limit: number): Promise<HistoryEntry[]>;
  /**
   * Carries an action out on all of its target in one transaction, by the table of lib/observations/lifecycle.ts. Fails with `conflict`, and changes nothing, where a
   * version or the total is not what was expected; `details.changed` holds the current state. Unknown ids fail with `not_found`.
   * Of more than 10,000 that match a filter, 2,000 are one transaction, and what is another's meanwhile comes between them.
   */
  triage(command: TriageCommand): Promise<TriageResult>;
  /** Takes back what one request changed, as far as nothing changed it since, 10,000 in a transaction. */
  undoTriage(changeId: string, by: string, atMs: number): Promise<UndoResult>;
  /** Archives resolved observations (of one session, if named), 2,000 per transaction, all as one change; returns how many. */
  clearResolved(sessionId: string | null, by: string, atMs: number, changeId: string): Promise<number>;
  /** Groups that triage calls fixed or a false positive, by people's and agents' own resolutions; not by what followed from them. */
  listLabels(): Promise<GroupLabel[]>;
  /** Transitions after one, ascending. */
  listTransitions(afterSeq: number, limit: number): Promise<ObservationTransition[]>;
}

/** `isUncounted`: the claimed attempt does not count and is given back. */
export type DeliveryEnd = { state: DeliveryState; error: string | null; nextAtMs: number | null; atMs: number; isUncounted?: boolean };

export interface DeliveryStore {
  /**
   * Queues what each rule wants of the observations that were opened or returned since it last looked, a window of steps at a time; a
   * rule that is new begins at now. One that became more severe while it is open is queued for a rule that did not want it before,
   * once each time that it is opened. Synthetic ones stay here. `waits`: some are queued once a replay of their session ends.
   */
  queueDeliveries(rules: readonly SinkRule[], nowMs: number): Promise<{ queued: number; more: boolean; waits?: true }>;
  /** When the next one of a sink is to be sent; null: none waits. */
  nextDeliveryMs(sink: string): Promise<number | null>;
  /** Those of a sink whose time has come, oldest first; they are not given again before `leaseMs` have passed. */
  claimDeliveries(sink: string, nowMs: number, leaseMs: number, limit: number): Promise<DueDelivery[]>;
  /** The one of a sink that has waited longest, where its time has come; until then, and while it is claimed, nothing comes before it. */
  claimOldestDelivery(sink: string, nowMs: number, leaseMs: number): Promise<DueDelivery | null>;
  /**
   * What came of one; nothing, where it is no longer pending: another process was done with it. What was sent loses its observation, and
   * of more than 10,000 that were sent the oldest are removed, a hundred at a time.
   */
  endDelivery(id: string, outcome: DeliveryEnd): Promise<void>;
  /** Newest first. */
  listDeliveries(state: DeliveryState | null, page: { cursor: string | null; limit: number }): Promise<Page<Delivery>>;
  /** Of each sink that anything was queued for, by name; those that were sent and are removed count on. */
  countDeliveries(): Promise<DeliveryCount[]>;
  /** Null: there is none. */
  findDelivery(id: string): Promise<Delivery | null>;
  /** Makes a dead one pending again; false where there is no such one. */
  retryDelivery(id: string, nowMs: number): Promise<boolean>;
  /** Makes all dead ones of a sink pending again; answers how many. */
  retryDeliveries(sink: string, nowMs: number): Promise<number>;
}

export interface ImportStore {
  createImport(row: { id: string; origin: ImportOrigin; label: string; startedAtMs: number }): Promise<void>;
  /** Inserts or replaces the results of files, and the import's totals with them. */
  putFileResults(importId: string, results: readonly FileResult[]): Promise<void>;
  finishImport(importId: string, status: 'done' | 'cancelled', finishedAtMs: number): Promise<void>;
  findImport(id: string): Promise<ImportDetail | null>;
  listImports(page: { cursor: string | null; limit: number }): Promise<Page<ImportSummary>>;
  /** Ids of all imports that are not finished, oldest first. */
  listOpenImports(): Promise<string[]>;
  listSourceIssues(sourceId: string): Promise<Issue[]>;
  findIssueLine(sourceId: string, line: number): Promise<IssueLine | null>;
  listWatched(): Promise<{ path: string; addedAtMs: number }[]>;
  putWatched(path: string, addedAtMs: number): Promise<void>;
  deleteWatched(path: string): Promise<void>;
}

export interface ChangeStore {
  /** Announces something that is in no table (an upload's progress). */
  announce(topic: ChangeTopic, subjectId: string): Promise<void>;
  /**
   * At most `limit` changes after a cursor, in an order in which none appears later before one that was read; and the cursor of the last
   * of them, or where reading stopped. Null, and a cursor that this archive did not give, stand for its end: no changes, and the cursor of
   * now, which is another one as soon as anything was logged.
   */
  readChanges(after: string | null, limit: number): Promise<{ changes: Change[]; cursor: string }>;
  /**
   * Calls `onWrite` within 100 ms of any commit by any process, never inside a transaction; several commits may be one call, and a
   * commit that logged no change may be one too. `onError`: the archive could not be watched for a moment. Answers what ends it;
   * closing the store ends all.
   */
  subscribe(subscriber: { onWrite: () => void; onError: (error: unknown) => void }): () => void;
}

/** Which version of its format decoded a source; null: one from before formats had versions. */
export type SourceVersion = { id: string; path: string; format: string | null; formatVersion: number | null };

/** A run of stored lines: each begins at `offsets[i]` in its source and at byte `starts[i]` of the decompressed `data`. */
export type StoredChunk = { sessionId: string; firstOffset: number; offsets: number[] };

/** A stored record as far as it must be known to decide whether its source still gives it. */
export type SourceRecord = { id: string; lineHash: string };

/** One run that decoded sources again. `kept` sources stay as an older version decoded them, for `reasons`, at most 20. */
export type UpgradeRow = {
  id: string;
  startedAtMs: number;
  finishedAtMs: number | null;
  total: number;
  done: number;
  kept: number;
  reasons: string[];
  /** Formats and their versions at that time. */
  formats: string;
};

/** Decoding stored sources again with a newer version of their format, in place. */
export interface RedecodeStore {
  listSourceVersions(): Promise<SourceVersion[]>;
  /** A source and all that share sessions with it, directly or through others, by path. Empty: there is no such source. */
  listRelatedSources(sourceId: string): Promise<SourceRow[]>;
  listRawChunks(sourceId: string): Promise<StoredChunk[]>;
  readRawChunk(sessionId: string, sourceId: string, firstOffset: number): Promise<{ starts: number[]; data: Uint8Array } | null>;
  /** Line numbers by byte offset, as far as the records of a source name them. */
  listLineNumbers(sourceId: string): Promise<Map<number, number>>;
  /** Records of a session that one of `sourceIds` gave, by id after `afterId`, at most `limit`. */
  listSourceRecords(sessionId: string, sourceIds: readonly string[], afterId: string, limit: number): Promise<SourceRecord[]>;
  /** What a session holds beside records: ids of responses, and links to the sessions that its calls started. */
  listSessionParts(sessionId: string): Promise<{ responses: string[]; links: CallLink[] }>;
  removeSessionParts(sessionId: string, parts: { responses: readonly string[]; links: readonly CallLink[] }): Promise<void>;
  removeRawChunks(sourceId: string, chunks: readonly Pick<StoredChunk, 'sessionId' | 'firstOffset'>[]): Promise<void>;
  /** Removes those of `ids` that have no records left and no observation that somebody triaged. Answers the removed ones. */
  removeEmptySessions(ids: readonly string[]): Promise<string[]>;
  /** Stores a source that was decoded again whole; its issues but those of `issueKeys` (`line:code`) go. Null keeps all. */
  finishRedecoding(source: SourceRow, issueKeys: ReadonlySet<string> | null): Promise<void>;
  /** Paths that were refused as unknown or not supported and have not been imported since, oldest first. */
  listRefusedPaths(): Promise<string[]>;
  putUpgrade(row: UpgradeRow): Promise<void>;
  findLastUpgrade(): Promise<UpgradeRow | null>;
}
