import * as z from 'zod';

/**
 * Row kinds of a transcript, one letter each:
 * P prompt, R response, T reasoning, C call, F fold of fine calls, E fold of repeated failing calls, S system,
 * B boundary, M fold of meta records, O orphan result.
 */
export type RowKind = 'P' | 'R' | 'T' | 'C' | 'F' | 'E' | 'S' | 'B' | 'M' | 'O';

/**
 * Maps a scroll position to records, column by column: row i covers `counts[i]` records beginning at `seqs[i]`.
 * `calls[i]` is the first callIndex of the row (0: none); tool results that are drawn inside their call have no row.
 */
export const rowIndex = z.object({
  fromTurn: z.int(),
  kinds: z.string(),
  seqs: z.array(z.int()),
  counts: z.array(z.int()),
  calls: z.array(z.int()),
  turns: z.array(z.int()),
  totalRecords: z.int(),
});
export type RowIndex = z.infer<typeof rowIndex>;
