import { unknown } from './unknown.ts';

/** A figure that is only known in part: `≥ $1.97`; below a cent, `≥ $0.00`. An unknown figure stays a dash. */
export const printAtLeast = (figure: string, isAtLeast: boolean): string =>
  isAtLeast && figure !== unknown ? `≥ ${figure.replace('<$0.01', '$0.00')}` : figure;
