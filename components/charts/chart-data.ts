/** A number of a chart as it is written in its table; the value itself goes into the CSV. */
export type ChartCell = string | { value: number | null; text: string };

/** What a chart draws, as rows: for its table and its CSV. */
export type ChartData = { columns: readonly string[]; rows: readonly (readonly ChartCell[])[] };
