import { printCount, printCounted } from '../print/number.ts';

/** Everything that a reviewer looked at, in a form that is stored and compared later. */
export type ReviewerStates = {
  /** Hash of the reviewer's own definition. */
  definition: string;
  /** Null: it watches no files. `entries`: `mtime size` by path; null where there are too many to keep. */
  files: { hash: string; count: number; entries: Readonly<Record<string, string>> | null } | null;
  /** Null: it watches no conversation. */
  conversation: { hash: string; count: number } | null;
};

const maxNamed = 3;

type Files = NonNullable<ReviewerStates['files']>;

const nameSome = (paths: readonly string[]): string => {
  const rest = paths.length - maxNamed;
  return paths.slice(0, maxNamed).join(', ') + (rest > 0 ? ` and ${printCount(rest)} more` : '');
};

/** Paths that are new or have changed, and those that are gone; null where the earlier ones were too many to keep. */
export const listChangedFiles = (before: Files | null, now: Files | null): { changed: string[]; gone: string[] } | null => {
  if (!before?.entries || !now?.entries) return null;
  const [old, current] = [new Map(Object.entries(before.entries)), new Map(Object.entries(now.entries))];
  return {
    changed: [...current].flatMap(([path, entry]) => (old.get(path) === entry ? [] : path)),
    gone: [...old.keys()].filter((path) => !current.has(path)),
  };
};

/** Hash of files some of which were left out: it differs from that of any others. */
const incomplete = '';

/**
 * State that a reviewer has seen after it was sent some of the watched files. Files that were left out, and not sent before in their
 * current version, stay due.
 */
export const toReviewed = (now: ReviewerStates, before: ReviewerStates | null, sent: ReadonlySet<string>): ReviewerStates => {
  if (!now.files?.entries) return now;
  const all = Object.entries(now.files.entries);
  const old = new Map(Object.entries(before?.files?.entries ?? {}));
  const seen = all.filter(([path, entry]) => sent.has(path) || old.get(path) === entry);
  if (seen.length === all.length) return now;
  return { ...now, files: { ...now.files, hash: incomplete, entries: Object.fromEntries(seen) } };
};

const describeFiles = (before: Files | null, now: Files | null): string[] => {
  if (before?.hash === now?.hash) return [];
  const change = listChangedFiles(before, now);
  if (change === null) return ['The watched files changed'];
  const { changed, gone } = change;
  return [
    ...(changed.length > 0
      ? [`${printCounted(changed.length, 'file')} changed${before?.hash === incomplete ? ' or left out before' : ''}: ${nameSome(changed)}`]
      : []),
    ...(gone.length > 0 ? [`${printCounted(gone.length, 'file')} gone: ${nameSome(gone)}`] : []),
  ];
};

const describeConversation = (before: ReviewerStates['conversation'], now: ReviewerStates['conversation']): string[] => {
  if (before?.hash === now?.hash) return [];
  const added = (now?.count ?? 0) - (before?.count ?? 0);
  return [added > 0 ? printCounted(added, 'new message') : 'The conversation changed'];
};

/** Why a reviewer is due, as a sentence; null: nothing has changed since it last looked. */
export const describeChange = (before: ReviewerStates | null, now: ReviewerStates): string | null => {
  if (before === null) return 'This session was not reviewed yet.';
  if (before.definition !== now.definition) return 'The reviewer was changed since its last review.';
  const parts = [...describeFiles(before.files, now.files), ...describeConversation(before.conversation, now.conversation)];
  return parts.length === 0 ? null : `${parts.join('; ')}.`;
};
