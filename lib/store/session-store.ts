import type { Outcome } from '../domain/outcome.ts';
import type { WalkablePage } from '../domain/page.ts';
import type { SessionRecord } from '../domain/record.ts';
import type { AgentProcess, Session, SessionFacets, SessionFilter, SessionSort } from '../domain/session.ts';
import type { ToolCall } from '../domain/tool-call.ts';
import type { TurnEnded } from '../domain/turn-ended.ts';
import type { CallChild, CallName, CallSpans } from '../session/overview.ts';
import type { RowColumns } from '../session/rows.ts';

export type TurnRow = {
  turnIdx: number;
  /** The id of its prompt; of a turn without one that of its first answer, or of what the agent did first. */
  messageId: string;
  hasPrompt: boolean;
  title: string;
  startSeq: number;
  startedAtMs: number | null;
  /** Time of the last answer, call or result. */
  endedAtMs: number | null;
  activeMs: number | null;
  toolCalls: number;
  toolErrors: number;
  toolRejected: number;
  toolDenied: number;
  toolInterrupted: number;
  toolUnended: number;
  /** When its newest call began that may still get its end; null: there is none. */
  openCallAtMs: number | null;
  tokensOutput: number | null;
  costUsd: number | null;
  ended: TurnEnded;
  /** The line that says why it got no answer; null: none does. */
  endedReason: string | null;
  /** From its start to its end, as the line that ends a printed run reports it; null: none does. */
  reportedDurationMs: number | null;
  /** Some responses say no final count, or none: the sums are at least this. */
  outputAtLeast: boolean;
  costAtLeast: boolean;
};

/** From its prompt or start to its last answer, call or result, in milliseconds; without times what its run reports; null: unknown. */
export const computeTurnDurationMs = ({
  startedAtMs,
  endedAtMs,
  reportedDurationMs,
}: Pick<TurnRow, 'startedAtMs' | 'endedAtMs' | 'reportedDurationMs'>): number | null =>
  startedAtMs === null || endedAtMs === null ? reportedDurationMs : Math.max(0, endedAtMs - startedAtMs);

/** Incomplete part of a session: a record that the format did not understand, or a call without a result. */
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
  /** Ids of all sessions, subagents included, that begin so; the newest first. */
  listIdsFrom(start: string): Promise<string[]>;
  /** The sessions before and after one in a list; null at either end, and for what is listed inside its parent alone. */
  findNeighbors(
    sessionId: string,
    filter: SessionFilter,
    sort: SessionSort,
    descending: boolean,
  ): Promise<{ previousId: string | null; nextId: string | null }>;
  listChildren(sessionId: string): Promise<Session[]>;
  /**
   * Names of the projects that a name stands for: the project of that name; else those whose roots end with it; else those with a session in
   * a folder of that name. Empty: none.
   */
  listProjects(name: string): Promise<string[]>;
  /** The name of the project that a session in a folder of this machine would be in; not `isKnown`: no session of the archive is. */
  findProjectOf(cwd: string): Promise<{ name: string; isKnown: boolean }>;
  /** The totals are of all sessions; the values, with `hidesDemo`, of those that a list with it shows. */
  sessionFacets(filter?: Pick<SessionFilter, 'hidesDemo'>): Promise<SessionFacets>;
  /** All records and all calls of a session, inherited ones included, by the last of them: positions run from 0 to this, calls from 1. */
  countRecords(sessionId: string): Promise<number>;
  countToolCalls(sessionId: string): Promise<number>;
  /** Records by position; text, arguments and results cut at `windowBytes` each, texts of responses at `responseBytes`, if given. */
  listRecords(sessionId: string, from: number, limit: number, windowBytes: number, responseBytes?: number): Promise<SessionRecord[]>;
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
  /**
   * The line that a record was read from; null where none was kept. Its text is null where the file was written anew since, and the
   * archive holds another line of it in that place.
   */
  readRaw(sessionId: string, recordId: string): Promise<{ raw: string | null; path: string; line: number; bytes: number } | null>;
  listToolCalls(sessionId: string, fromCall: number, limit: number, windowBytes: number): Promise<ToolCall[]>;
  /** Nearest call in a direction whose outcome is one of `outcomes`. */
  findCall(sessionId: string, fromCall: number, direction: 1 | -1, outcomes: readonly Outcome[]): Promise<ToolCall | null>;
  /** Data for the row index, from the first record of `fromTurn` on. */
  rowColumns(sessionId: string, fromTurn: number): Promise<RowColumns>;
  /** Data for the overview strip: columns of all calls of a window, names of single calls, calls that started sessions. */
  listCallSpans(sessionId: string, fromCall: number, toCall: number): Promise<CallSpans>;
  listCallNames(sessionId: string, calls: readonly number[]): Promise<CallName[]>;
  listCallChildren(sessionId: string, fromCall: number, toCall: number): Promise<CallChild[]>;
  listTurns(sessionId: string): Promise<TurnRow[]>;
  /** The process of the agent that a hook last ran for in a session; of a subagent that none ran for, of its parent. Null: none is known. */
  findAgentProcess(sessionId: string): Promise<AgentProcess | null>;
  /** Stores it where the session exists; writes nothing where it is stored already. */
  putAgentProcess(sessionId: string, process: AgentProcess): Promise<void>;
  listTurnOutcomes(sessionId: string): Promise<{ turnIdx: number | null; outcomes: Outcome[] }[]>;
}
