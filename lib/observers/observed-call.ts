import type { CallFacts } from '../session/call-facts.ts';
import type { PromptScope } from './prompt-scope.ts';

/** What a step may look at beyond what is kept of a call. */
export type Clues = {
  /** The question at which a command stopped. */
  asks?: string;
  /** A relative path of the command that was not there. */
  missing?: string;
  /** Hashes of the result's first lines, each of all lines up to it, of commands whose output is filtered. */
  lines?: readonly string[];
  /** A person stopped or refused it. */
  aborted?: true;
  /** The prompt before it lets the agent go on or try again. */
  allows?: true;
};

/** A change of a file's content as far as a call tells it: hashes of what stood there and of what stands there now; `from` null: unknown. */
export type Edit = { path: string; from: string | null; to: string };

/**
 * A call as observers see it: short, so that the newest of them fit into a state. `summary` has at most 120 characters,
 * `error` at most 160, `paths` at most 8.
 */
export type ObservedCall = Pick<
  CallFacts,
  'id' | 'turnIdx' | 'name' | 'kind' | 'summary' | 'callKey' | 'resultKey' | 'errorKey' | 'outcome' | 'durationMs' | 'tokens' | 'costUsd'
> & {
  resultId: string | null;
  index: number;
  /** When it ended, else when it began, by its record. */
  atMs: number | null;
  /** What failed, in a line; null for what did not fail. */
  error: string | null;
  /** What is special about it, of `traitNames`. */
  traits: readonly Trait[];
  /** Files that it reads or writes, relative to the session's folder where they lie in it. */
  paths: readonly string[];
  edits: readonly Edit[];
  /**
   * The call on which its response is counted, where that is an earlier one: what it cost itself is not known. It is left out among the
   * newest calls, where tokens and cost are null instead.
   */
  paidBy?: number;
  /** What the prompt of its turn asks to change and to leave alone, on the turn's first call; else null. */
  promptScope: PromptScope | null;
  /** What else the steps look at; left out where there is nothing, and among the newest calls. */
  clues?: Clues;
};

/**
 * - `no_arguments`: it was given none.
 * - `no_result`: it gave nothing, not even an empty line.
 * - `polls`: it waits or asks how things stand: sleep, empty input to a running command, a status.
 * - `runs`: its result says that something is still under way.
 * - `checks`: it runs tests, types, a linter or a build, which fail to tell something.
 * - `finds_nothing`: a search that failed because there was nothing to find.
 * - `outage`: what failed is a service: too many requests, 5xx, no connection.
 * - `changes`: it may change files or the machine, and did not fail.
 * - `installs`: of these, it installs, removes or rebuilds packages.
 */
export const traitNames = [
  'no_arguments',
  'no_result',
  'polls',
  'runs',
  'checks',
  'finds_nothing',
  'outage',
  'changes',
  'installs',
] as const;
export type Trait = (typeof traitNames)[number];
