import type { Relation } from '../../domain/session.ts';
import type { Drafts, Line, SessionDraft } from '../format.ts';
import { toName } from '../narrow.ts';
import { syntheticModel, type Entry } from './entry.ts';
import { toShortKey } from '../fingerprint.ts';
import { remember, type KnownSession, type ReaderState } from './reader-state.ts';

export type Origin = { parentNativeId: string; relation: Relation };

/** Says what the line tells of its session, unless the lines before it told the same. `origin`: null where the line tells none. */
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
  const said = {
    cwd: toName(value.cwd, 4096),
    gitBranch: toName(value.gitBranch, 512),
    version: toName(value.version, 128) ?? toName(value.claude_code_version, 128),
    model: entry.model === syntheticModel ? null : entry.model,
  };
  const now = {
    cwd: toKnown(said.cwd, before?.cwd),
    gitBranch: toKnown(said.gitBranch, before?.gitBranch),
    version: toKnown(said.version, before?.version),
    model: toKnown(said.model, before?.model),
    tip: before?.tip ?? '',
  };
  const origin = before ? null : findOrigin();
  if (!before || isChanged(before, now)) {
    out.sessions.push({
      nativeId: session,
      line: line.number,
      atMs: entry.atMs,
      ...origin,
      cwd: said.cwd,
      gitBranch: said.gitBranch,
      agentVersion: said.version,
      model: said.model,
    });
  }
  remember(state, session, { ...now, tip: entry.uuid === null ? now.tip : toShortKey(entry.uuid) });
};

/** A title from a line that gives one. */
export const addTitle = (out: Drafts, session: string, line: number, atMs: number | null, title: string, titleRank: 2 | 3 | 4): void => {
  const draft: SessionDraft = { nativeId: session, line, atMs, title: toTitle(title), titleRank };
  if (draft.title !== '') out.sessions.push(draft);
};

/** One line of at most 200 characters. */
export const toTitle = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200);

const isChanged = (before: KnownSession, now: KnownSession): boolean =>
  before.cwd !== now.cwd || before.gitBranch !== now.gitBranch || before.version !== now.version || before.model !== now.model;

/** A value as it is remembered: for comparison alone. */
const toKnown = (said: string | null, before: string | undefined): string => (said === null ? (before ?? '') : toShortKey(said));
