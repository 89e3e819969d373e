/** The first `maxChars` UTF-16 units of a text at most, never ending in half a character. */
export const cutText = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : text.slice(0, Math.max(0, maxChars)).replace(/[\ud800-\udbff]$/u, '');

/** A text of `maxChars` at most; one that is longer ends in `…`. */
export const clipText = (text: string, maxChars: number): string => (text.length <= maxChars ? text : `${cutText(text, maxChars - 1)}…`);
