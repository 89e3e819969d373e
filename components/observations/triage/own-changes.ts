import type { ChangedMeanwhile } from '@/lib/domain/triage.ts';
import { toForced, type TriageCommand } from './triage-command.ts';

/** What this page itself did: ids of its changes, and the keys of what it took back. */
export type OwnChanges = { changeIds: ReadonlySet<string>; undone: ReadonlySet<string> };

const isOwn = ({ id, last }: ChangedMeanwhile, own: OwnChanges): boolean =>
  last !== null && (own.changeIds.has(last.changeId) || (last.kind === 'undo' && own.undone.has(id)));

/**
 * A command that was given before the page had read what it did itself: the same on what is there now. Null where anybody else had a
 * part in it, which is for people to decide.
 */
export const toFollowing = (command: TriageCommand, changed: readonly ChangedMeanwhile[], own: OwnChanges): TriageCommand | null => {
  if ('filter' in command.target || changed.length === 0) return null;
  return changed.every((one) => isOwn(one, own)) ? toForced(command, changed, null) : null;
};
