import * as z from 'zod';
import { change } from '../domain/change.ts';

/** A message from one tab to the others. */
export const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), change }),
  z.object({ kind: z.literal('state'), state: z.enum(['connecting', 'open', 'lost']) }),
  z.object({ kind: z.literal('resync') }),
  z.object({ kind: z.literal('hello') }),
]);
