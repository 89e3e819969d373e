import type { ListRow } from './list-rows.ts';

/** How many match a filter, and what the list says of which ones. */
export type Matched = { total: number; resultSetHash: string };

/**
 * Target of an action: rows by key with the version that was seen, or everything that matches the filter. `anchor` is the start of
 * a range.
 */
export type Selection = { kind: 'rows'; versions: ReadonlyMap<string, number>; anchor: string | null } | ({ kind: 'all' } & Matched);

export const noSelection: Selection = { kind: 'rows', versions: new Map(), anchor: null };

export const isSelected = (selection: Selection, key: string): boolean => selection.kind === 'all' || selection.versions.has(key);

export const countSelected = (selection: Selection): number => (selection.kind === 'all' ? selection.total : selection.versions.size);

/** Selected rows. A selection of all matches becomes the loaded rows, so that one of them can be taken out. */
const toVersions = (selection: Selection, rows: readonly ListRow[]): Map<string, number> =>
  selection.kind === 'all' ? new Map(rows.map(({ key, version }) => [key, version])) : new Map(selection.versions);

export const toggleRow = (selection: Selection, row: ListRow, rows: readonly ListRow[]): Selection => {
  const versions = toVersions(selection, rows);
  if (!versions.delete(row.key)) versions.set(row.key, row.version);
  return { kind: 'rows', versions, anchor: row.key };
};

/** Whether a range is unknown because its anchor is not loaded. */
export const isAnchorLost = (selection: Selection, rows: readonly ListRow[]): boolean =>
  selection.kind === 'rows' && selection.anchor !== null && rows.every(({ key }) => key !== selection.anchor);

/** Adds all rows from the anchor to `row`; if the anchor is missing or not loaded, `row` becomes the anchor. */
export const extendTo = (selection: Selection, row: ListRow, rows: readonly ListRow[], from: string | null = null): Selection => {
  if (selection.kind === 'all') return selection;
  const wanted = selection.anchor ?? from ?? row.key;
  const anchor = rows.some(({ key }) => key === wanted) ? wanted : row.key;
  const [a, b] = [rows.findIndex(({ key }) => key === anchor), rows.findIndex(({ key }) => key === row.key)];
  const versions = new Map(selection.versions);
  for (const one of a < 0 || b < 0 ? [row] : rows.slice(Math.min(a, b), Math.max(a, b) + 1)) versions.set(one.key, one.version);
  return { kind: 'rows', versions, anchor };
};
