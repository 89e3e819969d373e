import * as z from 'zod';

/** A page of a list. `nextCursor` is opaque, null on the last page; `total` counts all matches. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.int().nonnegative() });

/** A page that can be walked in both directions; `previousCursor` is null on the first page. */
export const walkablePageOf = <Item extends z.ZodType>(item: Item) => pageOf(item).extend({ previousCursor: z.string().nullable() });

export type WalkablePage<Item> = Page<Item> & { previousCursor: string | null };

export type Page<Item> = { items: Item[]; nextCursor: string | null; total: number };
