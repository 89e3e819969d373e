import { toText } from './narrow.ts';

/** Epoch milliseconds of a text such as `2026-01-31T10:00:00Z`; null where it is none. */
export const toInstant = (value: unknown): number | null => {
  const text = toText(value);
  if (text === null) return null;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : atMs;
};
