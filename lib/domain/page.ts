import * as z from 'zod';

/** One window of a list. `nextCursor` is opaque and null on the last page; `total` counts everything that matches. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.int().nonnegative() });

/** A window of a list that can be walked both ways; `previousCursor` is null on the first page. */
export const walkablePageOf = <Item extends z.ZodType>(item: Item) => pageOf(item).extend({ previousCursor: z.string().nullable() });

export type WalkablePage<Item> = Page<Item> & { previousCursor: string | null };

export type Page<Item> = { items: Item[]; nextCursor: string | null; total: number };
