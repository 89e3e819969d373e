import { slicesPointer, toPageKey, type TreePages } from './tree-rows.ts';

const slicesOf = (pages: TreePages) => pages.get(toPageKey(slicesPointer, 0))?.children ?? [];

/** The pointer of the slice of a type; null where a snapshot has none. */
export const findSlice = (pages: TreePages, sliceType: string): string | null =>
  slicesOf(pages).find((slice) => slice.sliceType === sliceType)?.pointer ?? null;

/**
 * The pointer in another snapshot of what a pointer names in one: the slices are in the order of their types, so that one that is new
 * moves those after it. Null where the other one does not have the slice.
 */
export const moveToSlices = (pointer: string, before: TreePages, now: TreePages): string | null => {
  const slice = /^\/slices\/\d+/u.exec(pointer)?.[0];
  const type = slicesOf(before).find((one) => one.pointer === slice)?.sliceType ?? null;
  if (slice === undefined || type === null) return pointer;
  const place = findSlice(now, type);
  return place === null ? null : place + pointer.slice(slice.length);
};
