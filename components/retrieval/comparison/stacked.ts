/**
 * A table whose rows are blocks of three columns on a phone, so that none has to be scrolled to: the name, then three values, then two
 * more below them, of which the wide one stands first.
 */
export const stacked = {
  /** For the table, its head, body and foot. */
  block: 'max-sm:block',
  row: 'max-sm:grid max-sm:grid-cols-[1fr_1fr_1.35fr] max-sm:items-center max-sm:py-1',
  name: 'max-sm:col-span-3 max-sm:h-auto! max-sm:pt-1',
  wide: 'max-sm:col-span-2',
  last: 'max-sm:order-1',
} as const;
