import type { Relation } from '../../domain/session.ts';
import type { Drafts, Line, SessionDraft } from '../format.ts';
import { toName, toObject, type JsonObject } from '../narrow.ts';
import { syntheticModel, type Entry } from './entry.ts';
import { toShortKey } from '../fingerprint.ts';
import { remember, type KnownSession, type ReaderState } from './reader-state.ts';
import { cutBetweenSecrets } from '../../redaction/cut-between-secrets.ts';

export type Origin = { parentNativeId: string; relation: Relation };

/** Adds the line's facts about its session, unless earlier lines gave the same. `origin`: null where the line names none. */
export const addSessionFacts = (
  state: ReaderState,
  entry: Entry,
  line: Line,
  session: string,
  findOrigin: () => Origin | null,
  out: Drafts,
): void => {
  const before = state.known.get(session);
  const { value } = entry;
  const found = {
    cwd: toName(value.cwd, 4096),
    gitBranch: toName(value.gitBranch, 512),
    version: toName(value.version, 128) ?? toName(value.claude_code_version, 128),
    model: entry.model === syntheticModel ? null : entry.model,
  };
  const now = {
    cwd: toKnown(found.cwd, before?.cwd),
    gitBranch: toKnown(found.gitBranch, before?.gitBranch),
    version: toKnown(found.version, before?.version),
    model: toKnown(found.model, before?.model),
    tip: before?.tip ?? '',
    depth: before?.depth ?? 0,
    prompt: before?.prompt ?? '',
    isChained: before?.isChained ?? false,
  };
  const origin = before ? null : findOrigin();
  if (!before || isChanged(before, now)) {
    out.sessions.push({
      nativeId: session,
      line: line.number,
      atMs: entry.atMs,
      ...origin,
      cwd: found.cwd,
      gitBranch: found.gitBranch,
      agentVersion: found.version,
      model: found.model,
    });
  }
  remember(state, session, { ...now, tip: entry.uuid === null ? now.tip : toShortKey(entry.uuid) });
};

/** A title from a line that gives one. */
export const addTitle = (out: Drafts, session: string, line: number, atMs: number | null, title: string, titleRank: 2 | 3 | 4): void => {
  const draft: SessionDraft = { nativeId: session, line, atMs, title: toTitle(title), titleRank };
  if (draft.title !== '') out.sessions.push(draft);
};

/** The worktree that a `worktree-state` line says the session is in, and the folder that it was made of; a session that left one says null. */
export const addWorktree = (out: Drafts, session: string, line: number, atMs: number | null, value: JsonObject): void => {
  const state = toObject(value.worktreeSession);
  const mainFolder = toName(state?.originalCwd, 4096);
  const worktree = toName(state?.worktreeName, 256);
  if (mainFolder !== null || worktree !== null) out.sessions.push({ nativeId: session, line, atMs, mainFolder, worktree });
};

/** One line of at most `maxChars` characters. */
export const toTitle = (text: string, maxChars = 200): string => cutBetweenSecrets(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), maxChars);

const isChanged = (before: KnownSession, now: KnownSession): boolean =>
  before.cwd !== now.cwd || before.gitBranch !== now.gitBranch || before.version !== now.version || before.model !== now.model;

/** A short key of a value, kept only to compare. */
const toKnown = (value: string | null, before: string | undefined): string => (value === null ? (before ?? '') : toShortKey(value));
