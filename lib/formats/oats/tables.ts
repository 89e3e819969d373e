import { has } from '../content-marks.ts';
import type { RowTable, TableShape } from '../format.ts';
import type { JsonObject } from '../narrow.ts';

/** The tables of an oats store that are read, in this order, with the columns without which they are something else. */
export const oatsTables = [
  { name: 'trajectories', columns: ['id', 'session_id', 'turn_idx', 'role', 'kind', 'content', 'created_at'], changedAt: null },
  { name: 'turn_metrics', columns: ['session_id', 'turn_idx', 'retrieval_used', 'created_at', 'updated_at'], changedAt: 'updated_at' },
] as const satisfies readonly RowTable[];

const [trajectories, turnMetrics] = oatsTables;

/** One row, as a JSON object whose keys are the columns. */
export const isTrajectoryRow = (one: JsonObject): boolean => has(one, ...trajectories.columns);
export const isMetricsRow = (one: JsonObject): boolean => has(one, ...turnMetrics.columns);

export const isOatsTable = ({ name, columns }: TableShape): boolean =>
  oatsTables.some((table) => table.name === name && table.columns.every((column) => columns.includes(column)));

/** Columns that a table with the store's name lacks; null if no table has that name. */
export const findMissingColumns = (tables: readonly TableShape[]): string[] | null => {
  const found = tables.find(({ name }) => name === trajectories.name);
  return found ? trajectories.columns.filter((column) => !found.columns.includes(column)) : null;
};
