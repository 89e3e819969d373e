import { AppError } from '../lib/domain/errors.ts';

/** The number of `--limit`. Fails with `invalid_input`. */
export const parseLimit = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/u.test(text)) throw new AppError('invalid_input', `--limit ${text}: use a number of at least 1.`);
  return Number(text);
};
