import { itemsOf } from '../content-marks.ts';
import type { Format, Head } from '../format.ts';
import { toList, toObjects } from '../narrow.ts';
import { openOatsRows, readOatsRows } from './reader.ts';
import { isMetricsRow, isOatsTable, isTrajectoryRow, oatsTables } from './tables.ts';

const family = 'oats';
const capabilities = { timestamps: true, tokens: false, cost: false, outcomes: true, subagents: true };

const holdsRows = (head: Head): boolean => itemsOf(head).some((one) => isTrajectoryRow(one) || isMetricsRow(one));

/** An oats store: its database, or its rows as JSON. */
export const oatsFormats: readonly Format[] = [
  {
    ...{ id: 'oats', label: 'oats trajectory store', family, shape: 'lines', capabilities, tables: oatsTables },
    detect: (head) => {
      if (head.tables) return head.tables.some(isOatsTable) ? 1 : 0;
      return toObjects(head.values).some((one) => isTrajectoryRow(one) || isMetricsRow(one)) ? 0.95 : 0;
    },
    openLines: openOatsRows,
  },
  {
    ...{ id: 'oats-list', label: 'oats rows in one list', family, shape: 'document', capabilities },
    detect: (head) => (toList(head.document) !== null && holdsRows(head) ? 0.95 : 0),
    readDocument: readOatsRows,
  },
];
