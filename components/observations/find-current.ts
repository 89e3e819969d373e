import { findSuccessor, leftWithin, type ListRow } from './list-rows.ts';

export type CurrentInput = {
  key: string | null;
  /** The key in the URL; null: none, so the first row of the list is current. */
  at: string | null;
  rows: readonly ListRow[];
  /** The rows in which `key` was last listed; null: it never was. */
  stood: readonly ListRow[] | null;
  isListed: boolean;
  /** Whether the rows are all matches, and whether they start at the first match. */
  isWhole: boolean;
  isFromStart: boolean;
  /** The current key before `at` was shown again; it becomes current once more if `at` is not listed after all. */
  cameFrom: string | null;
  /** Whether the rows are up to date: no query or action is pending. */
  isFresh: boolean;
  /** Whether the observation at `at` exists, and whether it is known not to match the list. */
  isKnown: boolean;
  isOutside: boolean;
  /** Whether it must stay current: someone is writing a note about it, or it has its own page. */
  isHeld: boolean;
};

const isGoneFrom = ({
  key,
  at,
  rows,
  stood,
  isListed,
  isWhole,
  isFromStart,
  isFresh,
  isKnown,
  isOutside,
  isHeld,
}: CurrentInput): boolean => {
  if (key === null || isListed || isHeld) return false;
  if (at === null) return isFromStart;
  if (!isFresh) return false;
  return stood === null ? isKnown && (isWhole || isOutside) : isWhole || isOutside || leftWithin(stood, key, rows);
};

/** Whether `key` left the list, and the current key then: the previous one if `key` was never listed, else its successor. */
export const findCurrent = (input: CurrentInput): { isGone: boolean; currentKey: string | null } => {
  const { key, rows, stood, cameFrom } = input;
  const isGone = isGoneFrom(input);
  if (!isGone || key === null) return { isGone, currentKey: key };
  const next = (stood === null && rows.find((row) => row.key === cameFrom)) || findSuccessor(stood ?? [], key, rows);
  return { isGone, currentKey: next?.key ?? null };
};
