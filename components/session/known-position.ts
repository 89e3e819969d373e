import { printPosition, type Position } from './position.ts';

/**
 * The position that a page knows: its address, and the place of the selected record, which no address holds. `restored` counts the
 * times it was read from an address; `unnamed` is the last one that only its place named.
 */
export type KnownPosition = {
  printed: string;
  seq: number | null;
  restored: number;
  unnamed: { printed: string; seq: number | null } | null;
};

/** After the page itself moved. */
export const afterMove = (known: KnownPosition, position: Position): KnownPosition => {
  const { call, recordId, seq } = position;
  const printed = printPosition(position);
  return { ...known, printed, seq, unnamed: call === null && recordId === null ? { printed, seq } : known.unnamed };
};

/**
 * After the address changed. On a busy machine the router commits an address late: the page has moved on since, and sees its own old
 * address and then the new one. So an address that names no record means what it last meant, or the selection would be lost.
 */
export const afterAddress = (known: KnownPosition, printed: string): KnownPosition => ({
  ...known,
  printed,
  seq: known.unnamed?.printed === printed ? known.unnamed.seq : null,
  restored: known.restored + 1,
});
