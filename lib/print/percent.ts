import { printSigned, unknown } from './unknown.ts';

/** A ratio as a percentage with one digit: 0.107 → `10.7 %`, 0 → `0 %`, 1 → `100 %`. Never rounds up to all or down to none. */
export const printPercent = (ratio: number | null): string => {
  if (ratio === null || Number.isNaN(ratio)) return unknown;
  return printSigned(ratio * 100, (percent) => {
    if (percent === 0 || percent === 100) return `${percent} %`;
    if (percent < 0.05) return '<0.1 %';
    if (percent > 99.95 && percent < 100) return '99.9 %';
    return `${percent.toFixed(1)} %`;
  });
};

/** Part of a whole as a percentage; a dash when the whole is 0 or unknown. */
export const printShare = (part: number | null, whole: number | null): string =>
  part === null || whole === null || whole === 0 ? unknown : printPercent(part / whole);
