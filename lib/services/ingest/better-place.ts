import { compareOrder } from '../../session/order.ts';
import type { RecordPlace } from '../../store/ingest-store.ts';

/** Lines of printed output stand behind all lines of files of the same time: this is added to their number. */
export const printedLines = 2 ** 40;

/** Whether a record comes from printed output (`RecordDraft.isPrinted`). Numbers beyond are orders that a format sets itself. */
export const isPrinted = ({ order }: Pick<RecordPlace, 'order'>): boolean => order[1] >= printedLines && order[1] < 2 * printedLines;

/**
 * Where two files (or two lines of one) hold the same record differently, the one that was not printed wins, then the one at the
 * earlier place, then the smaller hash, then the smaller source: whichever was read first.
 */
export const isBetterPlace = (one: RecordPlace, other: RecordPlace): boolean => {
  if (isPrinted(one) !== isPrinted(other)) return isPrinted(other);
  const order = compareOrder(one.order, other.order);
  if (order !== 0) return order < 0;
  if (one.lineHash !== other.lineHash) return one.lineHash < other.lineHash;
  return one.sourceId < other.sourceId;
};
