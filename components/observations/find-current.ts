import { findSuccessor, leftWithin, type ListRow } from './list-rows.ts';

type Input = {
  key: string | null;
  /** What the URL names; null: nothing, so what stood first in the list is current. */
  at: string | null;
  rows: readonly ListRow[];
  /** The rows among which `key` was listed last; null: it never was. */
  stood: readonly ListRow[] | null;
  isListed: boolean;
  /** Whether the rows are all that match, and whether they begin with the first that matches. */
  isWhole: boolean;
  isFromStart: boolean;
  cameFrom: string | null;
  isSettled: boolean;
  isKnown: boolean;
  isOutside: boolean;
  isHeld: boolean;
};

const isGoneFrom = ({ key, at, rows, stood, isListed, isWhole, isFromStart, isSettled, isKnown, isOutside, isHeld }: Input): boolean => {
  if (key === null || isListed || isHeld) return false;
  if (at === null) return isFromStart;
  if (!isSettled) return false;
  return stood === null ? isKnown && (isWhole || isOutside) : isWhole || isOutside || leftWithin(stood, key, rows);
};

/** Whether `key` left the list, and what is current then: where it never was listed, what was current before; else its successor. */
export const findCurrent = (input: Input): { isGone: boolean; currentKey: string | null } => {
  const { key, rows, stood, cameFrom } = input;
  const isGone = isGoneFrom(input);
  if (!isGone || key === null) return { isGone, currentKey: key };
  const next = (stood === null && rows.find((row) => row.key === cameFrom)) || findSuccessor(stood ?? [], key, rows);
  return { isGone, currentKey: next?.key ?? null };
};
