/**
 * Row kinds of a transcript, one letter each:
 * P prompt, R response, T reasoning, C call, F fold of fine calls, E fold of repeated failing calls, S system,
 * B boundary, M quiet records, O orphan result.
 */
export type RowKind = 'P' | 'R' | 'T' | 'C' | 'F' | 'E' | 'S' | 'B' | 'M' | 'O';

/** Rows that hold several records, each of which is a row of its own when they are opened. */
export const holdingKinds: ReadonlySet<string> = new Set<RowKind>(['F', 'E', 'M']);
