import * as z from 'zod';
import { maxViewNameChars } from '../domain/saved-view.ts';
import { isNoPlainName, isPlainName, showsNothing, showsSomething } from '../domain/visible.ts';

/** Shared parameters of the endpoints for saved views. */
export const viewParams = z.object({ id: z.string().regex(/^[\w-]{1,64}$/u) });

/** As it is seen: what looks alike is one name. */
export const viewName = z
  .string()
  .trim()
  .normalize('NFC')
  .max(maxViewNameChars)
  .refine(showsSomething, showsNothing)
  .refine(isPlainName, isNoPlainName);
