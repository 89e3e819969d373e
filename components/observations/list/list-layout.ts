import type { ListItem } from '@/components/observations/list-rows.ts';

/** Heights in px: a head, and a row of two lines, of three on a phone. */
const headPx = 28;
const rowPx = 44;
const phoneRowPx = 72;

export const heightOf = (item: ListItem | undefined, isPhone: boolean): number =>
  item?.kind === 'head' ? headPx : isPhone ? phoneRowPx : rowPx;

/** Height of the list's foot that the notice about the last action covers, in px. */
export const noticePx = 64;

/** Columns of the list, for head and rows; those that would leave the title less than 336 px are left out. */
export const column = {
  check: 'w-8.5 shrink-0 pl-3',
  mark: 'w-5.5 shrink-0 flex justify-center',
  title: 'min-w-0 flex-1 pl-2',
  seen: 'hidden w-10 shrink-0 text-right @[600px]:block',
  sessions: 'hidden w-14 shrink-0 text-right @[680px]:block',
  days: 'hidden w-22 shrink-0 pl-3 @[784px]:block',
  first: 'hidden w-22 shrink-0 pl-2 text-right whitespace-nowrap @[864px]:block',
  last: 'hidden w-22 shrink-0 pl-2 text-right whitespace-nowrap sm:block',
  state: 'hidden w-29 shrink-0 pl-3 sm:block',
} as const;
