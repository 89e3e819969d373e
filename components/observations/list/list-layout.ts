import type { ListItem } from '@/components/observations/list-rows.ts';

/** Heights in px: a head, and a row of two lines, of three on a phone. */
const headPx = 28;
const rowPx = 44;
const phoneRowPx = 72;

export const heightOf = (item: ListItem | undefined, isPhone: boolean): number =>
  item?.kind === 'head' ? headPx : isPhone ? phoneRowPx : rowPx;

/** Columns of the list, for head and rows; those that a narrow list has no room for are left out. */
export const column = {
  check: 'w-8.5 shrink-0 pl-3',
  mark: 'w-5.5 shrink-0 flex justify-center',
  title: 'min-w-0 flex-1 pl-2',
  seen: 'hidden w-11 shrink-0 text-right sm:block',
  sessions: 'hidden w-11 shrink-0 text-right sm:block',
  days: 'hidden w-22 shrink-0 pl-3 @[680px]:block',
  first: 'hidden w-13 shrink-0 text-right @[600px]:block',
  last: 'hidden w-13 shrink-0 text-right sm:block',
  state: 'hidden w-30 shrink-0 pl-3 sm:block',
} as const;
