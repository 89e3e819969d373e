import * as z from 'zod';

/** JSON in columns, both ways: it is checked when it is read. */

const strings = z.array(z.string());
const numbers = z.array(z.int());
const hashes = z.array(z.string().nullable()).nullable();

export const parseJson = <Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> => schema.parse(JSON.parse(json));
export const toJson = (value: unknown): string => JSON.stringify(value ?? null);
export const parseNumbers = (json: string): number[] => parseJson(numbers, json);
export const parseHashes = (json: string | null): (string | null)[] | null => parseJson(hashes, json ?? 'null');
export const parseStrings = (json: string): string[] => (json === '[]' ? [] : parseJson(strings, json));
