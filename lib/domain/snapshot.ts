/** A JSON object whose fields are not known. */
export type Fields = { readonly [key: string]: unknown };

/** The items of one type, in the order in which they were added; `Name` of `module:Name` identifies the type, because modules move. */
export type SnapshotSlice = { sliceType: string; itemType: string; items: readonly Fields[] };

/** The state of a weakincentives session at one moment, narrowed from the line that the library wrote. */
export type Snapshot = {
  createdAt: PythonTime;
  /** UUIDs in lower case with hyphens. */
  parentId: string | null;
  childrenIds: readonly string[];
  /** By type, each once. */
  slices: readonly SnapshotSlice[];
  tags: Readonly<Record<string, string>>;
  policies: Readonly<Record<string, 'state' | 'log'>>;
};

/** The epoch milliseconds that epoch microseconds lie in. */
export const toMilliseconds = (us: bigint): number => Number(us / 1_000n) - (us % 1_000n < 0n ? 1 : 0);

/** A time as Python reads it: to the microsecond, with the offset that it was written with. */
export type PythonTime = {
  atMs: number;
  /** Epoch microseconds, to order what happened within one millisecond. From the year 2255 on, a number would round them. */
  atUs: bigint;
  /** As Python writes it. */
  iso: string;
};
