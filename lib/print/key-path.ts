import { toOneLine } from './one-line.ts';

const maxPathChars = 300;
const maxMessageChars = 1_000;

/** A path of keys, such as `observers.0.preset`, on one line: keys may hold any character. */
export const printPath = (path: readonly PropertyKey[]): string => toOneLine(path.map(String).join('.'), maxPathChars);

/** A message about keys, which may quote them, on one line. */
export const printMessage = (message: string): string => toOneLine(message, maxMessageChars);
