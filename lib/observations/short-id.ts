const chars = 10;

/** Short id that commands and tools accept. */
export const toShortId = (id: string): string => id.slice(0, chars);
