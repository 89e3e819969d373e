/** A wish to see a row; a new object each time, so that the same row can be asked for again. */
export type Jump = { index: number; align: 'center' | 'start' | 'end' | 'auto' };
