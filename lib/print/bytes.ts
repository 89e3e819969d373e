import { unknown } from './unknown.ts';

const units = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes, by thousands: `812 B`, `2.9 kB`, `41.7 MB`, `1.9 GB`. Null prints as a dash. */
export const printBytes = (bytes: number | null): string => {
  if (bytes === null) return unknown;
  if (bytes < 1_000) return `${Math.round(bytes)} B`;
  const index = units.findIndex((_, i) => bytes < 999.5 * 1_000 ** (i + 1));
  const at = index < 0 ? units.length - 1 : index;
  const scaled = bytes / 1_000 ** (at + 1);
  return `${scaled.toFixed(scaled < 99.95 ? 1 : 0)} ${units[at] ?? ''}`;
};
