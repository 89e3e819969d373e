import { printSigned, unknown } from './unknown.ts';

// eslint-disable-next-line regexp/no-super-linear-move -- A number has a few digits.
const group = (whole: number): string => whole.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',');

/** A count in full: `1,284`. Null prints as a dash. */
export const printCount = (count: number | null): string => (count === null ? unknown : printSigned(Math.round(count), group));

const steps = [
  { from: 999_500_000_000, size: 1e12, unit: 'T' },
  { from: 999_500_000, size: 1e9, unit: 'G' },
  { from: 999_500, size: 1e6, unit: 'M' },
] as const;

const printMagnitude = (value: number): string => {
  const rounded = Math.round(value);
  if (rounded < 1_000) return String(rounded);
  const step = steps.find(({ from }) => value >= from);
  if (!step) return `${value < 99_950 ? (value / 1_000).toFixed(1) : (value / 1_000).toFixed(0)} k`;
  const scaled = value / step.size;
  return `${scaled.toFixed(scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0)} ${step.unit}`;
};

/** A count in short: `412`, `9.1 k`, `1.42 M`. For tokens and other large amounts beside their unit's name. */
export const printCompact = (count: number | null): string => (count === null ? unknown : printSigned(count, printMagnitude));

/** `1 call`, `1,284 calls`; the plural is the singular with an s unless given. */
export const printCounted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${printCount(count)} ${count === 1 ? singular : plural}`;
