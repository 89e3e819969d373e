import * as z from 'zod';
import { AppError } from '../../domain/errors.ts';

/** A place in a sorted list: the list it belongs to, by its order or its query, a row's value in it, and its id. `back`: what is wanted lies before it. */
const position = z.object({
  list: z.string(),
  value: z.union([z.string(), z.number(), z.null()]),
  id: z.string(),
  back: z.boolean().default(false),
});
type Position = z.output<typeof position>;

/** A place in a list as opaque text, safe in a URL. */
export const toCursor = (at: z.input<typeof position>): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** Fails with `invalid_input` for anything that this list did not give. */
export const parseCursor = (cursor: string, list: string): Position => {
  const parsed = position.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success || parsed.data.list !== list) throw toForeign();
  return parsed.data;
};

/** The number of rows before the wanted ones, of a list that counts them; 0 without a cursor. Fails as `parseCursor` does. */
export const parseOffset = (cursor: string | null, list: string): number => {
  const offset = cursor === null ? 0 : parseCursor(cursor, list).value;
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0) throw toForeign();
  return offset;
};

const toForeign = (): AppError =>
  new AppError('invalid_input', 'This cursor belongs to another list, order or query. Begin again at the first page, without a cursor.');

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
