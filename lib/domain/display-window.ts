/** Bytes of text in a window; the rest is loaded on demand. */
export const displayWindowBytes = 64 * 1024;
