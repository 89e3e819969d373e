import { createHash } from 'node:crypto';
import type { ReviewerDefinition, WatchSource } from '../../domain/bundle.ts';
import type { Session } from '../../domain/session.ts';
import type { ReviewerStates } from '../../reviewers/states.ts';
import type { Root } from './find-root.ts';
import { watchMessages, type SentMessage, type WatchConversation, type WatchedConversation } from './watch-conversation.ts';
import { watchFiles, type WatchedFile } from './watch-files.ts';

/** Current state of a reviewer's watched content. */
export type Look = {
  states: ReviewerStates;
  /** Folder of the files; null: it watches none, or they cannot be read. */
  root: string | null;
  files: WatchedFile[];
  /** Null: it watches none. */
  conversation: WatchedConversation | null;
  /** Why a part of it cannot be reviewed, as sentences. */
  problems: string[];
};

/** With more files than this, none is kept by name. */
const maxNamedFiles = 2_000;

type Deps = { watchConversation: WatchConversation; root: Root };
type Of = { session: Pick<Session, 'id'>; messages: readonly SentMessage[] | null; toTurn: number | undefined; signal?: AbortSignal };

const toHash = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** All that decides what a reviewer is asked, and how. */
const hashDefinition = ({ name, role, focus, instructions, model, provider, watch }: ReviewerDefinition): string =>
  toHash(name, role, focus, instructions, model, provider, watch);

const isFiles = (source: WatchSource): source is Extract<WatchSource, { type: 'files' }> => source.type === 'files';

/** Looks at what reviewers watch in a session, each pattern and conversation once for all of them. */
export const makeLook = ({ watchConversation, root }: Deps, { session, messages, toTurn, signal }: Of) => {
  const files = new Map<string, ReturnType<typeof watchFiles>>();
  const conversations = new Map<string, Promise<WatchedConversation>>();
  const once = <Value>(known: Map<string, Promise<Value>>, key: unknown, read: () => Promise<Value>): Promise<Value> => {
    const name = JSON.stringify(key);
    const found = known.get(name) ?? read();
    known.set(name, found);
    return found;
  };
  const lookAtFiles = async (patterns: readonly string[]) => {
    const { folder, problem } = root;
    return folder === null ? { files: null, problem } : once(files, patterns, () => watchFiles(folder, patterns, signal));
  };
  const lookAtConversation = (options: { includeToolCalls: boolean; includeReasoning: boolean }) =>
    once(conversations, options, async () =>
      messages ? watchMessages(messages, options) : watchConversation(session.id, options, { toTurn, signal }),
    );

  return async (reviewer: ReviewerDefinition): Promise<Look> => {
    const patterns = reviewer.watch.filter(isFiles).flatMap((source) => source.paths);
    const ofConversation = reviewer.watch.filter((source) => source.type === 'conversation');
    const found = patterns.length === 0 ? null : await lookAtFiles(patterns);
    const conversation =
      ofConversation.length === 0
        ? null
        : await lookAtConversation({
            includeToolCalls: ofConversation.some((one) => one.includeToolCalls),
            includeReasoning: ofConversation.some((one) => one.includeReasoning),
          });
    const watched = found?.files ?? [];
    const entries = watched.map(({ path, mtimeMs, bytes }) => [path, `${mtimeMs} ${bytes}`] as const);
    const states: ReviewerStates = {
      definition: hashDefinition(reviewer),
      files: found && {
        hash: toHash(entries),
        count: entries.length,
        entries: entries.length > maxNamedFiles ? null : Object.fromEntries(entries),
      },
      conversation: conversation && { hash: conversation.hash, count: conversation.count },
    };
    const problems = found?.problem != null ? [found.problem] : [];
    if (found?.files?.length === 0) problems.push(`No file matches ${patterns.join(', ')} below ${root.folder ?? ''}.`);
    if (conversation?.count === 0) problems.push('The conversation is empty.');
    return { states, root: root.folder, files: watched, conversation, problems };
  };
};
