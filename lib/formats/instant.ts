import { toText } from './narrow.ts';

/** Times of the years 0 to 9999, which ISO 8601 writes with four digits: others cannot be shown. */
const [firstMs, lastMs] = [-62_167_219_200_000, 253_402_300_799_999];

/** Epoch milliseconds that a time may have; null for any other number. */
export const toEpochMs = (value: number): number | null => (value >= firstMs && value <= lastMs ? value : null);

/** Epoch milliseconds of a text such as `2026-01-31T10:00:00Z`; null if it is not a time. */
export const toInstant = (value: unknown): number | null => {
  const text = toText(value);
  return text === null ? null : toEpochMs(Date.parse(text));
};
