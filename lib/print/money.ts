import { printCount } from './number.ts';
import { printSigned, unknown } from './unknown.ts';

const printMagnitude = (usd: number): string => {
  if (usd === 0) return '$0.00';
  if (usd < 0.005) return '<$0.01';
  return usd < 999.995 ? `$${usd.toFixed(2)}` : `$${printCount(usd)}`;
};

/** US dollars: `$0.34`, `$1,204`; less than half a cent is `<$0.01`. Null (no known price) prints as a dash. */
export const printMoney = (costUsd: number | null): string => (costUsd === null ? unknown : printSigned(costUsd, printMagnitude));
