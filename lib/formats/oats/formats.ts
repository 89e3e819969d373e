import { itemsOf } from '../content-marks.ts';
import type { Format } from '../format.ts';
import { toList, toObjects, type JsonObject } from '../narrow.ts';
import { openOatsRows, readOatsRows } from './reader.ts';
import { isMetricsRow, isOatsTable, isTrajectoryRow, oatsTables } from './tables.ts';

const agent = { id: 'oats', label: 'oats' };
const capabilities = { timestamps: true, tokens: false, cost: false, outcomes: true, subagents: true };

const score = 0.95;

const holdsRows = (items: readonly JsonObject[]): boolean => items.some((one) => isTrajectoryRow(one) || isMetricsRow(one));

/** An oats store: its database, or its rows as JSON. */
export const oatsFormats: readonly Format[] = [
  {
    id: 'oats',
    version: 4,
    label: 'oats trajectory store',
    agent,
    shape: 'lines',
    capabilities,
    tables: oatsTables,
    detect: (head) => {
      if (head.tables) return head.tables.some(isOatsTable) ? 1 : 0;
      return toList(head.document) === null && holdsRows(toObjects(head.values)) ? score : 0;
    },
    openLines: openOatsRows,
  },
  {
    id: 'oats-list',
    version: 4,
    label: 'oats rows in one list',
    agent,
    shape: 'document',
    capabilities,
    detect: (head) => (toList(head.document) !== null && holdsRows(itemsOf(head)) ? score : 0),
    readDocument: readOatsRows,
  },
];
