import { instantRange } from '../domain/instant.ts';
import { toText } from './narrow.ts';

const [firstMs, lastMs] = instantRange;

/** Epoch milliseconds that a time may have; null for any other number. */
export const toEpochMs = (value: number): number | null => (value >= firstMs && value <= lastMs ? value : null);

/** Epoch milliseconds of a text such as `2026-01-31T10:00:00Z`; null if it is not a time. */
export const toInstant = (value: unknown): number | null => {
  const text = toText(value);
  return text === null ? null : toEpochMs(Date.parse(text));
};
