import { readAsLines } from '../elements/read-as-lines.ts';
import { toExcerptText } from '../excerpt.ts';
import type { DocumentDrafts, Drafts, Line, LineReader, SourceHints } from '../format.ts';
import { toList, toObject } from '../narrow.ts';
import { readMetricsRow } from './metrics-row.ts';
import { makeOpenCalls, type OpenCalls } from './open-calls.ts';
import { isMetricsRow, isTrajectoryRow } from './tables.ts';
import { readTrajectoryRow } from './trajectory-row.ts';

/** Reads rows of either table, one per line. */
export const openOatsRows = (_hints: SourceHints, state: unknown): LineReader => {
  const calls = makeOpenCalls(state);
  return { read: (line, value, out) => readRow(line, value, calls, out), state: calls.toState };
};

/** Reads a list of rows, as a database's own tools export it. */
export const readOatsRows = (document: unknown, hints: SourceHints): Iterable<DocumentDrafts> =>
  readAsLines(toList(document) ?? [], openOatsRows(hints, undefined));

const readRow = (line: Line, value: unknown, calls: OpenCalls, out: Drafts): void => {
  const row = toObject(value) ?? {};
  if (isMetricsRow(row)) readMetricsRow(line, row, out);
  else if (isTrajectoryRow(row)) readTrajectoryRow(line, row, calls, out);
  else {
    const message = `Line ${String(line.number)} is no row of trajectories or turn_metrics: columns are missing. It gave no record.`;
    out.issues.push({ line: line.number, code: 'malformed', message, excerpt: toExcerptText(line.text) });
  }
};
