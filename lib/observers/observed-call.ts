import type { CallFacts } from '../session/call-facts.ts';
import type { Work } from '../session/read-work.ts';
import type { PromptScope } from './prompt-scope.ts';

/** Details that a step may use and that are not kept with the call. */
export type Clues = {
  /** The question at which a command stopped. */
  asks?: string;
  /** A relative path in the command that did not exist. */
  missing?: string;
  /** Hashes of the result's first lines, each of all lines up to it, of commands whose output is filtered. */
  lines?: readonly string[];
  /** A person stopped or refused it. */
  aborted?: true;
  /** The prompt before it lets the agent go on or try again. */
  allows?: true;
  /** Changes and checks of the call. */
  work?: readonly Work[];
};

/**
 * A change to a file's content, as hashes of the text before and after. `from` is null if the call does not include it, as for a written
 * file; an edit that only inserts, or creates a file, has the hash of ''.
 */
export type Edit = { path: string; from: string | null; to: string };

/**
 * A call as observers see it: short, so that the newest of them fit into a state. `summary`, its arguments in one line, has at most 120
 * characters, `error` at most 160, `paths` at most 8. Results are not part of it; what a rule needs to know of them is a trait or a clue.
 */
export type ObservedCall = Pick<
  CallFacts,
  'id' | 'turnIdx' | 'name' | 'kind' | 'summary' | 'callKey' | 'resultKey' | 'errorKey' | 'outcome' | 'durationMs' | 'tokens' | 'costUsd'
> & {
  resultId: string | null;
  index: number;
  /** Number of the first call of its decision: calls that were issued together, before a result was seen, are one. */
  decision: number;
  /** When it ended, or else started, according to its record. */
  atMs: number | null;
  /** The error in one line; null if the call did not fail. */
  error: string | null;
  /** Its traits, from `traitNames`. */
  traits: readonly Trait[];
  /**
   * Files that the call reads or writes, relative to the session's folder if inside it. For a shell command, only files that it changes.
   */
  paths: readonly string[];
  /** At most 8. None if the call failed, or if its arguments do not say what it changes: notebooks, deleted and moved files. */
  edits: readonly Edit[];
  /**
   * The call on which its response is counted, where that is an earlier one: what it cost itself is not known. It is left out among the
   * newest calls, where tokens and cost are null instead.
   */
  paidBy?: number;
  /** Paths that the turn's prompt asks to change and to leave alone, on the turn's first call; else null. */
  promptScope: PromptScope | null;
  /** Details for the steps; absent if there are none, and in the recent calls. */
  clues?: Clues;
};

/**
 * - `no_arguments`: called without arguments.
 * - `no_result`: returned nothing, not even an empty line.
 * - `polls`: waits, queries a status, or sends keys: sleep, empty input to a running command.
 * - `runs`: its result says that something is still running.
 * - `awaits`: asks for a job or a service that is not ready: CI, a cluster, a health check. Some exit with an error until it is.
 * - `checks`: runs tests, types, a linter or a build, whose failures are information.
 * - `finds_nothing`: a search that failed because nothing matched.
 * - `outage`: a service failed: too many requests, 5xx, no connection.
 * - `changes`: may change files or the machine, and did not fail.
 * - `installs`: a change that installs, removes or rebuilds packages.
 */
export const traitNames = [
  'no_arguments',
  'no_result',
  'polls',
  'runs',
  'awaits',
  'checks',
  'finds_nothing',
  'outage',
  'changes',
  'installs',
] as const;
export type Trait = (typeof traitNames)[number];
