import type { Outcome, OutcomeSource } from '../domain/outcome.ts';
import type { ToolKind } from '../domain/tool-call.ts';

/** What is stored of a call, as far as observers look at it. */
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
  /** Of its response, on the first of the response's calls: tokens that were not read from a cache, and what it cost. On the others 0. Unknown is null. */
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

/** What observers know of a session before its first call. */
export type SessionAbout = { sessionId: string; cwd: string | null };
