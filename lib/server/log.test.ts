import { expect, it } from 'vitest';
import { AppError } from '../domain/errors.ts';
import { toLogFields } from './log.ts';

it('keeps the stack of unexpected errors only', () => {
  expect(toLogFields(new AppError('not_found', 'The folder /x does not exist.'))).toEqual({ error: 'The folder /x does not exist.' });
  for (const error of [new Error('odd'), new AppError('internal', 'odd')])
    expect(toLogFields(error)).toEqual({ error: 'odd', stack: expect.stringContaining('log.test.ts') as string });
  expect(toLogFields('odd')).toEqual({ error: 'odd' });
});
