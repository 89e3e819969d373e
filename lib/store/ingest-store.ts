import type { RecordKind } from '../domain/record.ts';
import type { OrderKey } from '../session/order.ts';
import type { AppendBatch, DecodedRows, SessionRow, SourceRow, StoredSessionRow } from './rows.ts';

/** A record that only a running agent reported, and no file. `callKey` is that of a call; `text` the first 64 kB of a prompt or an answer, else ''. */
export type LiveRecord = {
  id: string;
  kind: RecordKind;
  order: OrderKey;
  nativeCallId: string | null;
  callKey: string | null;
  text: string;
};

/** A stored call, for a batch that reports it again. */
export type KnownCall = { id: string; callIndex: number; nativeCallId: string | null; callKey: string; isAnswered: boolean };

/** Where a call stands; `recordId` is that of the call. */
export type CallPlace = { sessionId: string; recordId: string; nativeCallId: string };

/** A session of the same tree of subagents. `hasLive`: some of its records were only reported live. */
export type Relative = { id: string; hasLive: boolean };

/** Fields of a stored record that `deriveNext` needs, in order. */
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
  /** `conflicting`: sessions that another writer changed since the revision that the batch expects; then nothing was stored. */
  append(batch: AppendBatch): Promise<{ newRecords: number; conflicting: string[] }>;
  /** Removes records that a second file holds better. Derive the session again once their place is filled. */
  removeRecords(sessionId: string, ids: readonly string[]): Promise<void>;
  /** Records in order key order, after a place; a window of `limit`. For a derivation from the start. */
  listRecordHeads(sessionId: string, after: OrderKey | null, limit: number): Promise<RecordHead[]>;
  /**
   * Native call ids by id of the call's record, and by id of the result's record, for calls and records from a place on. Both ids are the
   * same where a call contains its own result.
   */
  listCallPairs(sessionId: string, from: DerivedFrom): Promise<{ calls: Map<string, string | null>; results: Map<string, string | null> }>;
  /** Records of the live source (what a running agent reported) from a position on, in order. */
  listLiveRecords(sessionId: string, liveSourceId: string, fromSeq: number): Promise<LiveRecord[]>;
  /** The prompt that a call's turn began with, or the session's last: its first 64 kB, the size of the whole, and whether calls followed. */
  findPrompt(sessionId: string, callIndex: number | null): Promise<{ text: string; textBytes: number; hasCalls: boolean } | null>;
  /** Those of `ids` that are calls, by the id that was asked for; ids that were replaced lead to the call that is there now. */
  findKnownCalls(sessionId: string, ids: readonly string[]): Promise<Map<string, KnownCall>>;
  /** The last call with a native id that has a result. Looks at all results of the session. */
  findAnsweredCall(sessionId: string, nativeCallId: string): Promise<KnownCall | null>;
  /**
   * Relatives in the tree of subagents of a session: those that it is a subagent of, stored or not, and all with records that were only
   * reported live. `parentId` is the parent of a session that is not stored yet.
   */
  listRelatives(sessionId: string, parentId: string | null): Promise<Relative[]>;
  /** Calls with these native ids in the other sessions of that tree. Looks at all results of those sessions. */
  findCallsOfRelatives(sessionId: string, nativeCallIds: readonly string[]): Promise<CallPlace[]>;
  /** False where the last chunk expects another revision than is stored: the session must be derived anew. */
  applyRederived(chunk: Rederived): Promise<boolean>;
  /**
   * Brings everything that is computed over whole sessions up to date: inheritance between sessions that share native
   * keys (owner: none whose parent holds it too, earliest start, then earliest end, then id), parents that link to sessions which name none, turns, and counts. Idempotent; interrupted ones are found by `listStaleSessions`.
   * Returns every session whose figures changed.
   */
  recomputeAggregates(sessionIds: readonly string[]): Promise<string[]>;
  listStaleSessions(): Promise<string[]>;
  /** Finds the projects of all sessions anew where imports or deletions left that open. */
  placeSessions(): Promise<void>;
  /** Removes every synthetic session with all it owns. */
  deleteSynthetic(): Promise<number>;
}
