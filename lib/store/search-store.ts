import type { Verdict } from '../domain/verification.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Example, Retrieval, TermScore } from '../domain/retrieval.ts';
import type { HitSession, ListedField, SearchCondition, SearchFacets, SearchKind, SearchTerm, SearchValue } from '../domain/search.ts';

export type SearchRequest = { terms: readonly SearchTerm[]; conditions: readonly SearchCondition[] };
/** `text`: as it was asked. A cursor goes on only in the same text, since ages such as `7d` stand for another instant at each page. */
export type SearchQuery = SearchRequest & { text: string };

/** `text`: all that it is found by. */
export type FoundDocument = {
  sessionId: string | null;
  recordId: string | null;
  observationId: string | null;
  seq: number | null;
  callIndex: number | null;
  kind: SearchKind;
  tool: string | null;
  outcome: Outcome | null;
  takenBack: boolean;
  atMs: number | null;
  score: number | null;
  text: string;
  session: HitSession | null;
};

/**
 * `ranked`: how many of `total` were compared, about: the last added, where a query matches very many. `isChanged`: records were added
 * since the first page.
 */
export type FoundPage<Item> = { items: Item[]; nextCursor: string | null; total: number; ranked: number; isChanged?: boolean };
export type FoundSession = { session: HitSession | null; total: number; documents: FoundDocument[] };
export type SavedSearch = { id: string; name: string; query: string; savedAtMs: number };

/**
 * Continuation of a prompt in its turn, and in later turns whose prompts only follow up, such as “Yes, do that”. `lastOutcome`: outcome of
 * its last call; `isAnswered`: the turn of its last work ended with an answer; `isRefuted`: the prompt after these turns says that it was
 * wrong. `reward` and `isCompleted`: as reported for the last of these turns that worked; `exitStatus`: of the session, for its last turn.
 */
export type Continuation = {
  lastOutcome: Outcome | null;
  isAnswered: boolean;
  isRefuted: boolean;
  /** The verdict on the turn with the last call; null: the turn has no summary. */
  verification: Verdict | null;
  reward: number | null;
  isCompleted: boolean | null;
  exitStatus: string | null;
} & Pick<Example, 'steps'>;

/** A record as it was ranked, without its text. */
export type RankedRecord = Pick<Example, 'sessionId' | 'recordId' | 'seq' | 'turnIdx' | 'score'> & { session: HitSession };

export type TaskPrompt = Pick<Example, 'recordId' | 'seq' | 'turnIdx'>;

export type PageOf = { cursor: string | null; limit: number };

/**
 * Full-text search over records and observations, inherited records excluded. Scores are −bm25 of SQLite's FTS5 with weight 1 for content
 * and tool name; equal ones stand in the order of adding, the last first. Without words, what was added last stands first. Observations
 * count as added after records. A page has the best of what the pages before did not have, whatever was added in between.
 */
export interface SearchStore {
  search(query: SearchQuery, page: PageOf): Promise<FoundPage<FoundDocument>>;
  /** Sessions by their best document, each with at most `perSession` documents. */
  searchSessions(query: SearchQuery, page: PageOf & { perSession: number }): Promise<FoundPage<FoundSession>>;
  /** The score of a record term by term; terms that it does not match are left out. */
  explainScore(sessionId: string, recordId: string, terms: readonly SearchTerm[]): Promise<TermScore[]>;
  /**
   * The best `limit` records that match any word of a request: one ranking, without a count. Sessions `except`, those that they descend
   * from, and all that descend from those are left out before, and so is what matches none of `needed`.
   */
  rankRecords(
    request: SearchRequest,
    options: { limit: number; except: readonly string[]; needed?: readonly SearchTerm[] },
  ): Promise<RankedRecord[]>;
  /** In how many documents each term is; counting ends at `max`. */
  countDocuments(terms: readonly SearchTerm[], max: number): Promise<number[]>;
  /** The prompt that began the task which each record is part of; null where none stands before it. */
  findTaskPrompts(records: readonly Pick<RankedRecord, 'sessionId' | 'seq'>[]): Promise<(TaskPrompt | null)[]>;
  /**
   * The calls and results between each prompt and that of the next task, as `chooseSteps` does, and how the task ended. `matchSeq`: of the
   * record that the task is found by. Texts are cut at 64 kB.
   */
  readContinuations(
    prompts: readonly (Pick<RankedRecord, 'sessionId' | 'seq' | 'turnIdx'> & { matchSeq?: number })[],
    limit: number,
  ): Promise<Continuation[]>;
  /** How many records the index has, about, and how many prompts the archive has; counting ends at `maxPrompts`. */
  measureIndex(maxPrompts: number): Promise<{ documents: number; prompts: number }>;
  /** Replaces what was recorded for the turn. */
  putRetrieval(retrieval: Omit<Retrieval, 'recordId'>): Promise<void>;
  /** Newest first; of all sessions, or of one. */
  listRetrievals(page: PageOf & { sessionId?: string | undefined }): Promise<FoundPage<Retrieval>>;
  /** Matches by kind, project and agent; agents without labels. */
  countMatches(request: SearchRequest): Promise<SearchFacets>;
  /**
   * Values of a condition that name something in the archive and contain a text, as their owner writes them. Sessions are also found by
   * title. If the request has words, the values come from its matches, with their number, the most frequent first. Without words, only its
   * conditions on sessions apply, and sessions are counted; for tools, the last 20,000 calls are counted, as they are where over 5,000
   * calls and results match.
   */
  listSearchValues(field: ListedField, text: string, request: SearchRequest & { limit: number }): Promise<SearchValue[]>;
  /**
   * Indexes at most 2,000 further records or observations, and of long ones fewer. Returns how many; 0 means nothing is left. Waits
   * `withinMs` for another writer instead of 10 s.
   */
  indexSome(withinMs?: number): Promise<number>;
  /** If the index has grown by a quarter since it was last merged, lets `indexSome` merge it when nothing else is left, and answers true. */
  requestMerge(): Promise<boolean>;
  /** How many records and observations are not searchable yet. */
  countUnindexed(): Promise<number>;
  /**
   * Compares the index with the archive: whether it has each record and no other, not whether its words are right. If they differ,
   * empties it for `indexSome` to fill, and answers false.
   */
  checkSearchIndex(): Promise<boolean>;
  setStarred(sessionId: string, starredAtMs: number | null): Promise<void>;
  /** Null takes it back. Answers the session and its subagents: what depends on the mark follows with `recomputeAggregates` of those. */
  setMarkedEnded(sessionId: string, endedAtMs: number | null): Promise<string[]>;
  /** Null removes it. */
  setNote(sessionId: string, note: string | null): Promise<void>;
  listSavedSearches(): Promise<SavedSearch[]>;
  putSavedSearch(search: SavedSearch): Promise<void>;
  deleteSavedSearch(id: string): Promise<boolean>;
}
