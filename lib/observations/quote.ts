import { toOneLine } from '../print/one-line.ts';

const maxQuotedChars = 80;

/** Any value for an error message, at most 80 characters; lists and objects by kind. */
export const quote = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  // Only the start is needed; the missing end shows the cut.
  return toOneLine(JSON.stringify(value.slice(0, 2 * maxQuotedChars)), maxQuotedChars);
};
