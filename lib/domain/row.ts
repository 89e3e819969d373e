import * as z from 'zod';

/**
 * Row kinds of a transcript, one letter each:
 * P prompt, R response, T reasoning, C call, F fold of fine calls, E fold of repeated failing calls, S system,
 * B boundary, M quiet records, O orphan result.
 */
export type RowKind = 'P' | 'R' | 'T' | 'C' | 'F' | 'E' | 'S' | 'B' | 'M' | 'O';

/** Rows that hold several records, each of which is a row of its own when they are opened. */
export const holdingKinds: ReadonlySet<string> = new Set<RowKind>(['F', 'E', 'M']);

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
