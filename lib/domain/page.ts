import { z } from 'zod';

/** One window of a list. `nextCursor` is opaque and null on the last page; `total` counts everything that matches. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.int().nonnegative() });

export type Page<Item> = { items: Item[]; nextCursor: string | null; total: number };
