import * as z from 'zod';

/**
 * Where each row of a transcript stands, packed: small numbers, which follow one another. Tool results that are drawn inside
 * their call have no row. Each P but the first row begins the next turn; calls are numbered on from `firstCall`.
 */
export const rowIndex = z.object({
  fromTurn: z.int(),
  /** Turn of the first row; -1: before the first prompt. */
  firstTurn: z.int(),
  firstCall: z.int(),
  /** One letter a row. */
  kinds: z.string(),
  /** From the first record of the row before (the first row: from 0) to the row's own first record. */
  steps: z.array(z.int()),
  /** How many calls an F or E row holds, how many records an M row; one number for each of these rows. */
  sizes: z.array(z.int()),
  /** From each of the records that such a row holds to its next; one number less than its size. */
  gaps: z.array(z.int()),
  totalRecords: z.int(),
});
export type RowIndex = z.infer<typeof rowIndex>;
