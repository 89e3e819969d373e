import * as z from 'zod';
import { makeDamagedError } from '../compress.ts';

/** JSON in columns, both ways: it is checked when it is read. */

const strings = z.array(z.string());
const numbers = z.array(z.int());
const hashes = z.array(z.string().nullable()).nullable();

/** A value of a column; fails with `unreadable` where no version wrote it. */
export const parseStored = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw makeDamagedError();
  return parsed.data;
};

/** The value; where the text holds none, as a damaged file may, `otherwise`. Without that it fails with `unreadable`. */
export const parseJson = <Schema extends z.ZodType, Otherwise = never>(
  schema: Schema,
  json: string,
  ...[otherwise]: [Otherwise?]
): z.output<Schema> | Otherwise => {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    if (otherwise === undefined) throw makeDamagedError();
    return otherwise;
  }
};

/** SQL of the JSON of a column, or of `otherwise` where it holds none: reading that in SQL fails. */
export const validJson = (column: string, otherwise: '[]' | 'null'): string => `iif(json_valid(${column}), ${column}, '${otherwise}')`;
export const toJson = (value: unknown): string => JSON.stringify(value ?? null);
export const parseNumbers = (json: string): number[] => parseJson(numbers, json);
export const parseHashes = (json: string | null): (string | null)[] | null => parseJson(hashes, json ?? 'null');
export const parseStrings = (json: string): string[] => (json === '[]' ? [] : parseJson(strings, json, []));
