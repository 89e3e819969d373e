const chars = 10;

/** How an id begins: enough to name the observation to a command and to a tool. */
export const toShortId = (id: string): string => id.slice(0, chars);
