import { toOneLine } from './one-line.ts';

const maxQuotedChars = 80;

/** A value of any kind as an error says it, in at most 80 characters; a list and an object by their kind, however deep they nest. */
export const quote = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  // A cut text shows by its missing end; what lies far behind the cut needs no reading.
  return toOneLine(JSON.stringify(value.slice(0, 2 * maxQuotedChars)), maxQuotedChars);
};
