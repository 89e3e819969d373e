import * as z from 'zod';

/** JSON in columns, both ways: it is checked when it is read. */

const strings = z.array(z.string());
const numbers = z.array(z.int());

export const parseJson = <Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> => schema.parse(JSON.parse(json));
export const toJson = (value: unknown): string => JSON.stringify(value ?? null);
export const parseNumbers = (json: string): number[] => parseJson(numbers, json);
export const parseStrings = (json: string): string[] => (json === '[]' ? [] : parseJson(strings, json));
