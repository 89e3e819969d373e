import type { ListedSummary } from '../domain/listed-summary.ts';
import type { Page } from '../domain/page.ts';
import type { ConfidenceLevel, Summary, SummaryMethod } from '../domain/summary.ts';
import type { SummaryCost } from '../domain/summary-cost.ts';
import type { SummaryCount } from '../domain/summary-analytics.ts';
import type { WorkFacts } from '../session/read-work.ts';
import type { TurnFacts } from '../session/turn-state.ts';

/** `version` is another one whenever the session's records or turns have changed. */
export type UnsummarizedSession = { sessionId: string; version: string };

/** A turn of a session, as its summary depends on it. `key` is another one when the turn has changed; `summarizedKey` null: it has none. */
export type SummarizableTurn = TurnFacts & {
  turnIdx: number;
  messageId: string;
  /** Positions of its records, the end exclusive. */
  fromSeq: number;
  toSeq: number;
  startedAtMs: number | null;
  endedAtMs: number | null;
  toolCalls: number;
  /** The first prompt behind it that was not taken back; null: there is none. */
  nextPromptId: string | null;
  /** Whether an agent reported the turn as completed; null: none did. */
  reportedCompleted: boolean | null;
  key: string;
  summarizedKey: string | null;
};

/**
 * A summary to store: of what it does not say, the store knows the version. `hash`: of all that a model is shown of the turn. `waits`: a model is to
 * write another one in its place.
 */
export type SummaryRow = Omit<Summary, 'version'> & { key: string; hash: string; waits: boolean };

/** A turn whose summary waits for a model; `key` as when it was stored. */
export type WaitingTurn = { sessionId: string; turnIdx: number; key: string };

/** `cwd`: the folder of the session. */
export type TurnWork = { cwd: string | null; calls: (WorkFacts & { id: string })[] };

export type SummaryPage = { cursor: string | null; limit: number; leastSureFirst?: boolean };

/** All that are given hold. `model`: of the turn. `text`: stands in the summary's texts, whatever its case. */
export type SummaryFilter = {
  sessionId?: string | undefined;
  messageId?: string | undefined;
  turnIdx?: number | undefined;
  project?: string | undefined;
  model?: string | undefined;
  confidence?: ConfidenceLevel | undefined;
  method?: SummaryMethod | undefined;
  text?: string | undefined;
};

export type SummaryGroupBy = 'project' | 'model' | 'day';

/** `group` null: the summaries for which it is not known. */
export type SummaryGroup = { group: string | null; counts: SummaryCount[]; tools: string[] };

/**
 * Summaries of turns, the last two versions of each. Turns whose prompt was copied from another session have theirs there. Without a session,
 * demo sessions count only where there are no others.
 */
export interface SummaryStore {
  /**
   * Sessions that nobody summarized, or that changed since, newest first; also those whose last turn might still have gone on and that
   * were silent since `silentSinceMs`.
   */
  listUnsummarized(silentSinceMs: number, limit: number): Promise<UnsummarizedSession[]>;
  countUnsummarized(): Promise<number>;
  /**
   * Turns whose prompts are the session's own and answered, by a text or a call, among at most `limit` turns after one, ascending.
   * `lastTurn`: of those. Null: there is no such session.
   */
  listSummarizableTurns(
    sessionId: string,
    afterTurn: number,
    limit: number,
  ): Promise<{ version: string; turns: SummarizableTurn[]; lastTurn: number; more: boolean } | null>;
  /** Names of the tools that are called between two positions, in the order of their first use. */
  listToolNames(sessionId: string, fromSeq: number, toSeq: number): Promise<string[]>;
  /** The calls between two positions as far as they may have changed or checked something, in their order. */
  listWork(sessionId: string, fromSeq: number, toSeq: number): Promise<TurnWork>;
  /** A prompt, of its text the first 2,000 characters; null: there is none of this id. */
  readPrompt(sessionId: string, recordId: string): Promise<{ recordId: string; text: string } | null>;
  /**
   * Stores summaries of turns that still have these prompts. An unchanged text keeps its version; unless `isNew`, so does a text that
   * replaces a waiting one. If a summary would be made from the same as before, the text of a model stays where the model now fails, with
   * the reason. Unless `isNew`, the text of a model also stays where none was asked, and so does its failure. Facts that the model was not
   * shown (verification of the changes, the next prompt) are stored as given, and limit its rating. Returns how many were stored.
   */
  putSummaries(rows: readonly SummaryRow[], options: { isNew: boolean }): Promise<number>;
  /** Stores a model's summary where one with the same key still waits for it. Answers whether it did. */
  putAwaited(row: SummaryRow): Promise<boolean>;
  /** The newest first. */
  listWaiting(filter: Pick<SummaryFilter, 'sessionId' | 'turnIdx'>, limit: number): Promise<WaitingTurn[]>;
  countWaiting(filter: Pick<SummaryFilter, 'sessionId' | 'turnIdx'>): Promise<number>;
  /** No summary waits for a model any more. */
  stopWaiting(): Promise<void>;
  /** Notes that all of a session was summarized, and forgets summaries of prompts that are gone or that nothing answers. Nothing happens if the session changed since. */
  markSummarized(sessionId: string, version: string, isOpen: boolean): Promise<void>;
  /** Summaries of one session by turn, else newest first; with `leastSureFirst`, by confidence before that. */
  listSummaries(filter: SummaryFilter, page: SummaryPage): Promise<Page<ListedSummary>>;
  /** The newest version first. */
  listSummaryVersions(sessionId: string, messageId: string): Promise<Summary[]>;
  /** By the name of the group; without `by`, one group of all. Days are UTC. */
  countSummaries(filter: SummaryFilter, by: SummaryGroupBy | null): Promise<SummaryGroup[]>;
  /** By day and model, the newest day first: of all requests for the stored summaries and for those before them. */
  listSummaryCosts(filter: SummaryFilter): Promise<SummaryCost[]>;
}
