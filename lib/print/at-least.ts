import { unknown } from './unknown.ts';

/** A figure of which not all is known: `≥ $1.97`; of less than a cent, `≥ $0.00`. What is not known at all stays a dash. */
export const printAtLeast = (figure: string, isAtLeast: boolean): string =>
  isAtLeast && figure !== unknown ? `≥ ${figure.replace('<$0.01', '$0.00')}` : figure;
