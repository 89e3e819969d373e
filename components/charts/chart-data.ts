/** A number of a chart as it is written in its table; the value itself goes into the CSV. */
export type ChartCell = string | { value: number | null; text: string };

/** A column, and the series that it belongs to, which heads all of its columns. */
export type ChartColumn = string | { group: string; label: string };

/** Content of a chart, as rows: for its table and its CSV. */
export type ChartData = { columns: readonly ChartColumn[]; rows: readonly (readonly ChartCell[])[] };

/** The head of a column alone: `With examples: turns`. */
export const printColumn = (column: ChartColumn): string => (typeof column === 'string' ? column : `${column.group}: ${column.label}`);

/** Columns side by side that belong to one series; `group` null: a single column of none. */
export const groupColumns = (columns: readonly ChartColumn[]): { group: string | null; labels: string[] }[] => {
  const groups: { group: string | null; labels: string[] }[] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (typeof column === 'string') groups.push({ group: null, labels: [column] });
    else if (last?.group === column.group) last.labels.push(column.label);
    else groups.push({ group: column.group, labels: [column.label] });
  }
  return groups;
};
