import type { Issue } from '../../domain/issue.ts';
import type { LostRows } from '../../sources/sqlite-rows.ts';

/** Stretches of each table that could not be read. */
export type RowLosses = Map<string, LostRows[]>;

/** At most this many ranges are named. */
const maxNamed = 20;

/** One issue for all that a damaged database lost, by table and row; none where it lost nothing. */
export const toLossIssues = (losses: RowLosses): Issue[] => {
  const named = [...losses].map(([table, lost]) => `of ${table} ${toStretches(lost)}`);
  if (named.length === 0) return [];
  const message = `The database is damaged or cut off: ${named.join('; ')} could not be read. All other rows were.`;
  return [{ line: null, code: 'malformed', message, excerpt: null }];
};

const toStretches = (lost: readonly LostRows[]): string => {
  const reported = lost.slice(0, maxNamed).map(toStretch).join(', ');
  return lost.length > maxNamed ? `${reported} and ${lost.length - maxNamed} more stretches` : reported;
};

const toStretch = ({ after, before }: LostRows): string => {
  if (after === null) return before === null ? 'all rows' : `the rows before ${before}`;
  if (before === null) return `whatever follows row ${after}`;
  return before - after === 2 ? `row ${after + 1}` : `rows ${after + 1} to ${before - 1}`;
};
