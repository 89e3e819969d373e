import { printAtLeast } from './at-least.ts';
import { printCount } from './number.ts';
import { printSigned, unknown } from './unknown.ts';

const printMagnitude = (usd: number): string => {
  if (usd === 0) return '$0.00';
  if (usd < 0.005) return '<$0.01';
  return usd < 999.995 ? `$${usd.toFixed(2)}` : `$${printCount(usd)}`;
};

/** US dollars: `$0.34`, `$1,204`; less than half a cent is `<$0.01`. Null (no known price) prints as a dash. */
export const printMoney = (costUsd: number | null): string => (costUsd === null ? unknown : printSigned(costUsd, printMagnitude));

/** A cost as far as it is known: `≥ $0.34` where other requests cost `interruptedUsd` at most. */
export const printCost = ({ costUsd, interruptedUsd }: { costUsd: number | null; interruptedUsd: number | null }): string =>
  printAtLeast(printMoney(costUsd), interruptedUsd !== null);

/** Additional cost of interrupted requests; empty if there are none. */
export const printInterrupted = ({ interruptedUsd }: { interruptedUsd: number | null }): string[] =>
  interruptedUsd === null ? [] : [`up to ${printMoney(interruptedUsd)} for an interrupted request`];
