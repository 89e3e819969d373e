import type { Outcome, OutcomeSource } from '../domain/outcome.ts';
import type { ToolKind } from '../domain/tool-call.ts';

/** Stored fields of a call that observers look at. */
export type CallFacts = {
  /** Same as its record's id. */
  id: string;
  resultRecordId: string | null;
  callIndex: number;
  turnIdx: number | null;
  name: string;
  kind: ToolKind;
  summary: string;
  callKey: string;
  resultKey: string | null;
  errorKey: string | null;
  outcome: Outcome;
  outcomeSource: OutcomeSource;
  exitCode: number | null;
  startedAtMs: number | null;
  endedAtMs: number | null;
  durationMs: number | null;
  /** The first 64 kB of the arguments as JSON text, '' where they are unknown. */
  params: string;
  /** The first 2,000 characters of the result; null until there is one. */
  resultHead: string | null;
  /** The last 2,000 stored characters of a longer result; null: it is not longer. */
  resultTail: string | null;
  resultBytes: number | null;
  /**
   * Tokens that the call's response did not read from a cache, and its cost: on the first of the response's calls, 0 on the others. Null:
   * not known.
   */
  tokens: number | null;
  costUsd: number | null;
  /** The call on which its response is counted, where that is an earlier one; else null. */
  paidBy: number | null;
  /** Whether it was issued together with the call before it, before a result could be seen: both belong to one response. */
  joins: boolean;
  /** Text of the prompt that began its turn (the first 16 kB), on the turn's first call; else null. */
  prompt: string | null;
};

/** The end of a turn in which calls were made, once it is known. `callIndex`: the last of them. */
export type TurnEnd = {
  callIndex: number;
  /** Id of the record of the final answer, and its text (the first 16 kB). */
  answerId: string;
  answer: string;
  atMs: number | null;
};

/** Facts that observers know about a session before its first call. */
export type SessionAbout = { sessionId: string; cwd: string | null };
