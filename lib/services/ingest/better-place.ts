import { compareOrder } from '../../session/order.ts';
import type { RecordPlace } from '../../store/store.ts';

/**
 * Where two files (or two lines of one) tell the same record differently, the one at the earlier place holds, then the smaller
 * hash, then the smaller source: whichever was read first.
 */
export const isBetterPlace = (one: RecordPlace, other: RecordPlace): boolean => {
  const order = compareOrder(one.order, other.order);
  if (order !== 0) return order < 0;
  if (one.lineHash !== other.lineHash) return one.lineHash < other.lineHash;
  return one.sourceId < other.sourceId;
};
