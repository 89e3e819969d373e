/** A request to scroll to a row; a new object each time, so that the same row can be requested again. */
export type Jump = { index: number; align: 'center' | 'start' | 'end' | 'auto' };
