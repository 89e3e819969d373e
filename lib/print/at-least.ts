import { unknown } from './unknown.ts';

/** A figure of which not all is known: `≥ $1.97`. What is not known at all stays a dash. */
export const printAtLeast = (figure: string, isAtLeast: boolean): string => (isAtLeast && figure !== unknown ? `≥ ${figure}` : figure);
