import type { ChangedMeanwhile, HistoryEntry } from '@/lib/domain/triage.ts';
import type { ListRow } from '@/components/observations/list-rows.ts';
import { toForced, type TriageCommand } from './triage-command.ts';

/** Changes of this page: their ids, and the keys of the rows whose change it undid. */
export type OwnChanges = { changeIds: ReadonlySet<string>; undone: ReadonlySet<string> };

type Step = Pick<HistoryEntry, 'changeId' | 'kind' | 'atMs'>;

/** Whether this page took a step in the history of what has a key. */
export const isOwn = (key: string, { changeId, kind }: Pick<Step, 'changeId' | 'kind'>, own: OwnChanges): boolean =>
  own.changeIds.has(changeId) || (kind === 'undo' && own.undone.has(key));

type Seen = Pick<ListRow, 'version' | 'state' | 'changedAtMs'>;
type Changed = {
  /** As it was when writing about it began. */
  seen: Seen;
  row: Pick<ListRow, 'version' | 'state'>;
  /** The version that `history` (newest first) was read for. */
  read: Pick<ListRow, 'version'>;
  history: readonly Step[];
  isOwnStep: (step: Step) => boolean;
};

/** Whether somebody else changed it meanwhile. False until its history is loaded. */
export const isChangedElsewhere = ({ seen, row, read, history, isOwnStep }: Changed): boolean => {
  const [last] = history;
  if (row.version === seen.version || read.version !== row.version || !last || isOwnStep(last)) return false;
  return row.state !== seen.state || history.some((step) => step.atMs > seen.changedAtMs && isOwnStep(step));
};

/**
 * A command that was given before the page had read what it did itself: the same on the current rows. Null where anybody else had a
 * part in it, which is for people to decide.
 */
export const toFollowing = (command: TriageCommand, changed: readonly ChangedMeanwhile[], own: OwnChanges): TriageCommand | null => {
  if ('filter' in command.target || changed.length === 0) return null;
  return changed.every(({ id, last }) => last !== null && isOwn(id, last, own)) ? toForced(command, changed, null) : null;
};
