import type { SentMessage } from './watch-conversation.ts';

/** Input of a run beside its session and its event, as it is stored. */
export type RunInput = {
  /** Reviewers that were named; null: those that wait for the event. */
  reviewers: readonly string[] | null;
  /** File of a bundle that is used instead of those that are set up. */
  bundle: string | null;
  /** Tool of a `tool:post` event. */
  tool: string | null;
  /** Also where nothing has changed since the last review. */
  force: boolean;
  /** The conversation up to the end of this turn. */
  toTurn?: number | undefined;
  /** Folder that the agent said it works in. */
  cwd: string | null;
  /** A conversation that the archive does not have. */
  messages: readonly SentMessage[] | null;
};

export const noInput: RunInput = { reviewers: null, bundle: null, tool: null, force: false, cwd: null, messages: null };

/** Input that `JSON.stringify` stored. */
export const parseRunInput = (text: string): RunInput => JSON.parse(text) as RunInput;
