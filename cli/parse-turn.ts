import { AppError } from '../lib/domain/errors.ts';

/** The number of `--turn`. Fails with `invalid_input`. */
export const parseTurn = (text: string): number => {
  if (!/^(?:-1|\d{1,7})$/u.test(text))
    throw new AppError('invalid_input', `--turn ${text}: use the number of a turn, such as 3 for T3, or -1 for T–.`);
  return Number(text);
};
